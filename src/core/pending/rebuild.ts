import type { Difference, Label } from '../difference.ts';
import { squash } from '../diff/squash.ts';
import { isFact } from '../fact.ts';
import type { Move, PendingDifference } from './pending.ts';

export interface RebuildQuestion {
  /** Pending differences that began in one change. */
  readonly pending: readonly PendingDifference[];
  /** What today's reader finds between the texts of that change. */
  readonly ofChange: readonly Difference[];
  /** What it finds between the text before that change and the text that stands now: edits since are part of it. */
  readonly sinceChange: readonly Difference[];
  /** Keys of all differences that this change has brought so far, in whatever state. */
  readonly recorded: ReadonlySet<string>;
}

const REREAD: Label = {
  noise: 'reread',
  rule: 'reread',
  reason: 'our reader changed: it finds this between two texts that we had compared before',
};

/**
 * The pending list after a change of OUR reader (P13): what it no longer finds is withdrawn, what it newly finds between the
 * same two texts is noise, both as `reread`. A difference that it only cuts otherwise (a price that was a line of its
 * own and is now part of a sentence) goes on waiting in its new form: it is the same news.
 */
export function rebuildPending(question: RebuildQuestion): readonly Move[] {
  const { pending, ofChange, sinceChange, recorded } = question;
  const found = new Set([...ofChange, ...sinceChange].map((d) => d.key));
  const lost = pending.filter((p) => !found.has(p.key));
  const unrecorded = ofChange.filter((d) => !recorded.has(d.key));
  const fresh = new Set(unrecorded);
  const moves: Move[] = [];
  for (const p of lost) {
    const same = [...fresh, ...sinceChange].find((d) => !recorded.has(d.key) && saysTheSame(p, d));
    if (same !== undefined) fresh.delete(same);
    moves.push(
      same === undefined
        ? withdrawn(p)
        : { to: 'merge', ...p, difference: same, reason: 'reread: our reader cuts it otherwise now' },
    );
  }
  return [...moves, ...[...fresh].map(asNoise)];
}

function withdrawn({ id }: PendingDifference): Move {
  return { to: 'withdraw', id, reason: 'reread: our reader no longer finds it' };
}

function asNoise(d: Difference): Move {
  const difference = { ...d, labels: [REREAD, ...d.labels], urgency: null };
  return { to: 'noise', difference, reason: REREAD.reason };
}

/** The same typed facts on both sides, or texts of which one holds the other. */
function saysTheSame(p: Difference, d: Difference): boolean {
  if (p.kind !== d.kind) return false;
  const facts = factsOf(p);
  if (facts !== '|') return facts === factsOf(d);
  return within(p.before, d.before) && within(p.after, d.after);
}

function factsOf({ valuesBefore, valuesAfter }: Difference): string {
  const words = (values: Difference['valuesBefore']): string =>
    values
      .filter(isFact)
      .map((value) => JSON.stringify({ ...value, text: undefined }))
      .join();
  return `${words(valuesBefore)}|${words(valuesAfter)}`;
}

function within(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return one === other;
  const [a, b] = [squash(one), squash(other)];
  return a !== '' && b !== '' && (a.includes(b) || b.includes(a));
}
