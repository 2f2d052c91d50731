import { isFact } from '../fact.ts';
import { oncePerPage, type Rule, type Surroundings, textsOf } from './rule.ts';

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
  explains: (considered, page) => {
    if (considered.difference.kind !== 'edited') return false;
    if ([...considered.valuesBefore, ...considered.valuesAfter].some(isFact)) return false;
    const texts = textsOf(considered);
    const bare = /^h[1-6]$/.test(considered.difference.place.role) && numbersHeadings(page);
    const numbering = bare ? NUMBERED_HEADING : NUMBERING;
    const [before, after] = texts.map((text) => text.replace(numbering, '#').replace(REFERENCE, '#'));
    return before === after && before?.includes('#') === true;
  },
};

/** "2 Liability" is numbered where other headings are as well; "12 branches" on its own is a number of branches. */
const numbersHeadings = oncePerPage(({ before, after }: Surroundings): boolean =>
  [before, after].every(
    (side) =>
      side.filter(({ role, text }) => /^h[1-6]$/.test(role) && /^\d{1,2}\s+\p{L}/u.test(text)).length > 2,
  ),
);
