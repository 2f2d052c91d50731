import { sectionsOf } from './digest-sections.ts';
import { digestFooter } from './digest-footer.ts';
import { addAddress, coverageFacts, digestSentence, digestTitle, leftWords } from './digest-words.ts';
import { newPagesLeft, newPageWords, ON_REQUEST, standing, type DigestShare } from './digest-words.ts';
import { footerText } from './mail-footer.ts';
import { linesOf } from './excerpt.ts';
import type { Zone } from './local-time.ts';
import type { DigestEvent, DigestInput } from './message.ts';
import { evidenceLine, labelled, sections, wrap } from './plain-text.ts';
import { eventAddress, factOf, givenName, namedFact, pageTitle, severityWord } from './wording.ts';

/** The plain part of a digest, in the order of its HTML. */
export function digestText(input: DigestInput, share: DigestShare, zone: Zone): string {
  const { act, know, returned, left } = sectionsOf(input.events, share.lines);
  return sections([
    digestTitle(input, zone),
    wrap(digestSentence(input, zone)),
    input.onRequest ? wrap(ON_REQUEST) : null,
    ...section(
      'ACT TODAY',
      act.map((item) => actText(item, input, zone)),
    ),
    ...section(
      'WORTH KNOWING',
      know.map(({ competitor, events }) => {
        return [givenName(competitor), ...events.map((item) => lineText(item, input, zone))].join('\n');
      }),
    ),
    ...section(
      'REVERSED OR CORRECTED',
      returned.map((item) => {
        return `${givenName(item.competitor)}\n${lineText(item, input, zone)}`;
      }),
    ),
    ...section('NEW PAGES', newPagesText(input, share, zone)),
    left > 0 ? `${leftWords(left)}: ${input.publicUrl}` : null,
    coverageText(input, zone),
    footerText(digestFooter(input, zone)),
  ]);
}

function newPagesText(input: DigestInput, share: DigestShare, zone: Zone): string[] {
  const left = newPagesLeft(input, share);
  const shown = input.newPages
    .slice(0, share.newPages)
    .map((page) =>
      [
        givenName(page.competitor),
        wrap(`  ${newPageWords(page, zone)}`, '    '),
        `    add it: ${addAddress(input, page)}`,
      ].join('\n'),
    );
  return left === null ? shown : [...shown, left];
}

function section(name: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [`${name}\n\n${items.join('\n\n')}`];
}

function actText(item: DigestEvent, input: DigestInput, zone: Zone): string {
  const { event } = item;
  return [
    wrap(namedFact(event.headline, item.competitor)),
    wrap(about([severityWord(item.severity), pageTitle(item), event.kind, standing(item, zone)])),
    ...linesOf(event.quotes[0]).map(evidenceLine),
    eventAddress(input, event.id),
  ].join('\n');
}

function lineText(item: DigestEvent, input: DigestInput, zone: Zone): string {
  const fact = `  ${factOf(item.event.headline)}`;
  const more = about([severityWord(item.severity), givenName(item.pageName), standing(item, zone)]);
  return [wrap(fact, '    '), wrap(`    ${more}`, '    '), `    ${eventAddress(input, item.event.id)}`].join(
    '\n',
  );
}

function about(words: readonly string[]): string {
  return words.filter((word) => word !== '').join(' · ');
}

function coverageText(input: DigestInput, zone: Zone): string {
  const lines = coverageFacts(input, zone).map(({ label, words, page }) => {
    return labelled(label, page === null ? words : `${page} ${words}`);
  });
  return ['WHAT WE SAW, AND WHAT WE DID NOT', ...lines].join('\n');
}
