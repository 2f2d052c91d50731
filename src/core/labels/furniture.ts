import type { Block, Region } from '../block.ts';
import { squash } from '../diff/squash.ts';
import type { Rule, Surroundings } from './rule.ts';
import { loneText } from './rule.ts';

const FRAME: readonly Region[] = ['nav', 'header', 'footer', 'aside', 'dialog'];
/** Fewer blocks are an edit of a menu; a region that was not served misses nearly all of itself. */
const LEAST_BLOCKS = 4;
const SHARE = 0.8;

/**
 * A part of the site's frame was not served on one of the two visits: nearly all of one region is missing on one side and
 * nothing took its place. What differs is the frame's presence, not an entry in it.
 */
export const furniture: Rule = {
  name: 'missing furniture',
  noise: 'partial',
  reason: 'a whole part of the site frame is missing on one of the two visits',
  explains: (considered, page) => {
    const text = loneText(considered);
    const { kind, place } = considered.difference;
    if (text === null || !FRAME.includes(place.region)) return false;
    const [full, other] = kind === 'added' ? [page.after, page.before] : [page.before, page.after];
    return isMissing(inRegion(full, place.region), { other, region: place.region, page, kind });
  },
};

function inRegion(blocks: readonly Block[], region: Region): readonly Block[] {
  return blocks.filter((block) => block.region === region);
}

interface Missing {
  readonly other: readonly Block[];
  readonly region: Region;
  readonly page: Surroundings;
  readonly kind: string;
}

function isMissing(full: readonly Block[], { other, region, page, kind }: Missing): boolean {
  const left = new Set(other.map((block) => squash(block.text)));
  const gone = full.filter((block) => !left.has(squash(block.text)));
  const replaced = page.all.some(
    ({ difference }) => difference.place.region === region && loneTextKind(difference.kind) && difference.kind !== kind,
  );
  return !replaced && gone.length >= LEAST_BLOCKS && gone.length >= SHARE * full.length;
}

function loneTextKind(kind: string): boolean {
  return kind === 'added' || kind === 'removed' || kind === 'edited';
}
