import type { Block, Region } from '../block.ts';
import { isFact } from '../fact.ts';
import { loneText, oncePerPage, type Rule, type Surroundings } from './rule.ts';

/** Asides and dialogs come and go with what they say: a pop-up of an offer is the offer. */
const FRAME: readonly Region[] = ['nav', 'header', 'footer'];
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
    const { kind, place } = considered.difference;
    if ([...considered.valuesBefore, ...considered.valuesAfter].some(isFact)) return false;
    return loneText(considered) !== null && missing(page).has(`${kind} ${place.region}`);
  },
};

/** The regions that came or went as a whole: "added footer", "removed nav". */
const missing = oncePerPage((page: Surroundings): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const region of FRAME) {
    const [before, after] = [inRegion(page.before, region), inRegion(page.after, region)];
    const [went, came] = [isAbsent(before, after, page), isAbsent(after, before, page)];
    if ((went || lacks(before, page.after)) && !changed(page, region, 'removed'))
      found.add(`removed ${region}`);
    if ((came || lacks(after, page.before)) && !changed(page, region, 'added')) found.add(`added ${region}`);
  }
  return found;
});

function inRegion(blocks: readonly Block[], region: Region): readonly Block[] {
  return blocks.filter((block) => block.region === region);
}

function lacks(region: readonly Block[], other: readonly Block[]): boolean {
  if (region.length < LEAST_BLOCKS) return false;
  const left = new Set(other.map((block) => block.text));
  const gone = region.filter((block) => !left.has(block.text));
  return gone.length >= LEAST_BLOCKS && gone.length >= SHARE * region.length;
}

/** Not a block of the region on the other side, though the menu may name the same things. */
function isAbsent(region: readonly Block[], other: readonly Block[], { all }: Surroundings): boolean {
  if (other.length > 0 || region.length < LEAST_BLOCKS) return false;
  const lone = all.filter(
    (one) => loneText(one) !== null && one.difference.place.region === region[0]?.region,
  );
  return lone.length >= SHARE * region.length;
}

/** Whether something in the region differs in another way than the one asked for: then it was edited, not missed. */
function changed({ all }: Surroundings, region: Region, way: string): boolean {
  const ways = new Set(['added', 'removed', 'edited'].filter((kind) => kind !== way));
  return all.some(({ difference: { kind, place } }) => place.region === region && ways.has(kind));
}
