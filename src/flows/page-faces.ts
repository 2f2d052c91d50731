import { diffBlocks } from '../core/diff/diff-blocks.ts';
import type { Difference } from '../core/difference.ts';
import { facesOf, type Face, type Sighting } from '../core/sight/faces.ts';
import { readVersion } from '../store/versions.ts';
import type { Database } from './world.ts';

/** A page that shows several texts in turn, and what its two most seen faces differ in. */
export interface Faces {
  readonly faces: readonly Face[];
  readonly differences: readonly Difference[];
}

/** Most that is shown of what differs. */
const MOST_SHOWN = 3;

/** @returns null for a page with one face, as nearly all are: then no text is read */
export async function pageFaces(db: Database, sightings: readonly Sighting[]): Promise<Faces | null> {
  const faces = facesOf(sightings);
  const [one, other] = faces;
  if (one === undefined || other === undefined) return null;
  const [before, after] = await Promise.all([
    readVersion(db, one.versionId),
    readVersion(db, other.versionId),
  ]);
  // The text of a face that must not be archived was dropped.
  if (before.blocks.length === 0 || after.blocks.length === 0) return null;
  const differences = diffBlocks(before.blocks, after.blocks).filter(({ kind }) => kind !== 'link');
  return { faces, differences: differences.slice(0, MOST_SHOWN) };
}
