import { expect, test } from 'vitest';
import { facesOf } from '../../src/core/sight/faces.ts';

const sightings = (order: string) =>
  [...order].map((name, at) => ({ versionId: name.charCodeAt(0) - 64, at: new Date(at * 3_600_000) }));
const faces = (order: string): string =>
  facesOf(sightings(order))
    .map(({ versionId, times }) => `${String.fromCharCode(64 + versionId)}${times}`)
    .join(' ');

test.each([
  ['a page that stands', 'AAAA', ''],
  ['a page that changed', 'AAABBB', ''],
  ['a change that was undone', 'AAABAAA', ''],
  ['a page that changes all the time', 'ABCDEF', ''],
  ['one text that others interrupt', 'ABACADA', ''],
  ['two faces', 'ABAABBA', 'A4 B3'],
  ['two faces, and a third text seen once', 'ABACBAB', 'B3 A3'],
  ['three faces', 'ABCABC', 'C2 B2 A2'],
  ['two faces of old, and one that stays', 'ABABBBCCCC', 'B4 A2'],
  ['nothing seen yet', '', ''],
])('%s', (...[, order, expected]) => {
  expect(faces(order)).toBe(expected);
});

test('a face says when it was seen last, whichever way round it is asked', () => {
  const [first] = facesOf(sightings('ABABA').toReversed());
  expect(first).toEqual({ versionId: 1, times: 3, lastAt: new Date(4 * 3_600_000) });
});
