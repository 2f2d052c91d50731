import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Block } from '../../src/core/block.ts';
import { diffBlocks } from '../../src/core/diff/diff-blocks.ts';
import { markWords } from '../../src/core/diff/mark-words.ts';
import { matchKeys } from '../../src/core/diff/match.ts';
import { squash } from '../../src/core/diff/squash.ts';
import { tokensOf } from '../../src/core/diff/tokens.ts';
import { locateValues } from '../../src/core/facts/find-values.ts';
import { labelDifferences } from '../../src/core/labels/label-differences.ts';
import { toMarkdown } from '../../src/core/read/markdown.ts';
import { readPage } from '../../src/core/read/read-page.ts';
import { block, URL_OF_PAGE } from './pages.ts';

const word = fc.constantFrom(
  'plan',
  'team',
  '$29',
  '$49',
  '10 GB',
  'free',
  'Pro',
  'not',
  '✓',
  '14 days',
  'until',
  'vault',
  '—',
);
const text = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));
const role = fc.constantFrom('p', 'h2', 'li', 'title', 'meta', 'option') satisfies fc.Arbitrary<
  Block['role']
>;
const someBlock = fc.record({
  text,
  role,
  region: fc.constantFrom('main', 'nav') satisfies fc.Arbitrary<Block['region']>,
});
const blocks = fc
  .array(someBlock, { maxLength: 25 })
  .map((list): Block[] => list.map(({ text: words, ...more }) => block(words, more)));

const count = (list: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const item of list) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
};

describe('comparing', () => {
  it('finds nothing between equal readings', () => {
    fc.assert(
      fc.property(blocks, (list) => {
        expect(diffBlocks(list, structuredClone(list))).toEqual([]);
      }),
    );
  });

  it('shows every text that one side has more often than the other', () => {
    fc.assert(
      fc.property(blocks, blocks, (before, after) => {
        const found = diffBlocks(before, after);
        const shown = new Set(found.flatMap((d) => [d.before, d.after]).filter((t) => t !== null));
        const joined = [...shown].join(' ');
        const [olds, news] = [before, after].map((side) => count(side.map((b) => squash(b.text))));
        for (const b of [...before, ...after]) {
          const key = squash(b.text);
          if ((olds?.get(key) ?? 0) !== (news?.get(key) ?? 0))
            expect(shown.has(b.text) || joined.includes(b.text) || shownByKey(shown, key)).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('has a before and an after as its kind says', () => {
    fc.assert(
      fc.property(blocks, blocks, (before, after) => {
        for (const d of diffBlocks(before, after)) {
          if (d.kind === 'added') expect(d.before).toBeNull();
          if (d.kind === 'removed') expect(d.after).toBeNull();
          if (d.kind === 'edited') expect(squash(d.before ?? '')).not.toBe(squash(d.after ?? ''));
          if (d.kind === 'moved') expect(squash(d.before ?? '')).toBe(squash(d.after ?? ''));
        }
      }),
    );
  });

  it('gives one difference no two rows', () => {
    fc.assert(
      fc.property(blocks, blocks, (before, after) => {
        const names = diffBlocks(before, after).map((d) => `${d.kind} ${d.key}`);
        expect(new Set(names).size).toBe(names.length);
      }),
    );
  });

  it('is labelled without loss: as many differences, in their order', () => {
    fc.assert(
      fc.property(blocks, blocks, (before, after) => {
        const found = diffBlocks(before, after);
        const labelled = labelDifferences(found, { before, after });
        expect(labelled.map((d) => d.key)).toEqual(found.map((d) => d.key));
        for (const d of labelled) if (d.labels.length > 0) expect(d.urgency).toBeNull();
      }),
    );
  });
});

/** A text set in another way is shown by the one of its settings that the comparison kept. */
function shownByKey(shown: ReadonlySet<string>, key: string): boolean {
  return [...shown].some((t) => squash(t) === key);
}

describe('matching keys', () => {
  const keys = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 40 });

  it('pairs equal keys only, and both sides rise', () => {
    fc.assert(
      fc.property(keys, keys, (a, b) => {
        let last: readonly [number, number] = [-1, -1];
        for (const [i, j] of matchKeys(a, b)) {
          expect(a[i]).toBe(b[j]);
          expect(i > last[0] && j > last[1]).toBe(true);
          last = [i, j];
        }
      }),
    );
  });

  it('holds the same for lists too long for a table', () => {
    const long = (seed: number): string[] => Array.from({ length: 1500 }, (_, at) => `k${(at * seed) % 701}`);
    const matches = matchKeys(long(7), long(11));
    expect(
      matches.every(
        ([i, j], at) => at === 0 || (i > (matches[at - 1]?.[0] ?? -1) && j > (matches[at - 1]?.[1] ?? -1)),
      ),
    ).toBe(true);
    expect(matchKeys(long(7), long(7))).toHaveLength(1500);
  });
});

describe('no input breaks', () => {
  it('reading random bytes, whatever the header says', () => {
    const types = fc.constantFrom(
      null,
      'text/html',
      'text/html; charset=utf-16',
      'text/plain',
      'application/json',
      'text/xml',
      'image/png',
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), types, (body, contentType) => {
        const reading = readPage({ body, contentType, url: URL_OF_PAGE, scope: null });
        if (reading.ok) expect(typeof toMarkdown(reading, body)).toBe('string');
        else expect(reading.reason).not.toBe('');
      }),
    );
  });

  it('reading broken markup', () => {
    const part = fc.constantFrom(
      '<p>',
      '</p>',
      '<div',
      '>',
      '<table>',
      '<tr>',
      '<td>',
      '</table>',
      '<a href="',
      '"',
      '<h2>',
      '</h2>',
      '<!--',
      '-->',
      '<svg>',
      '</svg>',
      '<noscript>',
      '<iframe/>',
      '<style>',
      '<script>',
      '</script>',
      'text ',
      '&amp',
      '<select><option>',
      '<template>',
      '<li>',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        const body = new TextEncoder().encode(parts.join(''));
        const reading = readPage({ body, contentType: 'text/html', url: URL_OF_PAGE, scope: null });
        expect(reading.ok).toBe(true);
        if (reading.ok)
          for (const b of reading.blocks.filter(({ role }) => role !== 'row'))
            expect(b.text).toBe(b.text.replace(/\s+/g, ' ').trim());
      }),
      { numRuns: 500 },
    );
  });

  it('tokens and marks put together are the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
        expect(tokensOf(a).join('')).toBe(a);
        const marked = markWords(a, b);
        expect(marked.before.map((mark) => mark.text).join('')).toBe(a);
        expect(marked.after.map((mark) => mark.text).join('')).toBe(b);
      }),
    );
  });

  it('values are read from where they say, and none from the words of another', () => {
    fc.assert(
      fc.property(text, (words) => {
        let end = 0;
        for (const { from, to, value } of locateValues(words)) {
          expect(from).toBeGreaterThanOrEqual(end);
          expect(words.slice(from, to)).toContain(value.text);
          end = to;
        }
      }),
    );
  });
});
