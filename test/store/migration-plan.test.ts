import { expect, test } from 'vitest';
import { migrationOf, planMigrations } from '../../src/store/migration-plan.ts';

const FRUIT = 'create table fruit (name text primary key);';
const COLOUR = 'alter table fruit\n  add column colour text;';
const one = migrationOf('0001_fruit.sql', FRUIT);
const two = migrationOf('0002_colour.sql', COLOUR);

test('line ends of another system are no change', () => {
  expect(migrationOf('0002_colour.sql', COLOUR.replaceAll('\n', '\r\n')).checksum).toBe(two.checksum);
});

test('a file that turns up before an applied one is refused', () => {
  const say = expect.stringContaining('0001_fruit was never applied');
  expect(planMigrations([one, two], [two])).toEqual({ ok: false, say });
});

test.each(['1_fruit.sql', '0001-fruit.sql', '0001_Fruit.sql'])(
  'the name %s is a slip of the author',
  (name) => {
    expect(() => migrationOf(name, '')).toThrow('NNNN_name.sql');
  },
);

test('a gap in the numbers and a number used twice are slips of the author', () => {
  expect(() => planMigrations([two], [])).toThrow('without a gap');
  expect(() => planMigrations([one, one], [])).toThrow('without a gap');
});

test('nothing applied, all pending in order; one applied, the rest; all applied, none', () => {
  expect(planMigrations([one, two], [])).toEqual({ ok: true, pending: [one, two] });
  expect(planMigrations([one, two], [one])).toEqual({ ok: true, pending: [two] });
  expect(planMigrations([one, two], [one, two])).toEqual({ ok: true, pending: [] });
});

test('a database newer than the code is refused, also by code without any migration', () => {
  const say = expect.stringContaining('it has migration 0002_colour, the code ends at');
  expect(planMigrations([one], [one, two])).toEqual({ ok: false, say });
  expect(planMigrations([], [one, two])).toEqual({ ok: false, say });
});
