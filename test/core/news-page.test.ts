import { describe, expect, test } from 'vitest';
import type { Place } from '../../src/core/block.ts';
import { calmEntries, isEntry, isNewsPage, rollsOff, wordedAs } from '../../src/core/pending/news-page.ts';
import { findValues } from '../../src/core/facts/find-values.ts';
import { difference } from '../support/page-memory.ts';

describe('a page of news', () => {
  test.each([
    [{ visits: 7, news: 4 }, 'blog', true],
    [{ visits: 8, news: 4 }, 'blog', false],
    [{ visits: 3, news: 3 }, 'blog', false],
    [{ visits: 7, news: 7 }, 'home', true],
    [{ visits: 7, news: 7 }, 'pricing', false],
    [{ visits: 7, news: 7 }, 'legal', false],
  ] as const)('%j of kind %s: %s', (record, kind, expected) => {
    expect(isNewsPage(record, kind)).toBe(expected);
  });

  test.each([
    ['home', true, 'blog'],
    ['other', true, 'blog'],
    ['docs', true, 'docs'],
    ['home', false, 'home'],
  ] as const)('%s, with news: %s, is worded as %s', (kind, newsPage, expected) => {
    expect(wordedAs(kind, newsPage)).toBe(expected);
  });
});

describe('its entries', () => {
  const place = (over: Partial<Place>): Place => ({ role: 'li', region: 'main', headings: [], ...over });
  test.each<[string, string | null, string | null, Partial<Place>, boolean]>([
    ['what came', null, 'Fog horn restored', {}, true],
    ['what left', 'Fog horn restored', null, {}, true],
    ['an edit', 'Fog horn', 'Fog horn restored', {}, false],
    ['a main heading', null, 'News of the coast', { role: 'h1' }, false],
    ['a menu entry', null, 'Lamps', { region: 'nav' }, false],
  ])('%s', (...[, before, after, where, expected]) => {
    const d = difference(before, after, { place: place(where), urgency: { by: 'fact', reason: 'money' } });
    expect(isEntry(d)).toBe(expected);
    expect(calmEntries([d])[0]?.urgency === null).toBe(expected);
  });

  test.each([
    ['Fog horn restored', true],
    ['Sold for $90 million in funding', true],
    ['Lamps for $29', false],
    ['Free trial of 30 days', false],
  ])('"%s" may roll off: %s', (text, expected) => {
    const d = difference(text, null, { place: place({}), valuesBefore: findValues(text) });
    expect(rollsOff(d)).toBe(expected);
  });
});
