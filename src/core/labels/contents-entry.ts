import type { Difference } from '../difference.ts';
import { squash } from '../diff/squash.ts';
import { loneText, type Rule, type Surroundings } from './rule.ts';

export const contentsEntry: Rule = {
  name: 'contents entry',
  noise: 'chrome',
  reason: 'an entry of a table of contents: it repeats a heading that stands before and after',
  explains: (considered, page) => {
    const text = loneText(considered);
    if (text === null || text.length > 160 || !page.commonHeadings.has(squash(text))) return false;
    if (leadsAway(considered.difference, text, page)) return false;
    const isHeading = /^h[1-6]$/.test(considered.difference.place.role);
    return !isHeading || standsAsEntry(text, page);
  },
};

/** Of two equal texts the comparison may call either the new one: it is the entry if one of them is no heading. */
function standsAsEntry(text: string, { before, after }: Surroundings): boolean {
  return [...before, ...after].some((block) => block.text === text && !/^h[1-6]$/.test(block.role));
}

/** An entry of a table of contents leads to a place on this page; one of the same words that leads away is a menu's. */
function leadsAway({ kind }: Difference, text: string, { before, after }: Surroundings): boolean {
  const links = (kind === 'added' ? after : before)
    .filter((block) => block.text === text)
    .flatMap((block) => block.links);
  return links.length > 0 && links.every((link) => !link.href.includes('#'));
}
