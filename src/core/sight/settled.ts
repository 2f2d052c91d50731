import type { Difference } from '../difference.ts';
import { VOLATILE_PLACE } from './volatile.ts';

/** A sighting and the keys of the differences that it showed to the baseline. */
export interface AwaySighting {
  readonly at: Date;
  readonly away: readonly string[];
}

/** P8: where texts took turns, one of them has to stand for seven days before it is news. */
export const SETTLED_MS = 7 * 24 * 3_600_000;
/** Fewer looks prove nothing: of two texts that take turns at random one comes seven times in a row once in 128. */
const LEAST_SIGHTINGS = 7;

/**
 * Keys of differences that every sighting of the last seven days showed: a text that took turns with another and now stands
 * alone (a roll-out that ended) is no unrest of the page any more. It is believed by the usual two reads and told.
 * @param sightings the newest first, back beyond seven days
 */
export function settledKeys(sightings: readonly AwaySighting[], now: Date): ReadonlySet<string> {
  const older = sightings.findIndex(({ at }) => +now - +at >= SETTLED_MS);
  if (older < 0 || older + 1 < LEAST_SIGHTINGS) return new Set();
  return sightings
    .slice(0, older + 1)
    .map(({ away }) => new Set(away))
    .reduce((all, one) => all.intersection(one));
}

/**
 * Did only the memory of a restless place explain this difference? Where the page changed beside it and was adopted, it may
 * be the end of a roll-out: it waits for seven days and is withdrawn when the text takes turns again.
 */
export function isUnsettled({ labels }: Pick<Difference, 'labels'>): boolean {
  return labels.length > 0 && labels.every(({ rule }) => rule === VOLATILE_PLACE);
}
