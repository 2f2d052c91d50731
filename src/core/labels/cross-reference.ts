import { type Rule, textsOf } from './rule.ts';

const NUMBER = '(?:\\d+(?:\\.\\d+)*(?:\\([a-z\\d]+\\))*|[IVX]+\\b|[A-Z]\\b(?:\\.\\d+)*)';
/** "Section 4.2", "clauses 3 and 5", "§ 7", "Sections B.2 to B.4". */
const REFERENCE = new RegExp(
  `(?<![\\p{L}])(?:articles?|sections?|clauses?|paragraphs?|chapters?|annex|appendix|exhibit|schedule|§+|abschnitte?|ziffern?|absatz|artikel|anlage|alinéa|paragraphe|annexe|artículos?|sección|cláusulas?|anexo)\\s*${NUMBER}(?:\\s*(?:[—–-]|,|and|or|to|through|und|bis|et|à|y)\\s*${NUMBER})*`,
  'giu',
);
/** Numbering at the start of a clause: a new clause renumbers all that follow. */
const NUMBERING =
  /^(?:\d{1,2}(?:\.\d{1,2})+[.)]?|\d{1,2}[.)]|\([a-z\d]{1,3}\)|[a-z][.)]|[IVX]{1,5}[.)])(?=\s+\p{L})/iu;
/** Only a heading is numbered without a mark behind the number: "5 projects" is a limit. */
const NUMBERED_HEADING = new RegExp(`${NUMBERING.source}|^\\d{1,2}(?=\\s+\\p{L})`, 'iu');

export const crossReference: Rule = {
  name: 'cross-reference',
  noise: 'cosmetic',
  reason: 'only the number of a clause, or a reference to one, differs',
  explains: (considered) => {
    if (considered.difference.kind !== 'edited') return false;
    const texts = textsOf(considered);
    const numbering = /^h[1-6]$/.test(considered.difference.place.role) ? NUMBERED_HEADING : NUMBERING;
    const [before, after] = texts.map((text) => text.replace(numbering, '#').replace(REFERENCE, '#'));
    return before === after && before?.includes('#') === true;
  },
};
