import { matchKeys } from './match.ts';
import { tokensOf } from './tokens.ts';

/** A piece of a text; the pieces of a side together are that side's text. */
export interface Mark {
  readonly text: string;
  readonly changed: boolean;
}

export interface Marked {
  readonly before: readonly Mark[];
  readonly after: readonly Mark[];
}

/** Beyond this a side is marked as a whole: nobody reads word marks in a text of this length. */
const MOST_TOKENS = 60_000;

/** Which words of two texts differ. Spaces between two changed words count as changed, so that a run reads as one. */
export function markWords(before: string, after: string): Marked {
  if (before === '' || after === '') return { before: piece(before, true), after: piece(after, true) };
  const a = tokensOf(before);
  const b = tokensOf(after);
  if (a.length > MOST_TOKENS || b.length > MOST_TOKENS) {
    const changed = before !== after;
    return { before: piece(before, changed), after: piece(after, changed) };
  }
  const matches = matchKeys(a, b);
  return {
    before: marksOf(a, new Set(matches.map(([at]) => at))),
    after: marksOf(b, new Set(matches.map(([, at]) => at))),
  };
}

function piece(text: string, changed: boolean): Mark[] {
  return text === '' ? [] : [{ text, changed }];
}

function marksOf(tokens: readonly string[], kept: ReadonlySet<number>): Mark[] {
  const pieces = tokens.map((text, at) => ({ text, changed: !kept.has(at) }));
  for (const [at, piece] of pieces.entries()) {
    if (!/^\s+$/.test(piece.text)) continue;
    piece.changed = [pieces[at - 1], pieces[at + 1]].every((beside) => beside?.changed === true);
  }
  const marks: { text: string; changed: boolean }[] = [];
  for (const piece of pieces) {
    const last = marks.at(-1);
    if (last?.changed === piece.changed) last.text += piece.text;
    else marks.push(piece);
  }
  return marks;
}

/** The differing words of a pair, each side's changed pieces with single spaces between. */
export function changedWords({ before, after }: Marked): { before: string; after: string } {
  return { before: joined(before), after: joined(after) };
}

function joined(marks: readonly Mark[]): string {
  return marks
    .filter((mark) => mark.changed)
    .map((mark) => mark.text.trim())
    .filter((text) => text !== '')
    .join(' ');
}
