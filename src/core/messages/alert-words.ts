import type { ToldEvent } from '../told-event.ts';
import { clip, oneLine } from './inert.ts';
import { clockTime, dayAndMonth, dayAndTime, duration, localDate, shortDate } from './local-time.ts';
import { spelled, type Zone } from './local-time.ts';
import type { AlertInput, AlertItem, PastEvent } from './message.ts';
import { factOf, givenName, kindWords, namedFact, subjectOf } from './wording.ts';

export const BEFORE_THIS = 'Before this, on this page';
export const BY_RULES = 'written by rules, no model';
export const WORTH_IT = 'Was this worth a mail?';
export const AN_OPINION = 'An opinion, not a quote.';

const ALTERNATES = 'This keeps alternating. We are silent about it until one side has stood seven days.';

/** A sentence of a model or a rule, bounded whatever it is: a message never grows with what a page holds. */
export function sentence(text: string): string {
  return clip(oneLine(text), 600);
}

/** One line a step, the first six. */
export function reasonsOf({ severityReasons }: Pick<ToldEvent, 'severityReasons'>): string[] {
  return severityReasons.slice(0, 6).map((reason) => clip(oneLine(reason), 160));
}

/** The summary, unless it only says the headline again. */
export function sentences(event: ToldEvent, fact: string): string[] {
  const summary = sentence(event.summary);
  return summary === '' || summary === fact || summary === oneLine(event.headline) ? [] : [summary];
}

/** The most severe fact, and how many more came with it. */
export function alertSubject({ items, competitor }: AlertInput): string {
  const more = items.length - 1;
  return subjectOf(namedFact(items[0].event.headline, competitor), more === 0 ? '' : `, and ${more} more`);
}

/** What it means for the reader, where the subject says what happened. */
export function alertPreheader({ items }: AlertInput): string {
  const [{ event, reverses }, ...others] = items;
  const also =
    others.length === 0 ? null : `Also: ${others.map((other) => factOf(other.event.headline)).join('; ')}`;
  const stood =
    reverses === null ? null : `What we told you before stood for ${stoodWords(event, reverses)}.`;
  return clip(oneLine(event.ourRead ?? event.action ?? also ?? stood ?? event.summary), 200);
}

/** "Three changes at Kettleworks" */
export function gatheredTitle({ items, competitor }: AlertInput): string {
  return `${spelled(items.length)} changes at ${givenName(competitor)}`;
}

/** Why they are one message. */
export const GATHERED = 'Found within ten minutes of each other, most severe first.';

/** A later message of the hour names the one that it comes after; a reversal says so in its three states already. */
export function followsOf(
  { thread, items }: AlertInput,
  zone: Zone,
): { words: string; past: PastEvent } | null {
  const past = thread.follows;
  if (past === null || items.some(({ reverses }) => reverses?.id === past.id)) return null;
  const now = items[0].event.toldAt;
  const isToday = localDate(past.toldAt, zone) === localDate(now, zone);
  const when = isToday ? `at ${clockTime(past.toldAt, zone)}` : `on ${dayAndTime(past.toldAt, zone)}`;
  return { words: `Follows what we told ${when}:`, past };
}

/** Of a message that was held up; null for one that came in time. */
export function lateWords({ items, late }: AlertInput, zone: Zone): string | null {
  if (!late) return null;
  const first = new Date(Math.min(...items.map(({ event }) => event.toldAt.getTime())));
  return `Told more than two days late: we knew it on ${dayAndTime(first, zone)}.`;
}

export type ReversalFact = readonly [label: string, words: string, event: number | null];

/** The three states of what was undone, each with its date; and that we fall silent, where the text goes to and fro. */
export function reversalFacts(
  { event, reverses }: Pick<AlertItem, 'event' | 'reverses'>,
  zone: Zone,
): ReversalFact[] {
  const alternates: ReversalFact[] =
    event.returns === 'alternation' ? [['To and fro', ALTERNATES, null]] : [];
  if (reverses === null) return alternates;
  const day = (at: Date) => shortDate(at, zone, event.toldAt);
  const told = day(reverses.toldAt);
  return [
    [`Until ${told}`, firstState(event), null],
    [`Told ${told}`, factOf(reverses.headline), reverses.id],
    [
      `Since ${day(event.window.to)}`,
      `as it was before; the other text stood ${stoodWords(event, reverses)}`,
      null,
    ],
    ...alternates,
  ];
}

/** What stands now is what stood first: this event undoes the other. */
function firstState({ quotes }: ToldEvent): string {
  const [{ before, after }] = quotes;
  const words = `“${clip(oneLine(after ?? String(before)), 120)}”`;
  return after === null ? `without ${words}` : words;
}

function stoodWords({ window }: ToldEvent, reverses: PastEvent): string {
  return duration(Math.max(0, window.to.getTime() - reverses.toldAt.getTime()));
}

/** An earlier event of the page: its date, and whether it was this very change. */
export function pastWords(past: PastEvent, event: ToldEvent, zone: Zone): { date: string; fact: string } {
  const fact = factOf(past.headline);
  const isSame = fact.toLowerCase() === factOf(event.headline).toLowerCase();
  return {
    date: dayAndMonth(past.toldAt, zone, event.toldAt),
    fact: isSame ? 'this same change, told then' : fact,
  };
}

/** "pricing.price, also pricing.limit; default of pricing.price at +25 %: critical" */
export function kindAndWhy(item: AlertItem): string {
  return [kindWords(item.event), ...reasonsOf(item)].join('; ');
}

/** Why it came here, each reason once. */
export function whyOf(items: readonly AlertItem[]): string {
  return [...new Set(items.map(({ why }) => clip(oneLine(why), 200)))].slice(0, 3).join(' ');
}
