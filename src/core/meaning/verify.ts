import type { Difference } from '../difference.ts';
import type { Kind, Question, Quote, Severity, Some, Telling } from '../telling.ts';
import type { Draft } from './answer.ts';
import { evidenceOf, unsupported } from './claims.ts';
import type { Evidence } from './claims.ts';
import { rank, stepped } from './finding.ts';
import { folded, headlineMost, plain, SUMMARY_MOST_WORDS, wordsOf } from './plain.ts';
import { sceneOf } from './scene.ts';
import { tellByRules } from './tell-by-rules.ts';

export type Verified =
  /** `dropped`: what did not hold, a line each; the rules' words stand in its place. */
  | { readonly ok: true; readonly telling: Telling; readonly dropped: readonly string[] }
  /** Neither headline nor summary held: nothing of the draft is worth keeping. */
  | { readonly ok: false; readonly faults: readonly string[] };

/** PRODUCT 3: one line of opinion, one action. */
const LINE_MOST = 200;

/**
 * Lets a model's words stand only where the page bears them (P9). Quotes must occur on their side after whitespace folding;
 * every number, amount, name and quotation of headline and summary in the evidence. An offending sentence goes, then the
 * rules' text stands. Kind and severity stay within what the rules found: a typed fact cannot be talked away.
 */
export function verifyTelling(draft: Draft, question: Question): Verified {
  const rules = tellByRules(question);
  const evidence = evidenceOf(question, rules.numbers);
  const quotes = checkQuotes(draft, question);
  const carried = factsToCarry(rules);
  const headline = checkHeadline(draft.headline, question, { evidence, carried });
  const summary = checkSummary(draft.summary, evidence);
  const faults = [...headline.faults, ...summary.faults, ...quotes.faults];
  if (headline.text === null && summary.text === null) return { ok: false, faults };
  const [ourRead, action] = [checkLine(draft.ourRead, evidence), checkLine(draft.action, evidence)];
  const telling: Telling = {
    ...rules,
    ...rankBy(draft, rules, evidence),
    headline: headline.text ?? rules.headline,
    summary: summary.text ?? rules.summary,
    ourRead: ourRead.text,
    action: action.text,
    quotes: inOrder(quotes.found, rules.quotes),
    writtenBy: 'model',
  };
  return { ok: true, telling, dropped: [...faults, ...ourRead.faults, ...action.faults] };
}

interface Checked {
  readonly text: string | null;
  readonly faults: readonly string[];
}

interface Measure {
  readonly evidence: Evidence;
  readonly carried: readonly string[];
}

function checkHeadline(said: string, { competitor }: Question, { evidence, carried }: Measure): Checked {
  const text = withoutName(plain(said), plain(competitor));
  const most = headlineMost(competitor);
  const faults = [
    ...(text.length > most ? [`it has ${text.length} characters, ${most} are allowed`] : []),
    ...unsupported(text, evidence),
    ...(carriesOne(text, carried) ? [] : ['it leaves out what changed']),
  ];
  return faults.length === 0
    ? { text, faults }
    : { text: null, faults: faults.map((fault) => `headline: ${fault}`) };
}

/** The name is put in front by each message; a model that writes it there as well has done no harm. */
function withoutName(text: string, competitor: string): string {
  const prefix = `${competitor}: `;
  return text.startsWith(prefix) ? text.slice(prefix.length) : text;
}

/** What a headline cannot leave out: a figure of a number that moved, else a word of the text that carries the event. */
function factsToCarry(rules: Telling): readonly string[] {
  const figures = rules.numbers
    .flatMap(({ from, to }) => [from, to])
    .flatMap((value) => value?.match(/\d[\d.,]*/gu) ?? []);
  if (figures.length > 0) return figures;
  const texts = rules.quotes.flatMap(({ before, after }) => [before, after]).filter((text) => text !== null);
  return texts.flatMap((text) => folded(text).match(/[\p{L}\p{N}]{3,}/gu) ?? []).slice(0, 400);
}

function carriesOne(news: string, facts: readonly string[]): boolean {
  const words = new Set(folded(news).match(/\d[\d.,]*\d|[\p{L}\p{N}]+/gu) ?? []);
  return facts.length === 0 || facts.some((fact) => words.has(fact));
}

/** Sentences that do not hold go; the first that holds is the summary. */
function checkSummary(said: string, evidence: Evidence): Checked {
  const sentences = plain(said).split(/(?<=[.!?]["”’]?)\s+(?=\p{Lu}|["“])/u);
  const checked = sentences.map((sentence) => ({
    sentence,
    faults: [
      ...(wordsOf(sentence).length > SUMMARY_MOST_WORDS ? [`more than ${SUMMARY_MOST_WORDS} words`] : []),
      ...unsupported(sentence, evidence),
    ],
  }));
  const text = checked.find(({ faults }) => faults.length === 0)?.sentence ?? null;
  return { text, faults: checked.flatMap(({ faults }) => faults.map((fault) => `summary: ${fault}`)) };
}

function checkLine(said: string | null, evidence: Evidence): Checked {
  const text = said === null ? null : plain(said);
  if (text === null) return { text, faults: [] };
  const faults = [...(text.length > LINE_MOST ? ['too long'] : []), ...unsupported(text, evidence)];
  return faults.length === 0
    ? { text, faults }
    : { text: null, faults: faults.map((fault) => `"${text.slice(0, 40)}": ${fault}`) };
}

/** Which differences the model's quotes stand in; the quote that is kept is the whole text of its side. */
function checkQuotes(
  draft: Draft,
  question: Question,
): { found: readonly Difference[]; faults: readonly string[] } {
  const { differences } = sceneOf(question);
  const holders = draft.quotes.map(({ side, text }) => ({
    text,
    difference: differences.find((one) => plain(text) !== '' && plain(one[side] ?? '').includes(plain(text))),
  }));
  return {
    found: [...new Set(holders.flatMap(({ difference }) => (difference ? [difference] : [])))],
    faults: holders.flatMap(({ text, difference }) =>
      difference ? [] : [`quote: "${text.slice(0, 60)}" is not on its side of the page`],
    ),
  };
}

/** The quotes that carry a typed fact stay in front of what the model picked only if it picked none. */
function inOrder(found: readonly Difference[], quotes: Some<Quote>): Some<Quote> {
  const chosen = found.map(({ place, before, after }): Quote => ({ place, before, after }));
  const same = (a: Quote, b: Quote): boolean => a.before === b.before && a.after === b.after;
  const [first = quotes[0], ...rest] = [
    ...chosen,
    ...quotes.filter((quote) => !chosen.some((one) => same(one, quote))),
  ];
  return [first, ...rest];
}

/** Kinds that rest on a typed fact or on words of an end: here the model may refine inside the family, and tag. */
const FIRM = new Set(['pricing', 'deprecation', 'promotion']);

function rankBy(
  draft: Draft,
  rules: Telling,
  evidence: Evidence,
): Pick<Telling, 'kind' | 'tags' | 'severity' | 'severityReasons'> {
  const family = (kind: Kind): string => kind.replace(/\..*$/u, '');
  const refused =
    draft.kind !== null && FIRM.has(family(rules.kind)) && family(draft.kind) !== family(rules.kind);
  const kind = refused ? rules.kind : (draft.kind ?? rules.kind);
  const tags = [
    ...new Set([...rules.tags, ...draft.tags.slice(0, 3), ...(kind === rules.kind ? [] : [rules.kind])]),
  ];
  const { severity, reason } = severityBy(draft, rules, evidence);
  return {
    kind,
    tags: tags.filter((tag) => tag !== kind),
    severity,
    severityReasons: [...rules.severityReasons, ...reason],
  };
}

/** One step at most, and only with a reason that the page has word for word. */
function severityBy(
  draft: Draft,
  rules: Telling,
  evidence: Evidence,
): { severity: Severity; reason: string[] } {
  const wish = draft.severity ?? rules.severity;
  const down = !draft.matters && wish === rules.severity ? -1 : 0;
  const step = Math.sign(rank(wish) - rank(rules.severity)) + down;
  const quote = plain(draft.severityQuote ?? '');
  if (step === 0 || quote === '' || !evidence.all.includes(quote))
    return { severity: rules.severity, reason: [] };
  const severity = stepped(rules.severity, Math.sign(step));
  return { severity, reason: [`model, ${step > 0 ? '+1' : '-1'}, “${quote.slice(0, 120)}”: ${severity}`] };
}
