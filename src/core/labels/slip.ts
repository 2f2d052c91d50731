import { exchangedWords, isParticle, type Replaced } from './wording.ts';
import type { Considered, Rule } from './rule.ts';

const MOST_WORDS = 4;

/** A word that was mistyped and is mended, or the reverse: nearly the same letters, the same beginning, no new meaning. */
export const slip: Rule = {
  name: 'typing slip',
  noise: 'cosmetic',
  reason: 'a typing slip was made or mended',
  explains: (considered) => {
    const exchanged = exchangedWords(considered, { most: MOST_WORDS });
    return (exchanged !== null && exchanged.length > 0 && exchanged.every(isSlip)) || isLongSlip(considered);
  },
};

/** The same word in another form, or an article and preposition exchanged. */
export const grammar: Rule = {
  name: 'grammar',
  noise: 'cosmetic',
  reason: 'only grammar differs: an ending, an article, a preposition',
  explains: (considered) => {
    const exchanged = exchangedWords(considered, { most: MOST_WORDS });
    return (
      exchanged !== null &&
      exchanged.length > 0 &&
      exchanged.every((pair) => isSlip(pair) || isInflected(pair) || areParticles(pair))
    );
  },
};

/** Letters from which on one of them more or less is a slip with hardly a word around it. */
const LONG = 10;

/** "Persöhnlicher Service": one letter in the middle of a long word, its ending as before; in a heading or a menu it may be a name. */
function isLongSlip(considered: Considered): boolean {
  const { role, region } = considered.difference.place;
  if (/^h[1-6]$/.test(role) || region === 'nav' || region === 'header') return false;
  const [pair, ...rest] = exchangedWords(considered, { most: 1, least: 1 }) ?? [];
  if (pair === undefined || rest.length > 0) return false;
  const { old, fresh } = pair;
  const long = Math.min(old.length, fresh.length) >= LONG && old.slice(-2) === fresh.slice(-2);
  return long && isSlip(pair) && editDistance(old, fresh) === 1;
}

const NEGATION = /^(?:un|in|im|non|dis|ir|il|mis)/;

function isSlip({ old, fresh }: Replaced): boolean {
  if (old === '' || fresh === '' || old[0] !== fresh[0]) return false;
  if (NEGATION.test(old) !== NEGATION.test(fresh)) return false;
  const shorter = Math.min(old.length, fresh.length);
  const distance = editDistance(old, fresh);
  if (shorter >= 8 && distance === 2) return true;
  // Two neighbours that changed places are a slip of the fingers in a short word too.
  return distance === 1 && (shorter >= 5 || (shorter >= 4 && sorted(old) === sorted(fresh)));
}

function sorted(word: string): string {
  return [...word].sort().join('');
}

const ENDING = /(?:'s|’s|s|es|ed|d|ing|ly|er|en|e|n|t)$/;

function isInflected({ old, fresh }: Replaced): boolean {
  const stems = new Set([old, old.replace(ENDING, '')].filter((stem) => stem.length >= 3));
  return stems.has(fresh) || stems.has(fresh.replace(ENDING, ''));
}

function areParticles({ old, fresh }: Replaced): boolean {
  return [old, fresh].every((word) => word === '' || isParticle(word));
}

/** Levenshtein with neighbours swapped counting as one edit; words are short, so that a full table is cheap. */
function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2 || a.length > 40) return 3;
  const width = b.length + 1;
  const table = Array.from({ length: (a.length + 1) * width }, (_, cell) => cell);
  const at = (i: number, j: number): number => table[i * width + j] ?? 0;
  for (let i = 1; i <= a.length; i += 1) {
    table[i * width] = i;
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const cheapest = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + same);
      table[i * width + j] = swapped ? Math.min(cheapest, at(i - 2, j - 2) + 1) : cheapest;
    }
  }
  return at(a.length, b.length);
}
