import { placeKey, type Place } from '../../src/core/block.ts';
import { keysOf } from '../../src/core/diff/keys.ts';
import type { Difference } from '../../src/core/difference.ts';
import type { TypedValue } from '../../src/core/fact.ts';
import { movePending, type Move, type PendingDifference } from '../../src/core/pending/pending.ts';
import type { PastDifference } from '../../src/core/pending/returns.ts';

/** What stands at each place of a small page; null: nothing. */
export type Sheet = Readonly<Record<string, string | null>>;

export interface Row extends PendingDifference, PastDifference {
  readonly reason: string;
  readonly reversesId: number | null;
}

export function placeNamed(name: string): Place {
  return { role: 'p', region: 'main', headings: ['Plans', name] };
}

/** A difference without labels, as the diff would make it. */
export function difference(
  before: string | null,
  after: string | null,
  over: Partial<Difference> = {},
): Difference {
  const kind = over.kind ?? (before === null ? 'added' : after === null ? 'removed' : 'edited');
  const place = over.place ?? placeNamed('Pro');
  const keys = keysOf(before, after, { kind, place });
  return {
    before,
    after,
    kind,
    place,
    ...keys,
    hunk: 0,
    labels: [],
    valuesBefore: [],
    valuesAfter: [],
    urgency: null,
    ...over,
  };
}

/** Two successive edits as one, judged by no rule. */
export function combinePlainly(first: Difference, later: Difference): Difference {
  const { place, valuesAfter, urgency } = later;
  return difference(first.before, later.after, {
    place,
    valuesAfter,
    urgency,
    valuesBefore: first.valuesBefore,
  });
}

export interface MemoryRules {
  /** Typed values that each text is said to carry. */
  readonly values?: (text: string) => readonly TypedValue[];
  readonly urgency?: Difference['urgency'];
}

/**
 * The table of differences of one page in memory, moved by the real decisions. It writes what the store writes and tells
 * what fell due at once, so that long histories can be played without a database.
 */
export class PageMemory {
  readonly rows: Row[] = [];
  private sheet: Sheet;
  private readonly rules: MemoryRules;

  constructor(sheet: Sheet, rules: MemoryRules = {}) {
    this.sheet = sheet;
    this.rules = rules;
  }

  /** A check that two reads agree in: the page shows this, first seen `beganAt`. */
  visit(
    sheet: Sheet,
    now: Date,
    { beganAt = now, reorder = (all: readonly Difference[]) => all } = {},
  ): void {
    const incoming = reorder(this.differences(sheet));
    if (incoming.length > 0) this.apply(this.moves(sheet, incoming, { beganAt, now }), { beganAt, now });
    this.sheet = sheet;
    for (const row of this.pending()) {
      if (row.confirmed && row.dueAt <= now) this.set(row.id, { state: 'told', decidedAt: now });
    }
  }

  pending(): readonly Row[] {
    return this.rows.filter((row) => row.state === 'pending');
  }

  told(): readonly Row[] {
    return this.rows
      .filter((row) => row.state === 'told')
      .toSorted((a, b) => +a.decidedAt - +b.decidedAt || a.id - b.id);
  }

  /** The texts that a reader of every event believes to stand at a place. */
  believed(name: string, first: string | null): ReadonlySet<string> {
    const texts = new Set(first === null ? [] : [first]);
    for (const { place, before, after } of this.told()) {
      if (placeKey(place) !== placeKey(placeNamed(name))) continue;
      if (before !== null) texts.delete(before);
      if (after !== null) texts.add(after);
    }
    return texts;
  }

  private differences(sheet: Sheet): readonly Difference[] {
    const { values = () => [], urgency = null } = this.rules;
    return Object.keys(sheet).flatMap((name) => {
      const [before = null, after = null] = [this.sheet[name], sheet[name]];
      if (before === after) return [];
      const sides = [before, after].map((text) => (text === null ? [] : values(text)));
      const [valuesBefore = [], valuesAfter = []] = sides;
      return [difference(before, after, { place: placeNamed(name), valuesBefore, valuesAfter, urgency })];
    });
  }

  private moves(sheet: Sheet, incoming: readonly Difference[], at: { beganAt: Date; now: Date }) {
    return movePending({
      ...at,
      pending: this.pending(),
      past: this.rows.toReversed(),
      incoming,
      standing: new Set(Object.values(sheet).filter((text) => text !== null)),
      believed: null,
      combine: combinePlainly,
      newsPage: false,
    });
  }

  private apply(moves: readonly Move[], at: { beganAt: Date; now: Date }): void {
    for (const move of moves) {
      if (move.to === 'withdraw') this.set(move.id, { state: 'withdrawn', decidedAt: at.now });
      else if (move.to === 'merge') this.set(move.id, { ...move.difference, ...waiting(move, at.now) });
      else this.add(move, at);
    }
  }

  private add(
    move: Exclude<Move, { to: 'withdraw' | 'merge' }>,
    { beganAt, now }: { beganAt: Date; now: Date },
  ) {
    const waits = move.to === 'pending' ? waiting(move, now) : NOT_WAITING;
    const { difference: d, reason, to: state } = move;
    const id = this.rows.length + 1;
    this.rows.push({ ...d, ...waits, id, changeId: id, reason, state, beganAt, decidedAt: now });
  }

  private set(id: number, over: Partial<Row>): void {
    const at = this.rows.findIndex((row) => row.id === id && row.state === 'pending');
    const row = this.rows[at];
    if (row === undefined) throw new Error(`difference ${id} does not wait`);
    this.rows[at] = { ...row, ...over };
  }
}

type Waiting = Pick<Row, 'dueAt' | 'confirmed' | 'reversesId' | 'alternates'>;

const NOT_WAITING: Waiting = { dueAt: new Date(0), confirmed: true, reversesId: null, alternates: false };

function waiting({ dueAt, confirmed, reversesId, alternates }: Waiting, decidedAt: Date) {
  return { dueAt, confirmed, reversesId, alternates, decidedAt };
}
