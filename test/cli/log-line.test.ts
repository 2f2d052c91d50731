import { expect, test } from 'vitest';
import { plainLine } from '../../src/cli/log-line.ts';

const line = (fields: object): string =>
  JSON.stringify({ level: 30, time: '2026-12-01T15:20:00.000Z', ...fields });
const said = (fields: object): string | undefined => plainLine(line(fields))?.replace(/^\d\d:\d\d:\d\d /, '');

test.each([
  [
    {
      msg: 'check',
      url: 'https://acme.test/',
      outcome: 'unchanged',
      witness: '304',
      reason: 'a 304',
      check: 3,
    },
    'check https://acme.test/: unchanged, a 304',
  ],
  [
    { msg: 'delivery', id: 4, channel: 'a@acme.test', state: 'sent', code: null, error: null },
    'delivery 4 to a@acme.test: sent',
  ],
  [
    { msg: 'delivery', id: 4, channel: 'a@acme.test', state: 'dead', code: 410, error: 'gone' },
    'delivery 4 to a@acme.test: dead (gone)',
  ],
  [{ msg: 'digest', localDate: '2026-12-01', subject: 'Two changes' }, 'digest of 2026-12-01: Two changes'],
  [{ msg: 'better words', events: 2 }, 'better words events 2'],
  [
    { level: 50, msg: 'upkeep', error: { message: 'a bug' } },
    'fault upkeep a bug (the whole of it: 2> log.txt)',
  ],
])('%j is one plain line', (fields, words) => {
  expect(said(fields)).toBe(words);
});

test('a digest on a day without news says nothing', () => {
  expect(plainLine(line({ msg: 'digest', localDate: '2026-12-01', subject: null }))).toBeNull();
});

test('what a page says cannot break the line or the terminal', () => {
  expect(said({ msg: 'check', url: 'x', outcome: 'failed', reason: 'a\u001B[2Jb\nc' })).toBe(
    'check x: failed, a [2Jb c',
  );
});
