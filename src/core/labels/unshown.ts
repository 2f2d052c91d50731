import type { Rule } from './rule.ts';

/**
 * Data that a page hands to its own scripts is a second witness for the ledger: what its text does not show nobody can read
 * there, and what the text shows is told by the text.
 */
export const unshown: Rule = {
  name: 'unshown',
  noise: 'unshown',
  reason: 'only the data behind the page says so; what its text shows is told by its text',
  comparesValues: true,
  explains: ({ difference }) => difference.kind === 'data',
};
