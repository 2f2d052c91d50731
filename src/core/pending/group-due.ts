import type { Question, Some } from '../telling.ts';

/** Differences that fell due together and are told as one event. */
export interface DueGroup<D> {
  readonly differences: Some<D>;
  readonly returns: Question['returns'];
  /** The event that the group undoes; null for news. */
  readonly reversesEventId: number | null;
}

interface Due {
  readonly id: number;
  readonly reversesId: number | null;
  readonly alternates: boolean;
}

/**
 * One event for the news of a page, one for each earlier event that is undone: a reversal is linked to what it
 * reverses (P8), so it cannot share an event with news or with another reversal.
 * @param reversed the event that told each reversed difference
 */
export function groupDue<D extends Due>(
  due: readonly D[],
  reversed: ReadonlyMap<number, number>,
): readonly DueGroup<D>[] {
  const groups = new Map<string, DueGroup<D>>();
  for (const d of due) {
    const reversesEventId = d.reversesId === null ? null : (reversed.get(d.reversesId) ?? null);
    const returns = d.alternates ? 'alternation' : reversesEventId === null ? null : 'reversal';
    const name = `${returns} ${reversesEventId}`;
    const group = groups.get(name);
    const differences: Some<D> = group === undefined ? [d] : [...group.differences, d];
    groups.set(name, { differences, returns, reversesEventId });
  }
  return [...groups.values()];
}
