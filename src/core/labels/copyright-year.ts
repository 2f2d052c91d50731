import type { Rule } from './rule.ts';
import { textsOf } from './rule.ts';

const CLAIM =
  /©|\(c\)|copyright|all rights reserved|alle rechte vorbehalten|tous droits réservés|todos los derechos/i;

export const copyrightYear: Rule = {
  name: 'copyright year',
  noise: 'date',
  reason: 'only the year of the copyright notice differs',
  comparesValues: true,
  explains: (considered) => {
    if (considered.difference.kind !== 'edited') return false;
    const [before = '', after = ''] = textsOf(considered).map(withoutYears);
    return textsOf(considered).every((text) => CLAIM.test(text)) && before === after;
  },
};

function withoutYears(text: string): string {
  return text
    .replace(/\b(?:19|20)\d{2}\b(?:\s*[-–—]\s*(?:19|20)?\d{2}\b)?/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '');
}
