/** One sighting of a page: which version stood there, and when. */
export interface Sighting {
  readonly versionId: number;
  readonly at: Date;
}

/** A version that keeps coming back. */
export interface Face {
  readonly versionId: number;
  /** Sightings within what was looked at. */
  readonly times: number;
  readonly lastAt: Date;
}

/** Coming back once is a return; a face has come back after another face had been there. */
const LEAST_RUNS = 2;

/**
 * The faces of a page that shows several texts in turn (an A/B test, two deployments behind one address, prices by
 * visitor), most seen first; empty for a page with one face. A version interrupted by others that never come back is
 * none: that is a page which changes.
 * @param sightings in the order of time, either way round
 */
export function facesOf(sightings: readonly Sighting[]): readonly Face[] {
  const runs = sightings.filter((one, at) => sightings[at - 1]?.versionId !== one.versionId);
  const runsOf = Map.groupBy(runs, (one) => one.versionId);
  const faces = [...Map.groupBy(sightings, (one) => one.versionId)]
    .filter(([id]) => (runsOf.get(id) ?? []).length >= LEAST_RUNS)
    .map(([versionId, seen]) => ({
      versionId,
      times: seen.length,
      lastAt: new Date(Math.max(...seen.map(({ at }) => +at))),
    }))
    .toSorted((a, b) => b.times - a.times || +b.lastAt - +a.lastAt);
  return faces.length >= 2 ? faces : [];
}
