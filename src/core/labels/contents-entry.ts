import { squash } from '../diff/squash.ts';
import { loneText, type Rule } from './rule.ts';

export const contentsEntry: Rule = {
  name: 'contents entry',
  noise: 'chrome',
  reason: 'an entry of a table of contents: it repeats a heading that stands before and after',
  explains: (considered, { commonHeadings }) => {
    const text = loneText(considered);
    if (text === null || /^h[1-6]$/.test(considered.difference.place.role)) return false;
    return text.length <= 160 && commonHeadings.has(squash(text));
  },
};
