import type { Difference } from '../difference.ts';
import { squash } from '../diff/squash.ts';
import { loneText, oncePerPage, type Rule, type Surroundings } from './rule.ts';

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
function standsAsEntry(text: string, page: Surroundings): boolean {
  const { before, after } = byText(page);
  const standing = [...(before.get(text) ?? []), ...(after.get(text) ?? [])];
  return standing.some((block) => !/^h[1-6]$/.test(block.role));
}

const byText = oncePerPage(({ before, after }: Surroundings) => ({
  before: Map.groupBy(before, (block) => block.text),
  after: Map.groupBy(after, (block) => block.text),
}));

/** An entry of a table of contents leads to a place on this page; one of the same words that leads away is a menu's. */
function leadsAway({ kind }: Difference, text: string, page: Surroundings): boolean {
  const standing = byText(page)[kind === 'added' ? 'after' : 'before'].get(text) ?? [];
  const links = standing.flatMap((block) => block.links);
  return links.length > 0 && links.every((link) => !link.href.includes('#'));
}
