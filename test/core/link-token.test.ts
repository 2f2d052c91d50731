import { describe, expect, test } from 'vitest';
import { LINK_ACTIONS, readLink, signLink, type LinkClaim } from '../../src/core/link-token.ts';

const KEY = Buffer.alloc(32, 7);
const NOW = new Date('2026-03-20T12:00:00Z');
const DAY = 86_400_000;
const DELIVERY = `alert_${'3f'.repeat(16)}`;
const claim = (over: Partial<LinkClaim> = {}): LinkClaim => ({
  action: 'useful',
  delivery: DELIVERY,
  event: 41,
  ...over,
});

describe('a link stands for what it was signed for', () => {
  test.each(LINK_ACTIONS)('%s', (action) => {
    for (const event of [null, 1, 2 ** 48 - 1]) {
      const token = signLink(claim({ action, event }), { key: KEY, now: NOW });
      expect(token).toMatch(/^[\w-]+\.[\w-]+$/);
      expect(readLink(token, { key: KEY, now: NOW })).toEqual({ ok: true, claim: claim({ action, event }) });
    }
  });

  test('every changed character makes it a stranger’s', () => {
    const token = signLink(claim(), { key: KEY, now: NOW });
    for (let at = 0; at < token.length; at += 1) {
      const other = token[at] === 'A' ? 'B' : 'A';
      const changed = token.slice(0, at) + other + token.slice(at + 1);
      const read = readLink(changed, { key: KEY, now: NOW });
      expect(read, `character ${at}`).toEqual({ ok: false, why: 'unknown' });
    }
  });

  test.each(['', '.', 'a.b', 'a.b.c', 'x'.repeat(5000), '\u0000.\u0000', 'ü.ü', '..'])(
    'nonsense %j is unknown',
    (token) => {
      expect(readLink(token, { key: KEY, now: NOW })).toEqual({ ok: false, why: 'unknown' });
    },
  );

  test.each(['1999-12-31T23:59:59Z', '2106-02-08T00:00:00Z', '9999-12-31T23:59:59Z'])('at %s too', (at) => {
    const now = new Date(at);
    expect(readLink(signLink(claim(), { key: KEY, now }), { key: KEY, now })).toMatchObject({ ok: true });
  });

  test('another key knows nothing of it', () => {
    const token = signLink(claim(), { key: KEY, now: NOW });
    expect(readLink(token, { key: Buffer.alloc(32, 8), now: NOW })).toEqual({ ok: false, why: 'unknown' });
  });
});

test.each([
  ['useful', 30],
  ['mute kind', 30],
  ['confirm', 7],
  ['unsubscribe message', 1095],
] as const)('a link to %s works for %i days', (action, days) => {
  const token = signLink(claim({ action }), { key: KEY, now: NOW });
  const at = (ms: number) => readLink(token, { key: KEY, now: new Date(+NOW + days * DAY + ms) });
  expect(at(0)).toMatchObject({ ok: true });
  expect(at(1000)).toEqual({ ok: false, why: 'expired' });
});
