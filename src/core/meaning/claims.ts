import { findValues } from '../facts/find-values.ts';
import { parseNumber } from '../facts/number.ts';
import type { NumberMoved, Question } from '../telling.ts';
import type { Block } from '../block.ts';
import { cellsOf } from './label.ts';
import { folded, plain, quotable } from './plain.ts';
import { sceneOf } from './scene.ts';
import { sideFaults } from './sides.ts';
import type { TwoSides } from './sides.ts';

/** What a claim may lean on: the texts of the differences with their headings, and the numbers that rules paired. */
export interface Evidence {
  readonly after: string;
  /** Both sides, the headings above them and the competitor's name. */
  readonly all: string;
  readonly numbers: readonly NumberMoved[];
  /** Wording that rules made of the same evidence; its counts and percentages are true. */
  readonly words: ReadonlySet<string>;
  /** Short headings and table names of the page, on either side. */
  readonly labels: ReadonlySet<string>;
  readonly values: ReadonlySet<number>;
  readonly money: ReadonlySet<string>;
  readonly sides: TwoSides;
}

/** Evidence of a question. Texts addressed to machines support no claim. */
export function evidenceOf(question: Question, numbers: readonly NumberMoved[]): Evidence {
  const { differences } = sceneOf(question);
  const sides = {
    before: differences.map((one) => one.before ?? ''),
    after: differences.map((one) => one.after ?? ''),
  };
  const headings = differences.flatMap((one) => one.place.headings);
  const known = [question.competitor, ...labelsIn(numbers), ...namesOfPage(question)];
  const all = [...sides.before, ...sides.after, ...headings, ...known].map(plain).join(' \n ');
  return {
    after: sides.after.map(plain).join(' \n '),
    all,
    numbers,
    words: new Set(tokens(all).flatMap((word) => [folded(word), ...folded(word).split('-')])),
    labels: labelsOn([...question.before.blocks, ...question.after.blocks]),
    values: new Set(numbersIn(all)),
    money: moneyIn(all),
    sides: {
      before: sides.before.map(plain).join(' \n '),
      after: sides.after.map(plain).join(' \n '),
      blocksBefore: textsOf(question.before.blocks),
      blocksAfter: textsOf(question.after.blocks),
    },
  };
}

function textsOf(blocks: readonly Block[]): Set<string> {
  return new Set(blocks.map((block) => plain(block.text)));
}

/** Labels are the page's words too: a row's or a column's name that no difference holds. */
function labelsIn(numbers: readonly NumberMoved[]): string[] {
  return numbers.map((number) => number.what);
}

/** What the page calls itself: its title and its h1. */
function namesOfPage({ after }: Question): string[] {
  return after.blocks.filter(({ role }) => role === 'title' || role === 'h1').map((block) => block.text);
}

/** What a value may stand under: headings of two to six, first cells of rows, cells of a row without figures. */
function labelsOn(blocks: readonly Block[]): Set<string> {
  const texts = blocks.flatMap((block) => {
    if (/^h[2-6]$/.test(block.role)) return [block.text];
    if (block.role !== 'row') return [];
    const cells = cellsOf(block);
    return cells.slice(1).some((cell) => /\d/u.test(cell)) ? cells.slice(0, 1) : cells;
  });
  return new Set(texts.map(folded).filter((text) => /\p{L}{2}/u.test(text) && text.split(' ').length <= 4));
}

const tokens = (text: string): string[] =>
  text.match(/[\p{L}\p{N}][\p{L}\p{N}'’&.-]*/gu)?.map((word) => word.replace(/[.'’&-]+$/u, '')) ?? [];

const NUMBER = /\d+(?:[.,'’\u00A0\u202F ]\d{3})*(?:[.,]\d+)?/gu;

function numbersIn(text: string): number[] {
  return (text.match(NUMBER) ?? []).map(parseNumber).filter((value) => value !== null);
}

function moneyIn(text: string): Set<string> {
  const found = findValues(text).filter((value) => value.type === 'money');
  return new Set(found.map((value) => `${value.amount} ${value.currency}`));
}

/** Everything in a text that the evidence does not bear, a line each; empty: all of it is shown by the page. */
export function unsupported(text: string, evidence: Evidence): string[] {
  const said = plain(text).replaceAll('->', '→');
  return [
    ...(quotable(said) ? [] : ['it holds an address, a mention, markup, or no word at all']),
    ...(LEAK.test(said) ? ['it speaks of a model or of instructions'] : []),
    ...(DENIAL.test(said) && !evidence.all.includes(said) ? ['it denies the change'] : []),
    ...numberFaults(said, evidence),
    ...spelledFaults(said, evidence),
    ...moveFaults(said, evidence),
    ...nameFaults(said, evidence),
    ...quotationFaults(said, evidence),
    ...sideFaults(said, evidence.sides),
  ];
}

/** That something changed is decided before any model is asked. */
const DENIAL =
  /\b(?:no|nothing|none|not)\b[^.;]{0,24}\b(?:chang\w*|differ\w*|news|updates?)\b|\b(?:identical|unchanged|remains? the same|same as before)\b/iu;

const LEAK =
  /\b(system prompt|my instructions|as an ai|language model|api[ _-]?key|you are (?:an?|the)\b|ignore (?:all|previous))/iu;

function numberFaults(said: string, evidence: Evidence): string[] {
  const percents = evidence.numbers.map((number) => number.percent).filter((percent) => percent !== null);
  const calculated = new Set(percents.map(Math.abs));
  const unknown = numbersIn(
    said.replace(/([+-]?)(\d+(?:\.\d+)?)%/gu, (whole, sign: string, digits: string) => {
      const fits = percents.some(
        (percent) => Math.abs(percent) === Number(digits) && (sign === '' || (sign === '+') === percent > 0),
      );
      return fits && calculated.has(Number(digits)) ? '' : whole;
    }),
  ).filter((value) => !evidence.values.has(value));
  const money = [...moneyIn(said)].filter((one) => !evidence.money.has(one));
  return [
    ...unknown.map((value) => `the number ${value} is not on the page`),
    ...money.map((one) => `the amount ${one} is not on the page`),
  ];
}

const SPELLED =
  /(?<![\p{L}])(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|billion|half|double[sd]?|twice|triple[sd]?|halve[sd]?)(?![\p{L}])/giu;

/** Numbers in words count too. ", and two more" is a count of ours: only the rules write it, and it comes off first. */
function spelledFaults(said: string, evidence: Evidence): string[] {
  const own = said.replace(/, and (\p{L}+) more\b/gu, '');
  const spelled = (own.match(SPELLED) ?? []).map(folded);
  return spelled.filter((word) => !evidence.words.has(word)).map((word) => `"${word}" is not on the page`);
}

const RAISED =
  /(?<!\p{L})(rais(?:e|es|ed)|ris(?:e|es|en)|rose|increas(?:e|es|ed)|hik(?:e|es|ed)|dearer|more expensive)(?!\p{L})/iu;
const CUT =
  /(?<!\p{L})(cuts?|lower(?:s|ed)?|decreas(?:e|es|ed)|reduc(?:e|es|ed)|cheaper|price drops?|fell|falls)(?!\p{L})/iu;
const MOVE =
  /(?:from\s+)?([^\s]*\d[^\s]*)(?:\s+(?:per|a|an|\/)\s*[\p{L}/]+)?\s+(?:→|to)\s+([^\s]*\d[^\s]*)/giu;

/** "A → B" and "from A to B" only for a pair under one label, the right way round; and no verb against its sign. */
function moveFaults(said: string, evidence: Evidence): string[] {
  const pairs = evidence.numbers.flatMap((number): Moved[] =>
    number.from === null || number.to === null ? [] : [{ ...number, from: number.from, to: number.to }],
  );
  const wrong = [...said.matchAll(MOVE)].filter(([whole, from = '', to = '']) => {
    const asMove = whole.includes('→') || /^from\s/iu.test(whole) || /was|now/iu.test(said);
    return (
      asMove &&
      !evidence.all.includes(whole) &&
      !pairs.some(
        (pair) => sameFigure(pair.from, from) && sameFigure(pair.to, to) && labelFits(said, pair, evidence),
      )
    );
  });
  const percents = evidence.numbers.flatMap((number) => (number.percent === null ? [] : [number.percent]));
  const verbs = [
    RAISED.test(said) && !borne(RAISED, evidence) && !percents.some((one) => one > 0),
    CUT.test(said) && !borne(CUT, evidence) && !percents.some((one) => one < 0),
  ];
  return [
    ...wrong.map(([whole]) => `"${whole}" is no pair under one label`),
    ...(verbs.some(Boolean) ? ['a verb of rise or fall without a number that moved so'] : []),
  ];
}

interface Moved extends NumberMoved {
  readonly from: string;
  readonly to: string;
}

function borne(verb: RegExp, evidence: Evidence): boolean {
  return verb.test(evidence.after);
}

function sameFigure(known: string, said: string): boolean {
  const [a] = numbersIn(known);
  const [b] = numbersIn(said);
  return a !== undefined && a === b;
}

/** The pair's own label, or at least no other label of the page: "Team $29 → $39" is a lie where Pro moved. */
function labelFits(said: string, pair: NumberMoved, evidence: Evidence): boolean {
  const text = ` ${tokens(folded(said)).join(' ')} `;
  const named = (label: string): boolean => text.includes(` ${tokens(folded(label)).join(' ')} `);
  const whole = tokens(folded(pair.what)).every((word) => text.includes(` ${word} `));
  return whole || ![...evidence.labels].some(named);
}

/** Words that may carry a capital without standing on the page: sentence openers and the words of our trade. */
const NEUTRAL = new Set(
  'a an the its it they their this that these those where what when there here now new no not only all every each some most both on in at for from with under until after before since as by of and or but if price prices pricing plan plans page headline title menu footer trial terms text free paid monthly yearly annual customers users team teams feature features support discount offer code limit removed added dropped changed renamed updated ended starts starting includes included costs cost consider check compare review watch tell a an “ clauses said says is was are has have'.split(
    ' ',
  ),
);
const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);

function nameFaults(said: string, evidence: Evidence): string[] {
  const capitalised = tokens(said).filter((word) => /^\p{Lu}/u.test(word));
  const unknown = capitalised.filter((word) => !known(word, evidence));
  return [...new Set(unknown)].map((word) => `the name "${word}" is not on the page`);
}

function known(word: string, evidence: Evidence): boolean {
  const low = folded(word);
  if (evidence.words.has(low) || NEUTRAL.has(low)) return true;
  const month = MONTHS.indexOf(low);
  if (month >= 0)
    return findValues(evidence.all).some(
      (value) => value.type === 'date' && value.iso?.slice(5, 7) === String(month + 1).padStart(2, '0'),
    );
  return low.replace(/['’]s$/u, '') !== low && known(word.replace(/['’]s$/u, ''), evidence);
}

/** What stands in quotation marks stands on the page, but for an ellipsis where it was cut. */
function quotationFaults(said: string, evidence: Evidence): string[] {
  const quotations = [...said.matchAll(/“([^”]+)”|"([^"]+)"/gu)].map(
    ([, curled, straight = '']) => curled ?? straight,
  );
  return quotations
    .filter((quotation) => !evidence.all.includes(plain(quotation.replace(/…$/u, ''))))
    .map((quotation) => `“${quotation}” is no quotation from the page`);
}
