import { type Rule, textsOf } from './rule.ts';

/** Four or more numbers are a build; two or three are a product's version, and news. */
const BUILD = /\bv?\d+(?:\.\d+){3,}(?:[-+][\w.]+)?/gi;
const IDENTIFIER =
  /\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b|\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,}\b|\b(?=[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{16,}\b|(?<![\d.,+])(?:1[5-9]\d{8}|\d{13,})(?![\d.,])/g;

/** Marks that machines leave for machines: build numbers, trace ids, commit hashes. */
export const machineMark: Rule = {
  name: 'machine mark',
  noise: 'volatile',
  reason: 'only a build number or an identifier of a machine differs',
  explains: (considered) => {
    const texts = textsOf(considered);
    if (considered.difference.kind === 'edited') {
      const [before, after] = texts.map(masked);
      return before === after && before?.includes('#') === true;
    }
    return texts.every(
      (text) =>
        masked(text).replace(/\b(?:v|version|build|id|trace|request|ref|rev|commit)\b|[#\s:.()-]/gi, '') ===
          '' && /#/.test(masked(text)),
    );
  },
};

function masked(text: string): string {
  return text.replace(BUILD, '#').replace(IDENTIFIER, '#');
}
