import { reasonsOf, sentence } from '../messages/alert-words.ts';
import { linesOf, placeName } from '../messages/excerpt.ts';
import { clip, oneLine } from '../messages/inert.ts';
import type { NumberMoved, Quote, Severity } from '../telling.ts';
import type { ToldEvent } from '../told-event.ts';
import type { WebhookEvent } from './webhook-payload.ts';

/** How much of the evidence a body holds. */
export interface Evidence {
  readonly quotes: number;
  /** UTF-16 units of one side up to which a quote is whole; a longer one is cut around what changed. */
  readonly whole: number;
  readonly numbers: number;
}

/** The most first; the last is bounded whatever a page holds: about 8 kB where each character takes three bytes. */
export const EVIDENCE: readonly [...Evidence[], Evidence] = [
  { quotes: 20, whole: 2_000, numbers: 40 },
  { quotes: 10, whole: 600, numbers: 20 },
  { quotes: 3, whole: 200, numbers: 10 },
  { quotes: 1, whole: 200, numbers: 3 },
];

/** What an account's own view of an event replaces. */
export interface Weight {
  readonly severity: Severity;
  readonly severityReasons: readonly string[];
}

/** The event as a webhook tells it: words first, evidence after them. */
export function eventPayload(event: ToldEvent, weight: Weight, evidence: Evidence): WebhookEvent {
  const quotes = event.quotes.slice(0, evidence.quotes).map((quote) => sidesOf(quote, evidence));
  return {
    kind: event.kind,
    tags: event.tags.filter((tag) => tag !== event.kind),
    severity: weight.severity,
    severity_reasons: reasonsOf({ ...event, ...weight }),
    headline: clip(oneLine(event.headline), 200),
    summary: sentence(event.summary),
    our_read: event.ourRead === null ? null : sentence(event.ourRead),
    before: quotes[0]?.before ?? null,
    after: quotes[0]?.after ?? null,
    quotes,
    quotes_left: event.quotes.length - quotes.length,
    quotes_verified: true,
    numbers: event.numbers.slice(0, evidence.numbers).map(numberOf),
  };
}

function sidesOf(quote: Quote, { whole }: Evidence): WebhookEvent['quotes'][number] {
  const isShort = (text: string | null) => (text?.length ?? 0) <= whole;
  const place = placeName(quote.place);
  if (isShort(quote.before) && isShort(quote.after))
    return { place, before: inert(quote.before), after: inert(quote.after) };
  const lines = linesOf(quote);
  const cut = (side: 'before' | 'after'): string | null => {
    const line = lines.find((candidate) => candidate.side === side);
    return line === undefined ? null : line.marks.map(({ text }) => text).join('');
  };
  return { place, before: cut('before'), after: cut('after') };
}

function inert(text: string | null): string | null {
  return text === null ? null : oneLine(text);
}

function numberOf({ what, from, to, unit, period, percent }: NumberMoved): WebhookEvent['numbers'][number] {
  const short = (text: string | null) => (text === null ? null : clip(oneLine(text), 80));
  return {
    what: clip(oneLine(what), 80),
    from: short(from),
    to: short(to),
    unit: short(unit),
    period: short(period),
    percent: percent !== null && Number.isFinite(percent) ? percent : null,
  };
}
