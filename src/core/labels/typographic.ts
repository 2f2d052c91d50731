import type { Rule } from './rule.ts';

/** Squashed texts are equal, so that no letter, digit, money sign or separator inside a number differs. */
export const typographic: Rule = {
  name: 'typographic',
  noise: 'typographic',
  reason: 'the same words and numbers, set otherwise (case, quotes, dashes, spaces, line ends)',
  comparesValues: true,
  explains: ({ difference }) => difference.kind === 'typographic',
};
