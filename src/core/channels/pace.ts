/** At most `most` messages to one address within `perMs` milliseconds. */
export interface Pace {
  readonly most: number;
  readonly perMs: number;
}

/**
 * When the next message may go to an address without being refused there.
 * @param taken the turns already given out, as milliseconds since the epoch, ascending; those still to come count
 * @param now milliseconds since the epoch
 * @returns the moment of the next turn, `now` or later
 */
export function nextTurn(taken: readonly number[], now: number, paces: readonly Pace[]): number {
  // The turn that lies `most` back has to be a whole window away.
  const free = paces.map(({ most, perMs }) => (taken.at(-most) ?? -Infinity) + perMs);
  return Math.max(now, taken.at(-1) ?? now, ...free);
}

/** The turns that may still hold back another: as many as the widest pace counts. */
export function turnsToKeep(taken: readonly number[], paces: readonly Pace[]): readonly number[] {
  return taken.slice(-Math.max(...paces.map(({ most }) => most)));
}
