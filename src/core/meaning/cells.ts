import type { Difference } from '../difference.ts';
import type { Some } from '../telling.ts';
import { zip } from '../zip.ts';
import { hasMoney } from '../facts/has-money.ts';
import { cellsOf, headerAt } from './label.ts';
import { folded, plain } from './plain.ts';
import { indexOf, isLegalText } from './scene.ts';
import type { Scene, Side } from './scene.ts';

/** A cell that differs under the same row and column. */
export interface CellChange {
  readonly row: string;
  /** The column's name, or null in a table without header cells. */
  readonly column: string | null;
  readonly from: string;
  readonly to: string;
  readonly differences: Some<Difference>;
}

interface Row {
  readonly difference: Difference;
  readonly label: string;
  readonly cells: readonly string[];
  readonly header: readonly string[] | null;
}

/**
 * Changed cells of table rows, compared per row label and column name. Without a header the rows must have the same
 * number of cells. A row label that changed rows carry twice is no label.
 */
export function cellChanges(scene: Scene): CellChange[] {
  const before = rowsOf(scene, 'before');
  const after = rowsOf(scene, 'after');
  return after.flatMap((row) => {
    const partners = before.filter((other) => folded(other.label) === folded(row.label));
    const [partner] = partners;
    const alone = after.filter((other) => folded(other.label) === folded(row.label)).length === 1;
    return partner && partners.length === 1 && alone ? changesBetween(partner, row) : [];
  });
}

function rowsOf(scene: Scene, side: Side): Row[] {
  return scene.differences.flatMap((difference) => {
    const at = indexOf(scene[side], difference, side);
    const block = scene[side].blocks[at];
    if (block?.role !== 'row' || isLegalText(scene, difference)) return [];
    const first = headerAt(scene[side], at);
    const top = scene[side].blocks[first];
    const header = first === at || !top || looksLikeData(cellsOf(top)) ? null : cellsOf(top).map(plain);
    const cells = cellsOf(block).map(plain);
    const [label = ''] = cells;
    return [{ difference, label, cells, header }];
  });
}

function looksLikeData(cells: readonly string[]): boolean {
  return cells.slice(1).some((cell) => hasMoney(cell) || /^\s*\d[\d.,]*\s*$|^[✓✔✗✘×–—-]$/u.test(cell));
}

function changesBetween(before: Row, after: Row): CellChange[] {
  const differences: Some<Difference> =
    before.difference === after.difference ? [after.difference] : [before.difference, after.difference];
  const named = before.header !== null && after.header !== null;
  if (!named && before.cells.length !== after.cells.length) return [];
  const old = named ? new Map(zip(before.header, before.cells).toReversed()) : null;
  return after.cells.flatMap((to, at) => {
    const column = after.header?.[at] ?? null;
    const from = old === null ? before.cells[at] : column === null ? undefined : old.get(column);
    if (at === 0 || from === undefined || folded(from) === folded(to)) return [];
    return [{ row: after.label, column, from, to, differences }];
  });
}
