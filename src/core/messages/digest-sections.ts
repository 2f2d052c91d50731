import { rank } from '../routing.ts';
import type { DigestEvent } from './message.ts';

export interface CompetitorNews {
  readonly competitor: string;
  readonly events: readonly DigestEvent[];
}

export interface DigestSections {
  /** Critical and high ones that still stand; three at most, so that the day stays doable. */
  readonly act: readonly DigestEvent[];
  /** By competitor, the one with the most severe news first; severity first within. */
  readonly know: readonly CompetitorNews[];
  /** What undoes something told before, what was undone, and what was corrected. */
  readonly returned: readonly DigestEvent[];
  /** How many events have no line here: they are on the timeline. */
  readonly left: number;
}

const MOST_TO_ACT_ON = 3;

/** A line costs about 1 KB of a mail, and nobody reads more of them over breakfast. */
export const MOST_LINES = 30;

/** Deals the events of a digest to its sections (PRODUCT 5), `mostLines` beside those to act on. No event is in two. */
export function sectionsOf(events: readonly DigestEvent[], mostLines = MOST_LINES): DigestSections {
  const isReturn = (item: DigestEvent) => item.event.returns !== null || !holds(item);
  const news = events.filter((item) => !isReturn(item)).sort(mostSevereFirst);
  const act = news.filter(isToAct).slice(0, MOST_TO_ACT_ON);
  const lines = [...news.filter((item) => !act.includes(item)), ...events.filter(isReturn)];
  const shown = lines.slice(0, mostLines);
  const know = Map.groupBy(
    shown.filter((item) => !isReturn(item)),
    (item) => item.competitor,
  );
  return {
    act,
    know: [...know].map(([competitor, events]) => ({ competitor, events })),
    returned: shown.filter(isReturn),
    left: lines.length - shown.length,
  };
}

/** It was neither undone nor corrected. */
export function holds({ event, stoodMs }: DigestEvent): boolean {
  return stoodMs === null && event.corrected === null;
}

/** The fact that the subject names: the most severe that holds, of equals the earliest. */
export function biggest(events: readonly DigestEvent[]): DigestEvent | null {
  const { act, know, returned } = sectionsOf(events);
  return act[0] ?? know[0]?.events[0] ?? returned.find(holds) ?? returned[0] ?? null;
}

function isToAct({ severity }: DigestEvent): boolean {
  return rank(severity) >= rank('high');
}

function mostSevereFirst(a: DigestEvent, b: DigestEvent): number {
  return rank(b.severity) - rank(a.severity) || a.event.id - b.event.id;
}
