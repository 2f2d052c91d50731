import type { Difference } from '../difference.ts';
import { namesSomething } from './mask.ts';
import { folded } from './plain.ts';
import { holdsWords } from './plan-name.ts';

/** A text that left and one that came, of which one holds the other: it still stands, with more words or fewer. */
export function withExtended(differences: readonly Difference[]): readonly Difference[] {
  const gone = differences.filter((one) => isProse(one) && one.after === null);
  const came = differences.filter((one) => isProse(one) && one.before === null);
  const merged = new Map<Difference, Difference | null>();
  for (const old of gone) {
    const now = came.find((one) => !merged.has(one) && isExtended(old, one));
    if (now === undefined) {
      if (differences.some((one) => takesIn(one, old))) merged.set(old, null);
      continue;
    }
    merged.set(old, null);
    merged.set(now, { ...now, kind: 'edited', before: old.before, valuesBefore: old.valuesBefore });
  }
  return differences.flatMap((one) => {
    const instead = merged.get(one);
    return instead === undefined ? [one] : instead === null ? [] : [instead];
  });
}

function isProse({ kind, place }: Difference): boolean {
  return (kind === 'added' || kind === 'removed') && (place.role === 'p' || place.role === 'li');
}

function isNear(one: Difference, other: Difference): boolean {
  const under = ({ place }: Difference): string => `${place.region} ${place.headings.join('\n')}`;
  return one.hunk === other.hunk || under(one) === under(other);
}

/** Two texts that became one: the edit now says what the other said. */
function takesIn(edit: Difference, old: Difference): boolean {
  const text = bareOf(old.before);
  if (edit.kind !== 'edited' || !isNear(edit, old) || !namesSomething(text)) return false;
  return holdsWords(bareOf(edit.after), text) && !holdsWords(bareOf(edit.before), text);
}

function isExtended(old: Difference, now: Difference): boolean {
  if (!isNear(old, now)) return false;
  const [before, after] = [bareOf(old.before), bareOf(now.after)];
  const [short, long] = before.length < after.length ? [before, after] : [after, before];
  return namesSomething(short) && holdsWords(long, short);
}

function bareOf(text: string | null): string {
  return folded(text ?? '').replace(/[\s.!?…:;,]+$/u, '');
}
