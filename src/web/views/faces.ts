import { counted, dayAndTime, type Zone } from '../../core/messages/local-time.ts';
import { markup, type Markup } from '../../core/messages/markup.ts';
import type { Faces } from '../../flows/page-faces.ts';
import { section } from './layout.ts';
import { inlineQuote } from './marks.ts';

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five'];

/** That a page shows several texts in turn, and what differs between them; null for a page with one face. */
export function facesSection(found: Faces | null, zone: Zone): Markup | null {
  if (found === null) return null;
  const { faces, differences } = found;
  const count = NUMBERS[faces.length] ?? String(faces.length);
  const seen = faces.map(
    ({ versionId, times, lastAt }) =>
      markup`<li>Version ${versionId}<span class="quiet">seen ${counted(times, 'time')}, last ${dayAndTime(lastAt, zone)}</span></li>`,
  );
  const differ = differences.map((d) => markup`<li>${inlineQuote(d)}</li>`);
  return section(
    `This page has ${count} faces`,
    markup`<ul class="list">${seen}</ul>${differ.length === 0 ? null : markup`<p class="note gap-5">What differs between the first two:</p><ul class="list">${differ}</ul>`}`,
    'It shows them in turn. Going from one to the other is not told; a text that is on neither is.',
  );
}
