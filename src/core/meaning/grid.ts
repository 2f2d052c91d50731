import type { Block } from '../block.ts';
import { zip } from '../zip.ts';
import type { Standing } from './label.ts';
import { isCall, namesSomething, skeletonOf } from './mask.ts';
import type { Pair, Unpaired } from './pairs.ts';
import { plain } from './plain.ts';
import type { Face, Scene } from './scene.ts';

/** Past this a section is no price grid, and comparing it costs more than it can tell. */
const MOST_BLOCKS = 400;

/**
 * Pairs by the same skeleton: when all blocks under one heading are equal once numbers are masked, the numbers pair by
 * position. This finds the price tables that are made of plain div elements, and swaps inside them.
 */
export function gridPairs(scene: Scene, unpaired: Unpaired): Pair[] {
  const sections = new Set(unpaired.before.map((standing) => standing.difference.place.headings.join('\n')));
  return [...sections].flatMap((section) => pairsIn(scene, unpaired, section));
}

function blocksUnder(face: Face, section: string): readonly Block[] {
  return face.blocks.filter((block) => block.headings.join('\n') === section && block.role !== 'row');
}

function pairsIn(scene: Scene, unpaired: Unpaired, section: string): Pair[] {
  const before = blocksUnder(scene.before, section);
  const after = blocksUnder(scene.after, section);
  if (before.length !== after.length || before.length > MOST_BLOCKS) return [];
  const beside = zip(before, after);
  if (!beside.every(([old, now]) => shapeOf(old) === shapeOf(now) && namesStand(old, now))) return [];
  return beside.flatMap(([block, other], at) => {
    if (block.text === other.text) return [];
    const name = nameBefore(before, at);
    return valuesIn(unpaired, block, other).map(([from, to]) => ({ from, to, name, within: null }));
  });
}

/** A block that names nothing is only a number, whatever its period: "€199 yearly" and "€17 a month" have one shape. */
function shapeOf(block: Block): string {
  return namesSomething(block.text) ? skeletonOf(block.text) : String(/\d/u.test(block.text));
}

/** Blocks that name something must be the same to the letter: "RS 1000" and "RS 2000" are two cards, not one number. */
function namesStand(before: Block, after: Block): boolean {
  return !namesSomething(before.text) || before.text === after.text;
}

/** The text directly above the run of values, if it can name them; "" if it is a button, a link or a sentence. */
function nameBefore(blocks: readonly Block[], at: number): string {
  const above = blocks.slice(0, at).findLast((block) => namesSomething(block.text));
  if (above === undefined) return plain(blocks[at]?.headings.at(-1) ?? '');
  const isName =
    above.role !== 'button' && above.links.length === 0 && above.text.length <= 40 && !isCall(above.text);
  return isName ? plain(above.text) : '';
}

function valuesIn(unpaired: Unpaired, before: Block, after: Block): [Standing, Standing][] {
  const left = unpaired.before.filter((standing) => standing.difference.before === before.text);
  const right = unpaired.after.filter((standing) => standing.difference.after === after.text);
  return left.flatMap((from): [Standing, Standing][] => {
    const to = right.find(
      (one) => one.nth === from.nth && unpaired.key(one.value) === unpaired.key(from.value),
    );
    return to ? [[from, to]] : [];
  });
}
