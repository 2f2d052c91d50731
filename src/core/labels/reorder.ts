import type { Rule } from './rule.ts';

/** A move between two headings that both stand has keys of its own, each way another: that one is news (fault 25). */
export const reorder: Rule = {
  name: 'reorder',
  noise: 'reorder',
  reason: 'the same text stands in another place of the page',
  explains: ({ difference }) => difference.kind === 'moved' && difference.key === difference.inverseKey,
};
