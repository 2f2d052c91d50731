import type { ToldEvent } from '../told-event.ts';
import { clip, oneLine } from './inert.ts';
import { dayAndMonth, duration, type Zone } from './local-time.ts';
import type { AlertInput } from './message.ts';
import { factOf } from './wording.ts';

export const BEFORE_THIS = 'Before this, on this page';
export const BY_RULES = 'written by rules, no model';

const ALTERNATES = 'This keeps alternating. We are silent about it until one side has stood seven days.';

/** A sentence of a model or a rule, bounded whatever it is: a message never grows with what a page holds. */
export function sentence(text: string): string {
  return clip(oneLine(text), 600);
}

/** One line a step, the first six. */
export function reasonsOf({ severityReasons }: ToldEvent): string[] {
  return severityReasons.slice(0, 6).map((reason) => clip(oneLine(reason), 160));
}

/** The summary, unless it only says the headline again. */
export function sentences(event: ToldEvent, fact: string): string[] {
  const summary = sentence(event.summary);
  return summary === '' || summary === fact || summary === oneLine(event.headline) ? [] : [summary];
}

export type ReversalFact = readonly [label: string, words: string, event: number | null];

/** What a reversal undoes, and how long that stood. */
export function reversalFacts({ event, reverses }: AlertInput, zone: Zone): ReversalFact[] {
  if (event.returns === 'alternation') return [['To and fro', ALTERNATES, null]];
  if (reverses === null) return [];
  const stood = duration(Math.max(0, event.window.to.getTime() - reverses.toldAt.getTime()));
  const told = `Told ${dayAndMonth(reverses.toldAt, zone, event.toldAt)}`;
  return [
    [told, factOf(reverses.headline), reverses.id],
    ['Now', `as it was before; the other text stood ${stood}`, null],
  ];
}
