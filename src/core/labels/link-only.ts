import type { Rule } from './rule.ts';

/** A file or release with its number in the address: the link is the announcement. */
const RELEASE = /[/_-]v?\d+\.\d+(?:\.\d+)*(?=[^\d]|$)/;
/** Where one buys: another plan or price behind the same button. */
const PURCHASE = /\b(?:buy|checkout|order|cart|subscribe|purchase|kaufen|acheter|comprar)\b/i;

/** The words stay and the address differs: where a page sends people is kept in the ledger, its words are the news. */
export const linkOnly: Rule = {
  name: 'link only',
  noise: 'cosmetic',
  reason: 'the words are the same, only the address behind them differs',
  explains: ({ difference: { kind, before, after } }) => {
    if (kind !== 'link') return false;
    const sides = [before ?? '', after ?? ''];
    return !sides.every((href) => RELEASE.test(href)) && !sides.every((href) => PURCHASE.test(href));
  },
};
