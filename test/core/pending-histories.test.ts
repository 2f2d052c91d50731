import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TypedValue } from '../../src/core/fact.ts';
import { PageMemory, type Sheet } from '../support/page-memory.ts';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 2, 2);
const PLACES = ['Free', 'Pro', 'Team'];

/** Every text of these pages is a typed fact, so that none may be lost (P9). */
const values = (text: string): readonly TypedValue[] => [
  { type: 'quantity', text, value: text.length, unit: 'seats' },
];

/** Hours until the next visit, and what stands at each place then. */
const visits = (texts: readonly (string | null)[]) =>
  fc.array(
    fc.record({
      hours: fc.integer({ min: 1, max: 24 * 12 }),
      sheet: fc.record(Object.fromEntries(PLACES.map((place) => [place, textAt(place, texts)]))),
    }),
    { minLength: 1, maxLength: 25 },
  );

function textAt(place: string, texts: readonly (string | null)[]): fc.Arbitrary<string | null> {
  return fc.constantFrom(
    ...texts.map((text) => (text === null ? null : `${text} seats in the ${place} plan`)),
  );
}

type Played = { readonly hours: number; readonly sheet: Sheet };

const FIRST: Sheet = Object.fromEntries(PLACES.map((place) => [place, `one seats in the ${place} plan`]));

function play(
  steps: readonly Played[],
  after: (memory: PageMemory, sheet: Sheet, now: Date) => void,
): PageMemory {
  const memory = new PageMemory(FIRST, { values });
  let now = START;
  for (const { hours, sheet } of steps) {
    now += hours * HOUR;
    memory.visit(sheet, new Date(now), { beganAt: new Date(now - HOUR / 12) });
    after(memory, sheet, new Date(now));
  }
  return memory;
}

const TEXTS = ['one', 'two', 'three'];
/** With places that empty and fill again: a removal and a later addition are two differences, not one edit. */
const COMING_AND_GOING = [...TEXTS, null];

test('P8: each place waits with one difference at most, from what its reader believes to what stands', () => {
  fc.assert(
    fc.property(visits(TEXTS), (steps) => {
      play(steps, (memory, sheet) => {
        for (const place of PLACES) {
          const here = memory.pending().filter((row) => row.place.headings.at(-1) === place);
          const [believed] = memory.believed(place, FIRST[place] ?? null);
          const step = [believed, sheet[place]];
          expect(here.map((row) => [row.before, row.after])).toEqual(believed === sheet[place] ? [] : [step]);
        }
      });
    }),
  );
});

test('P7: what is told stands at that moment, and what was undone before is never told', () => {
  fc.assert(
    fc.property(visits(COMING_AND_GOING), (steps) => {
      play(steps, (memory, sheet, now) => {
        for (const row of memory.told().filter((told) => +told.decidedAt === +now)) {
          const standing = sheet[row.place.headings.at(-1) ?? ''];
          if (row.after === null) expect(standing).not.toBe(row.before);
          else expect(standing).toBe(row.after);
        }
      });
    }),
  );
});

test('P8: what is told is no news that its reader has heard already, and takes nothing away that is unknown', () => {
  fc.assert(
    fc.property(visits(COMING_AND_GOING), (steps) => {
      const told = play(steps, () => {}).told();
      const known = new Set(Object.values(FIRST));
      for (const { before, after } of told) {
        if (before !== null) expect(known.delete(before)).toBe(true);
        if (after === null) continue;
        expect(known.has(after)).toBe(false);
        known.add(after);
      }
    }),
  );
});

test('P8: a reversal undoes a told difference, the one that its reader heard last of the two', () => {
  fc.assert(
    fc.property(visits(['one', 'two', null]), (steps) => {
      const memory = play(steps, () => {});
      for (const row of memory.told().filter(({ reversesId }) => reversesId !== null)) {
        const undone = memory.rows.find(({ id }) => id === row.reversesId);
        expect(undone).toMatchObject({ state: 'told', key: row.inverseKey });
        expect(+(undone?.decidedAt ?? 0)).toBeLessThanOrEqual(+row.decidedAt);
      }
    }),
  );
});

test('P7: what has stood a week is told, whatever came before', () => {
  fc.assert(
    fc.property(visits(COMING_AND_GOING), (steps) => {
      const last = steps.at(-1)?.sheet ?? FIRST;
      const quiet = [24 * 8, 1].map((hours) => ({ hours, sheet: last }));
      const memory = play([...steps, ...quiet], () => {});
      for (const place of PLACES) {
        const standing = [last[place] ?? null].filter((text) => text !== null);
        expect([...memory.believed(place, FIRST[place] ?? null)]).toEqual(standing);
      }
      expect(memory.pending()).toEqual([]);
    }),
  );
});

test('P7: what nobody undoes is told at the first visit after a day, not before', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), (hours) => {
      const sheet = { ...FIRST, Pro: 'two seats in the Pro plan' };
      const memory = play(
        [
          { hours: 1, sheet },
          { hours, sheet },
        ],
        () => {},
      );
      expect(memory.told()).toHaveLength(hours * HOUR + HOUR / 12 >= 24 * HOUR ? 1 : 0);
    }),
  );
});

test('P8: over ten alternations at most three events, while no side stands a week', () => {
  const hours = fc.array(fc.integer({ min: 1, max: 24 * 6 }), { minLength: 10, maxLength: 40 });
  fc.assert(
    fc.property(hours, (waits) => {
      const turns = waits.map((wait, turn) => ({
        hours: wait,
        sheet: turn % 2 === 0 ? { Pro: 'two' } : { Pro: 'one' },
      }));
      const memory = new PageMemory({ Pro: 'one' });
      let now = START;
      for (const { hours: wait, sheet } of turns.slice(0, 10)) {
        now += wait * HOUR;
        memory.visit(sheet, new Date(now));
      }
      expect(memory.told().length).toBeLessThanOrEqual(3);
      expect(memory.told().filter((row) => row.alternates).length).toBeLessThanOrEqual(1);
    }),
  );
});

test('the order in which the differences of one change come in decides nothing', () => {
  const order = fc.infiniteStream(fc.integer());
  fc.assert(
    fc.property(visits(COMING_AND_GOING), order, (steps, stream) => {
      const shuffled = new PageMemory(FIRST, { values });
      const plain = new PageMemory(FIRST, { values });
      let now = START;
      for (const { hours, sheet } of steps) {
        now += hours * HOUR;
        plain.visit(sheet, new Date(now));
        shuffled.visit(sheet, new Date(now), {
          reorder: (all) => all.toSorted(() => (stream.next().value ?? 0) % 2),
        });
      }
      const ends = (memory: PageMemory) =>
        memory.rows.map((row) => `${row.key} ${row.state} ${+row.dueAt}`).toSorted();
      expect(ends(shuffled)).toEqual(ends(plain));
    }),
  );
});
