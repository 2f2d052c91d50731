import { type Block, type Place, placeOf } from '../block.ts';
import type { Difference, DifferenceKind } from '../difference.ts';
import { findValues } from '../facts/find-values.ts';
import { align } from './align.ts';
import { keyBlocks } from './keyed.ts';
import { keysOf } from './keys.ts';
import { linksThatDiffer } from './link-differences.ts';
import type { Loose, Pair, Run } from './pair-edits.ts';
import { squash } from './squash.ts';

/**
 * What differs between two readings, in the order of the newer page, unlabelled. Equal readings have no difference; every
 * text that one side has more often than the other is in at least one.
 *
 * Squashed keys are aligned by anchored, bounded sequence matching, then moves by multiset, then edits by word overlap
 * (reference: detection.md, section 9). A half rewritten page of 500 KB takes well under 150 ms.
 */
export function diffBlocks(before: readonly Block[], after: readonly Block[]): Difference[] {
  const parts: readonly DifferenceKind[] = ['title', 'meta', 'edited'];
  const found = parts.flatMap((part) => diffPart(part, before, after));
  return collapse(found.toSorted((x, y) => x.hunk - y.hunk || x.at - y.at)).map(
    ({ difference }) => difference,
  );
}

interface Placed {
  readonly difference: Difference;
  readonly hunk: number;
  readonly at: number;
}

/** Title and meta are compared on their own: they have no place in the body. Their hunks come first. */
function diffPart(part: DifferenceKind, before: readonly Block[], after: readonly Block[]): Placed[] {
  const belongs = (block: Block): boolean =>
    part === 'edited' ? block.role !== 'title' && block.role !== 'meta' : block.role === part;
  const [a, b] = keyBlocks(before.filter(belongs), after.filter(belongs));
  const laid = align(a, b);
  const own: DifferenceKind | null = part === 'edited' ? null : part;
  const headings = new Headings(before, after);
  return [
    ...laid.equal.flatMap((pair) => [...handover(pair, headings), ...settings(pair), ...links(pair)]),
    ...laid.recut.map(([olds, news]) => joinedUp('typographic', { olds, news, glue: ' ' })),
    ...laid.swapped.map(([olds, news]) => joinedUp('edited', { olds, news, glue: ' | ' })),
    ...laid.moved.flatMap((pair) => [move(pair, headings), ...settings(pair), ...links(pair)]),
    ...laid.edited.map((pair) => makePair(own ?? 'edited', pair)),
    ...laid.removed.map((loose) =>
      make(loose, { kind: own ?? 'removed', before: textOf(loose), after: null }),
    ),
    ...laid.added.map((loose) => make(loose, { kind: own ?? 'added', before: null, after: textOf(loose) })),
  ].map((placed) =>
    part === 'edited' ? placed : { ...placed, hunk: 0, difference: { ...placed.difference, hunk: 0 } },
  );
}

function makePair(kind: DifferenceKind, [before, after]: Pair): Placed {
  return make(after, { kind, before: textOf(before), after: textOf(after) });
}

function make(standing: Loose, facts: Omit<Facts, 'place'>): Placed {
  return placed(standing, { ...facts, place: placeUnderLabel(standing) });
}

function textOf({ keyed }: Loose): string {
  return keyed.block.text;
}

/** A bare value stands under the text that names it, be it a heading by its tag or only by its looks. */
function placeUnderLabel({ keyed }: Loose): Place {
  const place = placeOf(keyed.block);
  const { label } = keyed;
  return label === null || place.headings.at(-1) === label
    ? place
    : { ...place, headings: [...place.headings, label] };
}

interface Facts {
  readonly kind: DifferenceKind;
  readonly before: string | null;
  readonly after: string | null;
  readonly place: Place;
}

/** @param standing the block on the page of today, or the one that went */
function placed({ hunk, at }: Loose, facts: Facts): Placed {
  const difference: Difference = {
    ...facts,
    ...keysOf(facts.before, facts.after, facts),
    hunk,
    labels: [],
    valuesBefore: [],
    valuesAfter: [],
    urgency: null,
  };
  return { difference, hunk, at };
}

/** The same words, set otherwise. */
function settings(pair: Pair): Placed[] {
  const [before, after] = pair;
  return textOf(before) === textOf(after) ? [] : [makePair('typographic', pair)];
}

function links([before, after]: Pair): Placed[] {
  return linksThatDiffer(before.keyed.block, after.keyed.block).map((sides) =>
    placed(after, { kind: 'link', ...sides, place: placeOf(after.keyed.block) }),
  );
}

/** Several blocks of one hunk as one difference: a text cut otherwise, or the values of a row. */
function joinedUp(
  kind: DifferenceKind,
  { olds, news, glue }: { olds: readonly Loose[]; news: Run; glue: string },
): Placed {
  const text = (list: readonly Loose[]): string => list.map(textOf).join(glue);
  return make(news[0], { kind, before: text(olds), after: text(news) });
}

/** Headings that stand on both sides; only between these can something change hands. */
class Headings {
  private readonly before: ReadonlySet<string>;
  private readonly after: ReadonlySet<string>;

  constructor(before: readonly Block[], after: readonly Block[]) {
    this.before = headingsIn(before);
    this.after = headingsIn(after);
  }

  standsOnBothSides(heading: string): boolean {
    return this.before.has(heading) && this.after.has(heading);
  }
}

function headingsIn(blocks: readonly Block[]): Set<string> {
  return new Set(blocks.filter((block) => /^h[1-6]$/.test(block.role)).map((block) => squash(block.text)));
}

/**
 * A text that left one heading for another while both stand has changed hands: a feature moved between plans (fault 25).
 * Its keys hold both headings, or moving back would have the key of moving there.
 */
function move(pair: Pair, headings: Headings): Placed {
  const [before, after] = pair;
  const made = makePair('moved', pair);
  const from = headingOf(before);
  const to = headingOf(after);
  const stand = headings.standsOnBothSides(from) && headings.standsOnBothSides(to);
  const changedHands = from !== to && stand && mayChangeHands(after.keyed.block);
  if (!changedHands) return made;
  const keys = keysOf(`${from} ${before.keyed.plain}`, `${to} ${after.keyed.plain}`, made.difference);
  return { ...made, difference: { ...made.difference, ...keys } };
}

/** A price in a text of its own that stands still, while two plans swap their names over it, has changed hands as well. */
function handover(pair: Pair, headings: Headings): Placed[] {
  const [before, after] = pair;
  if (after.keyed.label !== null || headingOf(before) === headingOf(after)) return [];
  if (!findValues(textOf(after)).some((value) => value.type === 'money')) return [];
  const moved = move(pair, headings);
  return moved.difference.key === moved.difference.inverseKey ? [] : [moved];
}

const FRAME = new Set(['nav', 'header', 'footer']);
const FEATURE_ROLES = new Set(['p', 'li', 'row', 'alt']);

/** A feature is a plain text under a plan. An entry that leads elsewhere is a list's: articles and menus shift all the time. */
function mayChangeHands({ role, region, links }: Block): boolean {
  return FEATURE_ROLES.has(role) && !FRAME.has(region) && links.length === 0;
}

function headingOf({ keyed }: Loose): string {
  return squash(keyed.block.headings.at(-1) ?? '');
}

/** The same difference in several places of a page (a menu for phones and one for desks) is one. */
function collapse(list: readonly Placed[]): Placed[] {
  const seen = new Set<string>();
  return list.filter(({ difference: { kind, key } }) => {
    const name = `${kind} ${key}`;
    if (seen.has(name)) return false;
    seen.add(name);
    return true;
  });
}
