import type { Difference } from '../difference.ts';
import type { Some } from '../telling.ts';
import { wordsFor } from './entry.ts';
import { ordered, rank } from './finding.ts';
import type { Finding } from './finding.ts';
import { kindOf } from './kind-of.ts';
import type { Grade } from './kind-of.ts';
import { andMore, folded } from './plain.ts';
import { textOf } from './scene.ts';
import type { Scene } from './scene.ts';

/** Every difference that no other rule took, grouped by kind and by whether it came, left or was edited. */
export function findEntries(scene: Scene, left: readonly Difference[]): Finding[] {
  const groups = new Map<string, { grade: Grade; differences: Some<Difference> }>();
  for (const difference of left) {
    const grade = kindOf(scene, difference);
    const way = wayOf(difference);
    const key = `${grade.kind} ${way}`;
    const known = groups.get(key);
    const graver = known && rank(known.grade.severity) >= rank(grade.severity);
    const differences: Some<Difference> = graver
      ? [...known.differences, difference]
      : [difference, ...(known?.differences ?? [])];
    groups.set(key, { grade: graver ? known.grade : grade, differences });
  }
  return [...groups.values()].map(({ grade, differences }) => entryFinding(scene, grade, differences));
}

/** A headline that left and one that came are one piece of news. */
function wayOf({ before, after, place }: Difference): string {
  if (place.role === 'h1' || place.role === 'title') return place.role;
  return before === null ? 'added' : after === null ? 'removed' : 'edited';
}

function entryFinding(scene: Scene, grade: Grade, all: Some<Difference>): Finding {
  const differences = ordered(all, (a, b) => Number(a.after === null) - Number(b.after === null));
  const [lead] = differences;
  const words = wordsFor(scene, lead);
  const counted = wayOf(lead) === 'h1' ? all.filter((one) => one.after !== null) : all;
  const others = new Set(counted.map((one) => folded(textOf(one)))).size - 1;
  return {
    kind: grade.kind,
    tags: [],
    severity: grade.severity,
    reasons: [grade.reason],
    parts: [words.line, words.place, andMore(others)],
    sentence: words.sentence,
    numbers: [],
    differences,
  };
}
