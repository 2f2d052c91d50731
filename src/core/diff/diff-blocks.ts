import { APART, type Block, type Place, placeOf } from '../block.ts';
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
  const parts: readonly DifferenceKind[] = ['title', 'meta', 'data', 'edited'];
  const headings = new Headings(before, after);
  const found = parts.flatMap((part) => diffPart(part, { before, after, headings }));
  return collapse(found.toSorted((x, y) => x.hunk - y.hunk || x.at - y.at)).map(
    ({ difference }) => difference,
  );
}

interface Placed {
  readonly difference: Difference;
  readonly hunk: number;
  readonly at: number;
}

interface Readings {
  readonly before: readonly Block[];
  readonly after: readonly Block[];
  readonly headings: Headings;
}

/** Title, meta and data are compared on their own: they have no place in the body. Their hunks come first. */
function diffPart(part: DifferenceKind, { before, after, headings }: Readings): Placed[] {
  const belongs = (block: Block): boolean =>
    part === 'edited' ? !APART.has(block.role) : block.role === part;
  const [a, b] = keyBlocks(before.filter(belongs), after.filter(belongs));
  const laid = align(a, b);
  const own: DifferenceKind | null = part === 'edited' ? null : part;
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
  const { label, labelPath } = keyed;
  if (label !== null && labelPath !== null) return { ...place, headings: [...labelPath, label] };
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

/** The headings of two readings, each squashed once: every block names one. */
class Headings {
  private readonly squashed = new Map<string, string>();
  private readonly standing: ReadonlySet<string>;

  constructor(before: readonly Block[], after: readonly Block[]) {
    this.standing = this.in(before).intersection(this.in(after));
  }

  /** The nearest heading above a block, squashed; '' where there is none. */
  above({ keyed: { block } }: Loose): string {
    return this.squash(block.headings.at(-1) ?? '');
  }

  /** Only between two headings that both stand on both sides can something change hands. */
  differOverStanding(pair: Pair): boolean {
    const [from, to] = [this.above(pair[0]), this.above(pair[1])];
    return from !== to && this.standing.has(from) && this.standing.has(to);
  }

  private in(blocks: readonly Block[]): Set<string> {
    const headings = blocks.filter((block) => /^h[1-6]$/.test(block.role));
    return new Set(headings.map((block) => this.squash(block.text)));
  }

  private squash(text: string): string {
    const known = this.squashed.get(text) ?? squash(text);
    this.squashed.set(text, known);
    return known;
  }
}

/**
 * A text that left one heading for another while both stand has changed hands: a feature moved between plans (fault 25).
 * Its keys hold both headings, or moving back would have the key of moving there.
 */
function move(pair: Pair, headings: Headings): Placed {
  const made = makePair('moved', pair);
  if (!changedHands(pair, headings)) return made;
  const [from, to] = pair.map((side) => `${headings.above(side)} ${side.keyed.plain}`);
  const keys = keysOf(from ?? null, to ?? null, made.difference);
  return { ...made, difference: { ...made.difference, ...keys } };
}

function changedHands(pair: Pair, headings: Headings): boolean {
  return headings.differOverStanding(pair) && mayChangeHands(pair[1].keyed.block);
}

/** A price in a text of its own that stands still, while two plans swap their names over it, has changed hands as well. */
function handover(pair: Pair, headings: Headings): Placed[] {
  const [, after] = pair;
  if (after.keyed.label !== null || !changedHands(pair, headings)) return [];
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
