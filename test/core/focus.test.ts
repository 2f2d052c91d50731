import { expect, test } from 'vitest';
import { placeKey } from '../../src/core/block.ts';
import { labelFocus, outOfFocus, WHOLE, type Focus } from '../../src/core/pending/focus.ts';
import { difference, placeNamed } from '../support/page-memory.ts';

test.each<[string, Partial<Focus>, string | null, string | null, string | null]>([
  ['the whole page', {}, 'old', null, null],
  ['an ignored place', { ignored: [placeKey(placeNamed('Pro'))] }, 'old', 'new', 'ignore here'],
  ['another ignored place', { ignored: [placeKey(placeNamed('Team'))] }, 'old', 'new', null],
  ['added only, a text that came', { side: 'added' }, null, 'new', null],
  ['added only, an edit', { side: 'added' }, 'old', 'new', null],
  ['added only, a text that left', { side: 'added' }, 'old', null, 'added only'],
  ['removed only, a text that left', { side: 'removed' }, 'old', null, null],
  ['removed only, a text that came', { side: 'removed' }, null, 'new', 'removed only'],
])('%s', (...[, focus, before, after, rule]) => {
  const d = difference(before, after, { urgency: { by: 'fact', reason: 'a price' } });
  const wished = { ...WHOLE, ...focus };
  expect(outOfFocus(d, wished)?.rule ?? null).toBe(rule);
  const [labelled] = labelFocus([d], wished);
  expect(labelled?.labels).toHaveLength(rule === null ? 0 : 1);
  expect(labelled?.urgency === null).toBe(rule !== null);
});
