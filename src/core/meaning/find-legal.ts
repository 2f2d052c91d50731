import type { Difference } from '../difference.ts';
import type { Severity, Some } from '../telling.ts';
import { newPart } from './entry.ts';
import { ordered, some } from './finding.ts';
import type { Finding } from './finding.ts';
import { weightiest } from './legal-clauses.ts';
import type { Clause, Weighed } from './legal-clauses.ts';
import { withoutNumbering } from './mask.ts';
import { andMore, folded, plain, quotable, shorten, wordsOf } from './plain.ts';
import { differingWords, inFrame, inMenu, isLegalText, textOf } from './scene.ts';
import type { Scene } from './scene.ts';
import { speaksOf } from './words.ts';

/**
 * One new clause renumbers eighty headings: a text that only has another number has not changed, also where the diff shows
 * it as one that came or left.
 */
export function isRenumbered(scene: Scene, { before, after, place }: Difference): boolean {
  const heading = scene.legalPage && /^h[1-6]$/.test(place.role);
  const standsIn = (text: string | null, others: ReadonlySet<string>): boolean => {
    if (text === null) return true;
    const bare = folded(withoutNumbering(text, heading));
    return bare !== folded(text) && others.has(bare);
  };
  return standsIn(before, scene.after.unnumbered) && standsIn(after, scene.before.unnumbered);
}

/** The text of a legal page, as one piece of news, and legal documents that a menu newly names or no longer names. */
export function findLegal(scene: Scene): Finding[] {
  const text = scene.differences.filter((difference) => isLegalText(scene, difference));
  const entries = scene.differences.filter(
    (difference) => !text.includes(difference) && isDocumentEntry(scene, difference),
  );
  return [...textFinding(scene, text), ...entryFindings(entries)];
}

/** Past this many changed blocks a text was rewritten; under this many characters one sentence was touched. */
const REWRITE_BLOCKS = 60;
const SMALL_CHARACTERS = 400;

function gradeOf(
  changed: readonly Difference[],
  weighed: Weighed | null,
): { severity: Severity; reason: string } {
  const characters = changed.reduce((sum, difference) => sum + differingWords(difference).length, 0);
  const newTitle = changed.some((difference) => difference.place.role === 'h1');
  if (changed.length > REWRITE_BLOCKS) return { severity: 'high', reason: 'legal text rewritten: high' };
  if (newTitle) return { severity: 'high', reason: 'the legal document has another title: high' };
  if (weighed?.severity === 'high') return weighed;
  if (changed.some((difference) => speaksOf(differingWords(difference), 'legal weight'))) {
    return { severity: 'high', reason: 'licence, training on data, arbitration or service level: high' };
  }
  if (changed.every(isDateOnly)) return { severity: 'low', reason: 'legal, only a date: low' };
  if (weighed) return weighed;
  if (characters < SMALL_CHARACTERS)
    return { severity: 'low', reason: `legal, under ${SMALL_CHARACTERS} changed characters: low` };
  return { severity: 'medium', reason: 'default of legal: medium' };
}

function isDateOnly(difference: Difference): boolean {
  const values = [...difference.valuesBefore, ...difference.valuesAfter];
  const edited = difference.before !== null && difference.after !== null;
  return (
    edited &&
    values.length > 0 &&
    values.every((value) => value.type === 'date' || value.type === 'copyright year')
  );
}

function textFinding(scene: Scene, text: readonly Difference[]): Finding[] {
  const real = text.filter((difference) => !isRenumbered(scene, difference));
  const differences = some([...real].sort((a, b) => telling(b) - telling(a)));
  const all = some(text);
  if (!differences) return all ? [renumberedFinding(scene, all)] : [];
  const weighed = scene.question.returns === null ? weightiest(real) : null;
  const { severity, reason } = gradeOf(real, weighed);
  const date = effectiveDate(real);
  const [lead] = differences;
  const words = weighed && clauseWords(weighed.clause);
  return [
    {
      kind: 'legal',
      tags: [],
      severity,
      reasons: [reason],
      parts: [`${documentName(scene)} ${updated(scene)}`, words?.line ?? '', date],
      sentence: words?.sentence ?? sentenceOf(lead),
      numbers: [],
      differences: words ? leadingWith(weighed.clause, differences) : differences,
    },
  ];
}

function leadingWith(clause: Clause, differences: Some<Difference>): Some<Difference> {
  return ordered(
    differences,
    (a, b) => Number(clause.differences.includes(b)) - Number(clause.differences.includes(a)),
  );
}

/** The words of the clause that carries the weight, on both sides; null where they are too many to be told in full. */
function clauseWords(clause: Clause): { line: string; sentence: string } | null {
  const [from, to] = newPart(plain(clause.before), plain(clause.after));
  if (![from, to].every((text) => text === '' || (quotable(text) && !text.endsWith('…')))) return null;
  if (to === '') return { line: `, no longer "${from}"`, sentence: `No longer in the text: “${from}”.` };
  const was = from === '' ? 'The text now says' : `It said “${from}” and now says`;
  return { line: `: "${to}"`, sentence: `${was} “${to}”.` };
}

function sentenceOf(lead: Difference): string {
  const text = textOf(lead);
  if (!quotable(text)) return 'The text reads differently; see the quotes.';
  const said = shorten(text, 110);
  return lead.after === null ? `No longer in the text: “${said}”.` : `The text now says: “${said}”.`;
}

function updated(scene: Scene): string {
  if (scene.question.returns === 'reversal') return 'is back to its earlier text';
  return scene.question.returns === 'alternation' ? 'keeps alternating between two texts' : 'updated';
}

function renumberedFinding(scene: Scene, differences: Some<Difference>): Finding {
  return {
    kind: 'legal',
    tags: [],
    severity: 'low',
    reasons: ['clauses renumbered, their text as before: low'],
    parts: [`${documentName(scene)} renumbered`],
    sentence: 'Clauses have other numbers; their text is as before.',
    numbers: [],
    differences,
  };
}

function telling(difference: Difference): number {
  const weight = Math.min(differingWords(difference).length, 300) + (difference.after === null ? 0 : 300);
  const isHeading = difference.place.role.startsWith('h');
  return weight - (isDateOnly(difference) ? 600 : 0) - (isHeading ? 100 : 0);
}

function documentName(scene: Scene): string {
  const h1 = scene.after.blocks[scene.after.h1]?.text;
  const title = scene.after.blocks.find((block) => block.role === 'title')?.text;
  const names = [h1, title].filter((text) => text !== undefined);
  const name = plain(names.find((text) => speaksOf(text, 'legal document')) ?? names[0] ?? '');
  return name !== '' && quotable(name) ? shorten(name, 36) : 'legal text';
}

const OWN_DATE =
  /\b(?:updated|revised|modified|version|stand|aktualisiert|mise à jour|modifié|actualizad|date)/iu;

/** "effective" only where the page says so; a date beside "last updated" is only the text's date. */
function effectiveDate(differences: readonly Difference[]): string {
  const dates = differences.flatMap((one) =>
    one.valuesAfter.flatMap((value) => (value.type === 'date' ? [{ value, text: textOf(one) }] : [])),
  );
  const effective = dates.find(({ value }) => value.role === 'effective');
  if (effective) return `, effective ${effective.value.text.trim()}`;
  const ownDate = dates.find(({ text }) => wordsOf(text).length <= 12 && OWN_DATE.test(text));
  return ownDate ? `, dated ${ownDate.value.text.trim()}` : '';
}

/** "Public API Terms" in a menu or list: the document is the news. */
function isDocumentEntry(scene: Scene, difference: Difference): boolean {
  const text = textOf(difference);
  if (difference.place.role === 'title' || difference.place.role === 'meta' || wordsOf(text).length > 8)
    return false;
  const isEntry =
    inFrame(difference.place) || inMenu(scene, difference) || difference.place.role.startsWith('h');
  return isEntry && speaksOf(differingWords(difference), 'legal document');
}

function entryFindings(entries: readonly Difference[]): Finding[] {
  const differences = some(entries);
  if (!differences) return [];
  const [lead] = differences;
  const small = entries.every((difference) => difference.place.region === 'footer') || lead.after === null;
  const inText = entries.some(
    (difference) => !inFrame(difference.place) && difference.place.role.startsWith('h'),
  );
  const severity: Severity = small ? 'low' : inText ? 'high' : 'medium';
  const name = shorten(textOf(lead), 44);
  const verb = lead.after === null ? 'no longer listed' : lead.before === null ? 'added' : 'renamed';
  return [
    {
      kind: 'legal',
      tags: [],
      severity,
      reasons: [`legal, ${inText && !small ? 'a new document' : 'a document in a menu'}: ${severity}`],
      parts: [quotable(name) ? `${name} ${verb}` : `legal document ${verb}`, andMore(entries.length - 1)],
      sentence: quotable(name)
        ? `${name} is ${verb === 'added' ? 'now listed' : verb}.`
        : 'A legal document is listed differently.',
      numbers: [],
      differences,
    },
  ];
}
