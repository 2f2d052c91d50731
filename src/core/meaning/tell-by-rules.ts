import type { Difference } from '../difference.ts';
import { KINDS } from '../telling.ts';
import type { Kind, Question, Quote, Severity, Some, Telling } from '../telling.ts';
import { findEntries } from './find-entries.ts';
import { findFees } from './find-fees.ts';
import { findGates } from './find-gates.ts';
import { findLegal, isRenumbered } from './find-legal.ts';
import { findLimits } from './find-limits.ts';
import { findOffers } from './find-offers.ts';
import { findPlans } from './find-plans.ts';
import { findPriceNews } from './find-price-news.ts';
import { findPrices } from './find-prices.ts';
import { findRenames } from './find-renames.ts';
import { findOtherPurpose, findShapes, isRedesign } from './find-shape.ts';
import { findTerms } from './find-terms.ts';
import { rank, some } from './finding.ts';
import type { Finding } from './finding.ts';
import { numbersOf } from './pairs.ts';
import { headlineOf, shorten, SUMMARY_MOST_WORDS, wordsOf } from './plain.ts';
import { sceneOf, textOf } from './scene.ts';
import type { Scene } from './scene.ts';

/**
 * The words of an event by rules alone: kind, severity with its reasons, headline, one sentence, numbers and quotes. Needs
 * no model, is never wrong about a number (each is read from the page), and is what stands when a model fails (P9, P10).
 */
export function tellByRules(question: Question): Telling {
  const scene = sceneOf(question);
  const findings = some(ranked(findingsOf(scene)));
  if (!findings) return withoutNews(question, scene);
  const [lead] = findings;
  return {
    kind: lead.kind,
    tags: tagsOf(lead, findings),
    severity: graveness(findings),
    severityReasons: reasonsOf(lead, findings),
    headline: headlineOf(question.competitor, headlineParts(lead, findings)),
    summary: oneSentence(lead.sentence),
    ourRead: null,
    action: null,
    numbers: findings.flatMap((finding) => finding.numbers),
    quotes: quotesOf(findings),
    writtenBy: 'rules',
  };
}

/** Is there anything that a reader could want words for, beside text that is addressed to machines? */
export function hasNews(question: Question): boolean {
  return findingsOf(sceneOf(question)).length > 0;
}

/** What each rule found; a difference that one rule has told is left alone by the rules for words. */
export function findingsOf(whole: Scene): Finding[] {
  const other = findOtherPurpose(whole);
  if (other !== null) return [other];
  const scene = { ...whole, differences: whole.differences.filter((one) => !rolledOff(whole, one)) };
  const numbers = numbersOf(scene);
  const typed = [
    ...findPrices(scene, numbers),
    ...findFees(scene, numbers),
    ...findPlans(scene, numbers),
    ...findLimits(scene, numbers),
  ];
  const others = [
    ...findGates(scene),
    ...findTerms(scene, numbers),
    ...findOffers(scene),
    ...findLegal(scene),
    ...findShapes(scene),
    ...findRenames(scene),
  ];
  const sold = untold(typed, new Set());
  const known = [...sold, ...untold(others, takenBy(sold))];
  const news = findPriceNews(scene, numbers, takenBy(known));
  const all = [...known, ...news];
  const left = whole.differences.filter(
    (difference) => !takenBy(all).has(difference) && !isRenumbered(scene, difference),
  );
  const told = isRedesign(scene) ? all : [...all, ...findEntries(scene, left)];
  return told.length > 0 ? told : renumbered(scene);
}

/** An old entry that left a list of news as new ones came ended nothing: its offers, trials and prices did not end with it. */
function rolledOff({ question, differences }: Scene, { after }: Difference): boolean {
  const isList = ['changelog', 'blog'].includes(question.page.kind);
  return isList && after === null && differences.some((one) => one.before === null);
}

/** Clauses under other numbers, where nothing else is news: told as what they were and are, and never loud. */
function renumbered(scene: Scene): Finding[] {
  return findEntries(scene, scene.differences).map((finding) => ({
    ...finding,
    severity: 'low',
    reasons: ['only the numbers in front of texts are others: low'],
  }));
}

function takenBy(findings: readonly Finding[]): Set<Difference> {
  return new Set(findings.flatMap((finding) => finding.differences));
}

/** Findings in order, without those all of whose differences an earlier one has told. */
function untold(findings: readonly Finding[], taken: ReadonlySet<Difference>): Finding[] {
  const told = new Set(taken);
  return findings.filter((finding) => {
    const news = finding.differences.some((difference) => !told.has(difference));
    for (const difference of finding.differences) told.add(difference);
    return news;
  });
}

/** Kinds in the order of the list lead, but a finding that is two steps graver than another goes before it. */
function ranked(findings: readonly Finding[]): Finding[] {
  const gravest = Math.max(...findings.map((finding) => rank(finding.severity)));
  const graveEnough = (finding: Finding): number => Number(rank(finding.severity) >= gravest - 1);
  const order = (finding: Finding): number => KINDS.indexOf(finding.kind);
  return [...findings].sort(
    (a, b) => graveEnough(b) - graveEnough(a) || order(a) - order(b) || rank(b.severity) - rank(a.severity),
  );
}

function graveness(findings: readonly Finding[]): Severity {
  return findings.reduce<Severity>(
    (most, { severity }) => (rank(severity) > rank(most) ? severity : most),
    'low',
  );
}

function tagsOf(lead: Finding, findings: readonly Finding[]): Kind[] {
  const kinds = [...lead.tags, ...findings.flatMap((finding) => [finding.kind, ...finding.tags])];
  return [...new Set(kinds)].filter((kind) => kind !== lead.kind);
}

function reasonsOf(lead: Finding, findings: readonly Finding[]): string[] {
  const graver = findings.find((finding) => rank(finding.severity) === rank(graveness(findings)));
  const more = graver && graver !== lead && rank(graver.severity) > rank(lead.severity) ? graver.reasons : [];
  return [...lead.reasons, ...more];
}

function headlineParts(lead: Finding, findings: readonly Finding[]): string[] {
  const others = findings.filter((finding) => finding !== lead && rank(finding.severity) >= rank('medium'));
  // "a text": what our line cannot quote is not worth naming beside what it can.
  const second = others.find((finding) => !finding.parts[0].startsWith('a text'));
  return [...lead.parts.filter((part) => part !== ''), ...(second ? [`; also ${second.parts[0]}`] : [])];
}

function oneSentence(told: string): string {
  const sentence = told.replace(/([.!?…])”\.$/u, '$1”').replace(/\.\.$/u, '.');
  const words = wordsOf(sentence);
  if (words.length <= SUMMARY_MOST_WORDS) return sentence;
  return `${words
    .slice(0, SUMMARY_MOST_WORDS)
    .join(' ')
    .replace(/[\s,;:.]+$/u, '')}…${sentence.includes('“') ? '”' : ''}`;
}

/** Past this many quotes nobody reads on; all differences stay in the event's diff. */
const MOST_QUOTES = 12;

function quotesOf(findings: Some<Finding>): Some<Quote> {
  const [first] = findings[0].differences;
  const others = new Set(findings.flatMap((finding) => finding.differences));
  others.delete(first);
  return [quoteOf(first), ...[...others].slice(0, MOST_QUOTES - 1).map(quoteOf)];
}

function quoteOf({ place, before, after }: Difference): Quote {
  return { place, before, after };
}

/** Nothing but texts that are addressed to machines: told as that. */
function withoutNews(question: Question, { orders }: Scene): Telling {
  return {
    kind: 'content',
    tags: [],
    severity: 'low',
    severityReasons: ['no news for a reader: low'],
    headline: headlineOf(question.competitor, ['a note addressed to machines was added']),
    summary: 'A text that is addressed to machines now stands on the page.',
    ourRead: null,
    action: null,
    numbers: [],
    quotes: [openingOf(orders[0] ?? question.differences[0])],
    writtenBy: 'rules',
  };
}

/** An order is quoted by its first words; in full where they do not stand so, for signs that no eye sees among them. */
function openingOf(order: Difference): Quote {
  const opening = shorten(textOf(order), 28).replace(/…$/u, '');
  return order.after?.includes(opening) === true
    ? { place: order.place, before: null, after: opening }
    : quoteOf(order);
}
