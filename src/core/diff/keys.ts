import { hash } from 'node:crypto';
import type { Place } from '../block.ts';
import type { DifferenceKind } from '../difference.ts';
import { linkTarget } from '../read/link-target.ts';
import { squash } from './squash.ts';
import { isBareValue } from './values.ts';

/** Where a difference stands, as far as its key cares. */
export interface KeyContext {
  readonly kind: DifferenceKind;
  readonly place: Place;
}

export interface Keys {
  readonly key: string;
  readonly inverseKey: string;
}

/**
 * The key of a difference and of its undoing. Equal news has equal keys on any page and place: they hash the squashed texts,
 * and of the place only what a bare value needs to mean anything. "$29 -> $49" under Pro and "$49 -> $29" under Team would
 * else undo each other, and two prices that were swapped would never be told (fault 25).
 * @param at the kind and place; left out, the texts speak for themselves
 */
export function keysOf(before: string | null, after: string | null, at?: KeyContext): Keys {
  const family = familyOf(at?.kind);
  const form = family === 'link' ? linkTarget : at?.kind === 'typographic' ? exact : squashCells;
  const values = [before, after].every((text) => text === null || isBareValue(text));
  const label = at !== undefined && family === 'text' && values ? squash(at.place.headings.at(-1) ?? '') : '';
  const [old, fresh] = [before, after].map((text) => (text === null ? '\u0000' : form(text)));
  const key = digest([family, label, old, fresh]);
  return { key, inverseKey: old === fresh ? key : digest([family, label, fresh, old]) };
}

/** Cells apart, or a mark that changed its column would leave both sides equal. */
function squashCells(text: string): string {
  return text.includes(' | ') ? text.split(' | ').map(squash).join('|') : squash(text);
}

function exact(text: string): string {
  return text;
}

function familyOf(kind: DifferenceKind | undefined): string {
  if (kind === undefined || kind === 'added' || kind === 'removed' || kind === 'edited') return 'text';
  return kind;
}

function digest(parts: readonly (string | undefined)[]): string {
  return hash('sha256', parts.join('\u0001')).slice(0, 32);
}
