import { describe, expect, test } from 'vitest';
import type { Difference, Label } from '../../src/core/difference.ts';
import { movePending, type PendingDifference, type PendingQuestion } from '../../src/core/pending/pending.ts';
import type { PastDifference } from '../../src/core/pending/returns.ts';
import { combinePlainly, difference, placeNamed } from '../support/page-memory.ts';

const NOW = new Date('2026-03-20T12:00:00Z');
const HOUR = 3_600_000;
const inHours = (hours: number): Date => new Date(+NOW + hours * HOUR);
const SLIP: Label = { noise: 'cosmetic', rule: 'slip', reason: 'a slip of the pen' };

function waits(id: number, d: Difference, over: Partial<PendingDifference> = {}): PendingDifference {
  const waiting = { dueAt: inHours(4), beganAt: inHours(-20), confirmed: true };
  return { ...d, id, changeId: 1, ...waiting, reversesId: null, alternates: false, ...over };
}

function told(id: number, d: Difference, over: Partial<PastDifference> = {}): PastDifference {
  const { key, inverseKey, before, after, urgency } = d;
  return {
    id,
    key,
    inverseKey,
    before,
    after,
    urgency,
    state: 'told',
    alternates: false,
    decidedAt: inHours(-48),
    ...over,
  };
}

const move = (over: Partial<PendingQuestion>) =>
  movePending({
    pending: [],
    past: [],
    incoming: [],
    standing: new Set(),
    believed: null,
    beganAt: inHours(-0.1),
    now: NOW,
    combine: combinePlainly,
    newsPage: false,
    ...over,
  });

const AB = difference('Talk to sales', 'Start for free');
const BA = difference('Start for free', 'Talk to sales');
const BC = difference('Start for free', 'Book a demo');
const PLAIN = { reversesId: null, alternates: false, confirmed: true };

describe('what meets nothing pending', () => {
  test('P7: news waits for its time', () => {
    const dueAt = inHours(23.9);
    const reason = 'waits a day, to be seen still standing';
    expect(move({ incoming: [AB] })).toEqual([{ to: 'pending', difference: AB, reason, dueAt, ...PLAIN }]);
  });

  test('P6: noise goes to the ledger with the reason of its rule', () => {
    const d = { ...AB, labels: [SLIP] };
    expect(move({ incoming: [d] })).toEqual([{ to: 'noise', difference: d, reason: SLIP.reason }]);
  });

  test('P7: what only one of two reads showed waits unconfirmed', () => {
    const added = difference(null, 'Wallet');
    const moves = move({ incoming: [AB, added], believed: new Set([AB.key]) });
    expect(moves.map((m) => 'confirmed' in m && m.confirmed)).toEqual([true, false]);
  });

  test('P8: the inverse of a told one waits as a reversal, linked to it', () => {
    expect(move({ incoming: [BA], past: [told(3, AB)] })).toMatchObject([
      { to: 'pending', reversesId: 3, alternates: false },
    ]);
  });
});

describe('P8: what undoes a pending one', () => {
  test('withdraws both, and neither was told', () => {
    expect(move({ incoming: [BA], pending: [waits(5, AB)] })).toEqual([
      { to: 'withdraw', id: 5, reason: 'undone before it had been told' },
      { to: 'withdrawn', difference: BA, reason: 'undoes difference 5, which had not been told' },
    ]);
  });

  test('also where it comes back as a removal and an addition', () => {
    const incoming = [difference(null, 'Talk to sales'), difference('Start for free', null)];
    const moves = move({ incoming, pending: [waits(5, AB)] });
    expect(moves.map((m) => m.to)).toEqual(['merge', 'withdraw', 'withdrawn']);
  });

  test('also where removal and addition are taken back by one edit', () => {
    const gone = waits(5, difference('Talk to sales', null));
    const came = waits(6, difference(null, 'Start for free'));
    expect(move({ incoming: [BA], pending: [gone, came] })).toMatchObject([
      { to: 'withdraw', id: 6 },
      { to: 'withdraw', id: 5 },
      { to: 'withdrawn', reason: 'undoes difference 6 and 5, which had not been told' },
    ]);
  });

  test('also an addition that is gone again from under another heading', () => {
    const came = waits(5, difference(null, '$29', { place: placeNamed('Pro') }));
    const gone = difference('$29', null, { place: placeNamed('Professional') });
    expect(came.inverseKey).not.toBe(gone.key);
    expect(move({ incoming: [gone], pending: [came] }).map((m) => m.to)).toEqual(['withdraw', 'withdrawn']);
  });

  test('the same once more waits already', () => {
    expect(move({ incoming: [AB], pending: [waits(5, AB)] })).toEqual([
      { to: 'noise', difference: AB, reason: 'difference 5 says the same and waits already' },
    ]);
  });
});

describe('P8: an edit of a pending one merges with it', () => {
  test('it keeps its first text, its id and its due time, and takes the new text', () => {
    const [merged, ...rest] = move({ incoming: [BC], pending: [waits(5, AB)] });
    expect(rest).toEqual([]);
    expect(merged).toMatchObject({ to: 'merge', id: 5, dueAt: inHours(4), ...PLAIN });
    expect(merged).toMatchObject({ difference: { before: 'Talk to sales', after: 'Book a demo' } });
  });

  test('P7: it falls due sooner where the edit is urgent', () => {
    const price = { ...BC, urgency: { by: 'fact', reason: 'a price' } as const };
    expect(move({ incoming: [price], pending: [waits(5, AB)] })).toMatchObject([{ dueAt: inHours(-0.1) }]);
  });

  test('P7: an urgent one that is edited keeps its earlier time', () => {
    const price = { ...BC, urgency: { by: 'fact', reason: 'a price' } as const };
    const pending = [waits(5, AB, { dueAt: inHours(-1) })];
    expect(move({ incoming: [price], pending })).toMatchObject([{ to: 'merge', dueAt: inHours(-1) }]);
  });

  test('P7: a heading that is edited needs three reads anew', () => {
    const heading = { ...BC, urgency: { by: 'heading', reason: 'the main heading differs' } as const };
    const pending = [waits(5, AB, { dueAt: inHours(-1) })];
    expect(move({ incoming: [heading], pending })).toMatchObject([{ to: 'merge', dueAt: inHours(0.9) }]);
  });

  test('P7: an edit that only one read showed waits apart from what two have shown', () => {
    const moves = move({ incoming: [BC], pending: [waits(5, AB)], believed: new Set() });
    expect(moves).toMatchObject([{ to: 'pending', difference: BC, confirmed: false }]);
  });

  test.each([
    ['again only one read showed', [], false],
    ['two reads have shown', [BC.key], true],
  ])('P7: what no two reads had shown takes up what %s', (_, believed, confirmed) => {
    const pending = [waits(5, AB, { confirmed: false })];
    const moves = move({ incoming: [BC], pending, believed: new Set(believed) });
    expect(moves).toMatchObject([{ to: 'merge', id: 5, confirmed }]);
  });

  test('P6: what comes to no news is withdrawn, and the edit stands in the ledger too', () => {
    const combine = (first: Difference, later: Difference) => ({
      ...combinePlainly(first, later),
      labels: [SLIP],
    });
    expect(move({ incoming: [BC], pending: [waits(5, AB)], combine })).toEqual([
      { to: 'withdraw', id: 5, reason: 'a further edit left no news: a slip of the pen' },
      { to: 'withdrawn', difference: BC, reason: 'with difference 5 it comes to no news: a slip of the pen' },
    ]);
  });

  test('what was withdrawn so meets no further difference of the change, the others still do', () => {
    const combine = (first: Difference, later: Difference) => {
      const whole = combinePlainly(first, later);
      return whole.after === 'Book a demo' ? { ...whole, labels: [SLIP] } : whole;
    };
    const pending = [waits(5, AB), waits(6, difference('Chat', 'Voice'))];
    const incoming = [BC, BA, difference('Voice', 'Video')];
    const moves = move({ incoming, pending, combine });
    expect(moves.map((m) => m.to)).toEqual(['withdraw', 'withdrawn', 'pending', 'merge']);
  });

  test('P8: what comes to a return of what was told is a reversal', () => {
    const undoes = difference('Book a demo', 'Talk to sales');
    const moves = move({ incoming: [BC], pending: [waits(5, AB)], past: [told(3, undoes)] });
    expect(moves).toMatchObject([{ to: 'merge', id: 5, reversesId: 3 }]);
  });

  test('P8: a reversal that is edited on is a reversal no longer', () => {
    const moves = move({ incoming: [BC], pending: [waits(5, AB)], past: [told(3, BA)] });
    expect(moves).toMatchObject([{ to: 'merge', id: 5, reversesId: null, alternates: false }]);
  });

  test('P8: what comes to a turn of what alternates stands a week, whatever was due', () => {
    const undoes = difference('Book a demo', 'Talk to sales');
    const moves = move({
      incoming: [BC],
      pending: [waits(5, AB)],
      past: [told(3, undoes, { alternates: true })],
    });
    expect(moves).toMatchObject([{ to: 'merge', dueAt: inHours(7 * 24 - 0.1) }]);
  });

  test('P8: what comes to what waits already is told once', () => {
    const twin = waits(6, difference('Talk to sales', 'Book a demo'));
    expect(move({ incoming: [BC], pending: [waits(5, AB), twin] })).toMatchObject([
      { to: 'withdraw', id: 5, reason: 'a further edit left no news: difference 6 says the same' },
      { to: 'withdrawn' },
    ]);
  });

  test('two edits in one change each find their own', () => {
    const other = difference('Chat', 'Voice');
    const pending = [waits(5, AB), waits(6, other)];
    const moves = move({ incoming: [difference('Voice', 'Video'), BC], pending });
    expect(moves).toMatchObject([
      { to: 'merge', id: 6, difference: { before: 'Chat', after: 'Video' } },
      { to: 'merge', id: 5, difference: { before: 'Talk to sales', after: 'Book a demo' } },
    ]);
  });
});

describe('P9: an edit merges with that of its own place', () => {
  const [free, team] = ['Free', 'Team'].map(placeNamed);
  const at = (place: typeof free, before: string, after: string) =>
    difference(before, after, place && { place });

  test('of two plans that came to cost the same', () => {
    const pending = [waits(5, at(free, '$5', '$0')), waits(6, at(team, '$9', '$0'))];
    const moves = move({ incoming: [at(team, '$0', '$3')], pending, standing: new Set(['$0']) });
    expect(moves).toMatchObject([{ to: 'merge', id: 6, difference: { before: '$9', after: '$3' } }]);
  });

  test('a text that still stands at its place was not edited by a difference elsewhere', () => {
    const moves = move({
      incoming: [at(team, '$0', '$3')],
      pending: [waits(5, at(free, '$5', '$0'))],
      standing: new Set(['$0']),
    });
    expect(moves).toMatchObject([{ to: 'pending', difference: { before: '$0', after: '$3' } }]);
  });

  test('in whatever order the differences come', () => {
    const pending = [waits(5, at(free, '$5', '$0'))];
    const both = [at(team, '$0', '$3'), at(free, '$0', '$4')];
    for (const incoming of [both, both.toReversed()]) {
      const moves = move({ incoming, pending });
      const merged = moves.find((m) => m.to === 'merge');
      expect(merged).toMatchObject({ id: 5, difference: { before: '$5', after: '$4' } });
      expect(moves.filter((m) => m.to === 'pending')).toMatchObject([
        { difference: { before: '$0', after: '$3' } },
      ]);
    }
  });

  test('a text that moved to another heading is still found', () => {
    const moves = move({ incoming: [at(team, 'Start for free', 'Book a demo')], pending: [waits(5, AB)] });
    expect(moves).toMatchObject([{ to: 'merge', id: 5 }]);
  });

  test.each([
    ['a title and a text of the body', 'title', 'edited', false],
    ['an address and a text', 'link', 'edited', false],
    ['two titles', 'title', 'title', true],
    ['a text that changed hands, and its edit', 'moved', 'edited', true],
    ['a text that changed hands, and the same set otherwise', 'moved', 'typographic', false],
    ['an edit, and its move', 'edited', 'moved', false],
  ] as const)('%s', (...[, kind, laterKind, merges]) => {
    const pending = [waits(5, { ...AB, kind })];
    const [first] = move({ incoming: [{ ...BC, kind: laterKind }], pending });
    expect(first?.to === 'merge').toBe(merges);
  });
});

test('P8: a page that came in another language undoes nothing that waits', () => {
  const pending = [waits(5, difference(null, 'Wallet'))];
  const variant: Label = { noise: 'variant', rule: 'other language', reason: 'another language' };
  const gone = { ...difference('Wallet', null), labels: [variant] };
  expect(move({ incoming: [gone], pending })).toEqual([
    { to: 'noise', difference: gone, reason: 'another language' },
  ]);
});

describe('a page of news: what leaves it', () => {
  const list = (name: string) => ({ role: 'li', region: 'main', headings: [name] }) as const;
  const came = difference(null, 'Fog horn restored', { place: list('News') });
  const left = difference('Fog horn restored', null, { place: list('News') });
  const another = difference(null, 'Two yards share a crane', { place: list('News') });
  const elsewhere = difference(null, 'Two yards share a crane', { place: list('Plans') });
  const news = (over: Partial<PendingQuestion>) =>
    move({ newsPage: true, ...over }).map((m) => (m.to === 'noise' ? m.reason : m.to));
  const ROLLED = 'an entry of this page of news rolled off it as others came';

  test.each<[string, Partial<PendingQuestion>, string[]]>([
    [
      'an entry that waits rolls off, and is told all the same',
      { incoming: [left], pending: [waits(5, came)] },
      [ROLLED],
    ],
    [
      'one that a single read had shown is withdrawn',
      { incoming: [left], pending: [waits(5, came, { confirmed: false })] },
      ['withdraw', 'withdrawn'],
    ],
    ['one that was told is no reversal', { incoming: [left], past: [told(5, came)] }, [ROLLED]],
    ['one that others push out', { incoming: [left, another] }, [ROLLED, 'pending']],
    ['one that leaves while others come elsewhere', { incoming: [left, elsewhere] }, ['pending', 'pending']],
    ['one that leaves alone', { incoming: [left] }, ['pending']],
  ])('%s', (...[, over, expected]) => {
    expect(news(over)).toEqual(expected);
  });
});

test('P7: what is urgent in a further edit does not wait for the wording that came before it', () => {
  const worded = difference('The Team plan has 20 seats', 'Our Team plan has 20 seats');
  const fact = { by: 'fact', reason: 'a limit fell' } as const;
  const fell = difference('Our Team plan has 20 seats', 'Our Team plan has 10 seats', { urgency: fact });
  const [merged] = move({ incoming: [fell], pending: [waits(5, worded)] });
  expect(merged).toMatchObject({ to: 'merge', id: 5, dueAt: inHours(-0.1), difference: { urgency: fact } });
});
