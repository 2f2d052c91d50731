import { describe, expect, it, test } from 'vitest';
import { diffBlocks } from '../../src/core/diff/diff-blocks.ts';
import { keysOf } from '../../src/core/diff/keys.ts';
import { matchKeys } from '../../src/core/diff/match.ts';
import { squash } from '../../src/core/diff/squash.ts';
import { tokensOf, wordsOf } from '../../src/core/diff/tokens.ts';
import type { Block } from '../../src/core/block.ts';
import { block, read } from './pages.ts';

const shown = (before: readonly Block[], after: readonly Block[]): string[] =>
  diffBlocks(before, after).map((d) => `${d.kind}: ${d.before ?? ''} -> ${d.after ?? ''}`);
const lines = (...texts: string[]): Block[] => texts.map((text) => block(text));
const html = (markup: string): readonly Block[] => read(markup).blocks;

describe('squashing keeps what a text says', () => {
  it.each([
    ['Hello, “World”', 'hello world'],
    ['10–20 users', '10 - 20 users'],
    ['co\u00adoperate', 'Cooperate'],
    ['29\u00a0€', '29 €'],
    ['• One item', 'One item'],
    ['(c) Rival', '© Rival'],
    ['ﬁne', 'fine'],
    ['✔', '✓'],
  ])('%s is %s', (a, b) => {
    expect(squash(a)).toBe(squash(b));
  });

  it.each([
    ['$19.00', '$1900'],
    ['10%', '10'],
    ['$29', '€29'],
    ['24/7', '247'],
    ['-5%', '5%'],
    ['✓', '✗'],
    ['> 10', '< 10'],
    ['1,5', '15'],
    ['—', '*'],
    ['Works with C', 'Works with C#'],
  ])('%s is not %s', (a, b) => {
    expect(squash(a)).not.toBe(squash(b));
  });
});

describe('kinds of difference', () => {
  it.each<[string, Block[], Block[], string[]]>([
    ['nothing', lines('a', 'b'), lines('a', 'b'), []],
    ['an addition (fault 24)', lines('one', 'two'), lines('one', 'new', 'two'), ['added:  -> new']],
    ['a removal (fault 24)', lines('one', 'old', 'two'), lines('one', 'two'), ['removed: old -> ']],
    [
      'an edit of equal length (fault 24)',
      lines('The red plan for all'),
      lines('The big plan for all'),
      ['edited: The red plan for all -> The big plan for all'],
    ],
    [
      'two texts that share nothing',
      lines('Alpha beta'),
      lines('Gamma delta'),
      ['removed: Alpha beta -> ', 'added:  -> Gamma delta'],
    ],
    ['another setting', lines('It’s here'), lines("It's here"), ["typographic: It’s here -> It's here"]],
    [
      'an edit that moved',
      lines('We host all data in Paris', 'x1', 'x2'),
      lines('x1', 'x2', 'We host all data in Rome'),
      ['edited: We host all data in Paris -> We host all data in Rome'],
    ],
    [
      'a move',
      lines('first thing', 'second thing', 'third thing'),
      lines('second thing', 'third thing', 'first thing'),
      ['moved: first thing -> first thing'],
    ],
    [
      'a paragraph cut in two',
      lines('One sentence. Another one.'),
      lines('One sentence.', 'Another one.'),
      ['typographic: One sentence. Another one. -> One sentence. Another one.'],
    ],
    [
      'numbers alone, in order',
      lines('Seats', '5', 'x', '7'),
      lines('Seats', '6', 'x', '7'),
      ['edited: 5 -> 6'],
    ],
  ])('%s', (...[, before, after, expected]) => {
    expect(shown(before, after)).toEqual(expected);
  });

  it('compares titles with titles and descriptions with descriptions', () => {
    const side = (title: string, meta: string): Block[] => [
      block(title, { role: 'title' }),
      block(meta, { role: 'meta' }),
      block('same'),
    ];
    expect(shown(side('Rival: plans', 'Old words'), side('Rival: prices', 'Fresh text'))).toEqual([
      'title: Rival: plans -> Rival: prices',
      'meta: Old words -> ',
      'meta:  -> Fresh text',
    ]);
  });

  it('names a link that leads elsewhere, and none that only carries another token', () => {
    const to = (href: string): Block[] => [block('Buy', { links: [{ text: 'Buy', href }] })];
    expect(shown(to('https://r.example/buy?plan=1'), to('https://r.example/buy?plan=2'))).toEqual([
      'link: https://r.example/buy?plan=1 -> https://r.example/buy?plan=2',
    ]);
    expect(shown(to('https://r.example/buy?utm_source=a'), to('https://r.example/buy?utm_source=b'))).toEqual(
      [],
    );
  });

  it.each([
    ['a link that went', ['/a', '/b'], ['/a'], ['link: https://r.example/b -> ']],
    ['a link that came', ['/a'], ['/a', '/b'], ['link:  -> https://r.example/b']],
  ])('names %s', (...[, before, after, expected]) => {
    const to = (paths: readonly string[]): Block[] => [
      block('Read on', { links: paths.map((path) => ({ text: 'on', href: `https://r.example${path}` })) }),
    ];
    expect(shown(to(before), to(after))).toEqual(expected);
  });

  it('halves of a long page that changed places are moves, and nothing else', () => {
    const half = (word: string): string[] => Array.from({ length: 220 }, (_, at) => `${word} line ${at}`);
    const found = diffBlocks(lines(...half('red'), ...half('blue')), lines(...half('blue'), ...half('red')));
    expect(new Set(found.map((d) => d.kind))).toEqual(new Set(['moved']));
    expect(found).toHaveLength(220);
  });

  it('two texts of signs alone have no word in common', () => {
    expect(shown(lines('→ → →'), lines('★ ★'))).toEqual(['removed: → → → -> ', 'added:  -> ★ ★']);
  });

  it('an edit that moved is found among many blocks that share its rare words', () => {
    const named = ['amber', 'birch', 'cedar', 'delta', 'ember', 'fjord', 'grove'];
    const near = named.flatMap((name) =>
      [1, 2, 3].map((n) => `${name} lies beside number ${n} since Monday`),
    );
    const before = lines('The amber birch cedar delta ember fjord and grove boards', ...near, 'x1', 'x2');
    const after = lines('x1', 'x2', 'The amber birch cedar delta ember fjord or grove boards');
    expect(shown(before, after)).toContain(
      'edited: The amber birch cedar delta ember fjord and grove boards -> The amber birch cedar delta ember fjord or grove boards',
    );
  });

  it('tells the same difference in two menus once', () => {
    const menu = (...entries: string[]): Block[] => entries.map((text) => block(text, { region: 'nav' }));
    expect(
      shown([...menu('Home'), block('text')], [...menu('Home', 'Vault'), block('text'), ...menu('Vault')]),
    ).toEqual(['added:  -> Vault']);
  });

  it('gives differences that stand together one hunk', () => {
    const found = diffBlocks(lines('a', 'x1', 'b'), lines('n1', 'n2', 'x1', 'n3'));
    expect(new Set(found.filter((d) => d.after !== null).map((d) => d.hunk)).size).toBe(2);
  });
});

describe('values under their labels', () => {
  const plans = (...cards: [string, string][]): readonly Block[] =>
    html(cards.map(([name, price]) => `<h3>${name}</h3><p>${price}</p>`).join(''));

  describe('fault 25: names that swap places over standing prices', () => {
    const cards = (...list: readonly (readonly [string, ...string[]])[]): Block[] =>
      list.flatMap(([name, ...texts]) => [
        block(name, { role: 'h3' }),
        ...texts.map((text) => block(text, { headings: [name] })),
      ]);
    const said = (before: readonly Block[], after: readonly Block[]): string[] =>
      diffBlocks(before, after)
        .filter((d) => d.key !== d.inverseKey)
        .map((d) => `${d.kind} ${d.place.headings.at(-1) ?? ''}: ${d.before ?? ''} -> ${d.after ?? ''}`)
        .toSorted();

    it.each([
      ['$19', '$49', ['edited Pro: $49 -> $19', 'edited Solo: $19 -> $49']],
      [
        '$19 per month',
        '$49 per month',
        ['edited Pro: $49 per month -> $19 per month', 'edited Solo: $19 per month -> $49 per month'],
      ],
      ['✓', '✗', ['edited Pro: ✗ -> ✓', 'edited Solo: ✓ -> ✗']],
    ])('%s and %s are an edit of each', (solo, pro, expected) => {
      const swapped = cards(['Pro', solo], ['Solo', pro]);
      expect(said(cards(['Solo', solo], ['Pro', pro]), swapped)).toEqual(expected);
      expect(said(swapped, cards(['Solo', solo], ['Pro', pro]))).toHaveLength(2);
    });

    it('three names that went round are three edits', () => {
      const before = cards(['Solo', '$9'], ['Duo', '$19'], ['Trio', '$29']);
      expect(said(before, cards(['Duo', '$9'], ['Trio', '$19'], ['Solo', '$29']))).toEqual([
        'edited Duo: $19 -> $9',
        'edited Solo: $9 -> $29',
        'edited Trio: $29 -> $19',
      ]);
    });

    it('prices among other values meet the price of their own name', () => {
      const solo = ['$19 per month', '5 projects', '10 GB'] as const;
      const found = said(cards(['Solo', ...solo], ['Pro', '$49 per month']), [
        ...cards(['Pro', ...solo], ['Solo', '$49 per month']),
      ]);
      expect(found).toContain('edited Pro: $49 per month -> $19 per month');
      expect(found).toContain('edited Solo: $19 per month -> $49 per month');
      expect(found).not.toContain('edited Pro: $19 per month -> $19 per month');
    });

    it('a price within a sentence has changed hands', () => {
      const [low, high] = ['Yours for only $19 in each month', 'Yours for only $49 in each month'];
      expect(said(cards(['Solo', low], ['Pro', high]), cards(['Pro', low], ['Solo', high]))).toEqual([
        `moved Pro: ${low} -> ${low}`,
        `moved Solo: ${high} -> ${high}`,
      ]);
    });

    it('a name that moved up takes its price from the one that it replaced', () => {
      const found = said(cards(['Solo', '$19'], ['Pro', '$49']), cards(['Pro', '$19'], ['Max', '$49']));
      expect(found).toContain('added Pro:  -> $19');
    });

    it('a limit that comes to stand below no name of its own stays the limit it was', () => {
      const deals = (...texts: string[]): Block[] => [
        block('Deals', { role: 'h2' }),
        ...texts.map((text) => block(text, { headings: ['Deals'] })),
      ];
      const before = deals('In Rome', '16 cores', 'Until May', '8 cores', 'In Rome');
      const after = deals('Until June', '4 cores', 'In Rome', '8 cores', 'In Rome');
      expect(said(before, after).join()).not.toContain('8 cores');
    });

    it.each([
      ['cards that changed their order', cards(['Pro', '$49'], ['Solo', '$19'])],
      ['a note between a name and its price', cards(['Solo', 'Best for one', '$19'], ['Pro', '$49'])],
      ['a plan that was renamed', cards(['Solo', '$19'], ['Max', '$49'])],
    ])('not %s', (_, after) => {
      expect(said(cards(['Solo', '$19'], ['Pro', '$49']), after).join()).not.toContain('$');
    });
  });

  it('fault 25: two prices that were swapped are two edits, and neither undoes the other', () => {
    const found = diffBlocks(plans(['Pro', '$29'], ['Team', '$49']), plans(['Pro', '$49'], ['Team', '$29']));
    expect(found.map((d) => `${d.place.headings.at(-1)}: ${d.before} -> ${d.after}`)).toEqual([
      'Pro: $29 -> $49',
      'Team: $49 -> $29',
    ]);
    expect(found[0]?.inverseKey).not.toBe(found[1]?.key);
  });

  it('the same with names that are headings only by their looks', () => {
    const cards = (a: string, b: string): readonly Block[] =>
      html(`<div>Pro</div><div>${a}</div><div>Team</div><div>${b}</div>`);
    expect(shown(cards('$29', '$49'), cards('$49', '$29'))).toEqual([
      'edited: $29 -> $49',
      'edited: $49 -> $29',
    ]);
  });

  it('fault 12: cards in another order are moves, with their prices', () => {
    const before = plans(['Pro', '$29'], ['Team', '$49'], ['Max', '$99']);
    const after = plans(['Max', '$99'], ['Pro', '$29'], ['Team', '$49']);
    expect(new Set(diffBlocks(before, after).map((d) => d.kind))).toEqual(new Set(['moved']));
  });

  it('a price behind a text that repeats stands under the heading above', () => {
    const cards = (a: string, b: string): readonly Block[] =>
      html(`<h3>Pro</h3><p>billed yearly</p><p>${a}</p><h3>Team</h3><p>billed yearly</p><p>${b}</p>`);
    const found = diffBlocks(cards('$29', '$49'), cards('$49', '$29'));
    expect(found.map((d) => `${d.place.headings.at(-1)}: ${d.before} -> ${d.after}`)).toEqual([
      'Pro: $29 -> $49',
      'Team: $49 -> $29',
    ]);
  });

  it('a badge between name and price is one addition', () => {
    const before = html('<div>Pro</div><div>$29</div><div>Team</div><div>$49</div>');
    const after = html('<div>Pro</div><div>Most loved</div><div>$29</div><div>Team</div><div>$49</div>');
    expect(shown(before, after)).toEqual(['added:  -> Most loved']);
  });

  it('a plan that is renamed keeps its price', () => {
    expect(shown(plans(['Pro', '$29'], ['Team', '$49']), plans(['Expert', '$29'], ['Team', '$49']))).toEqual([
      'removed: Pro -> ',
      'added:  -> Expert',
    ]);
  });

  it('fault 36: a plan put on top is one plan added, not every plan changed', () => {
    expect(
      shown(plans(['Pro', '$29'], ['Team', '$49']), plans(['Solo', '$9'], ['Pro', '$29'], ['Team', '$49'])),
    ).toEqual(['added:  -> Solo', 'added:  -> $9']);
  });

  it('fault 37: a free plan that goes is removed, with its price', () => {
    expect(shown(plans(['Free', '$0'], ['Pro', '$29']), plans(['Pro', '$29']))).toEqual([
      'removed: Free -> ',
      'removed: $0 -> ',
    ]);
  });

  it('fault 25: a feature that moved between plans is a move whose keys tell there from back', () => {
    const before = html(
      '<h3>Pro</h3><li>Single sign-on</li><li>Chat help</li><h3>Team</h3><li>Phone help</li>',
    );
    const after = html(
      '<h3>Pro</h3><li>Chat help</li><h3>Team</h3><li>Phone help</li><li>Single sign-on</li>',
    );
    const [there] = diffBlocks(before, after);
    const [back] = diffBlocks(after, before);
    expect(there).toMatchObject({ kind: 'moved', after: 'Single sign-on' });
    expect(there?.inverseKey).toBe(back?.key);
    expect(there?.key).not.toBe(there?.inverseKey);
  });

  it('the same in a grid of plain elements, where the label alone names the row', () => {
    const grid = (a: string, b: string): readonly Block[] =>
      html(
        `<div>Single sign-on</div><div>${a}</div><div>${b}</div><div>Audit log</div><div>✓</div><div>✓</div>`,
      );
    const found = diffBlocks(grid('✓', '–'), grid('–', '✓'));
    expect(found).toMatchObject([
      { kind: 'edited', before: '✓ | –', after: '– | ✓', place: { headings: ['Single sign-on'] } },
    ]);
    expect(found[0]?.key).not.toBe(found[0]?.inverseKey);
  });

  it('a mark that leaves one label for another that both stand is no move', () => {
    const grid = (sso: string, audit: string): readonly Block[] =>
      html(
        `<div>Single sign-on</div><div>${sso}</div><p>A text between them</p><div>Audit log</div><div>${audit}</div>`,
      );
    expect(diffBlocks(grid('✓', ''), grid('', '✓')).map((d) => d.kind)).toEqual(['removed', 'added']);
  });

  it('one price under a label that now has two is no edit of either', () => {
    expect(
      shown(html('<div>Pro</div><div>$29</div>'), html('<div>Pro</div><div>$19</div><div>$39</div>')),
    ).toEqual(['removed: $29 -> ', 'added:  -> $19', 'added:  -> $39']);
  });

  it('a value put before another under one label is one addition', () => {
    expect(
      shown(html('<div>Pro</div><div>$29</div>'), html('<div>Pro</div><div>$19</div><div>$29</div>')),
    ).toEqual(['added:  -> $19']);
  });

  it('values that say their unit may stand in any order', () => {
    const card = (...values: string[]): readonly Block[] =>
      html(`<h3>Pro</h3>${values.map((value) => `<li>${value}</li>`).join('')}`);
    expect(
      diffBlocks(card('10 GB', '5 users'), card('5 users', '10 GB')).every((d) => d.kind === 'moved'),
    ).toBe(true);
  });

  it('an article that goes from one list to another is only moved', () => {
    const item = '<li><a href="/a">How we plan</a></li>';
    const [found] = diffBlocks(
      html(`<h3>Latest</h3>${item}<li>x1</li><h3>Popular</h3><li>x2</li>`),
      html(`<h3>Latest</h3><li>x1</li><h3>Popular</h3><li>x2</li>${item}`),
    );
    expect(found).toMatchObject({ kind: 'moved', after: 'How we plan' });
    expect(found?.key).toBe(found?.inverseKey);
  });

  it('a mark that changes its column is an edit of the row', () => {
    const row = (a: string, b: string): readonly Block[] =>
      html(`<table><tr><td>SSO<td>${a}<td>${b}</table>`);
    expect(shown(row('✓', ''), row('', '✓'))).toEqual(['edited: SSO | ✓ |  -> SSO |  | ✓']);
    expect(shown(row('✓', '–'), row('✗', '–'))).toEqual(['edited: SSO | ✓ | – -> SSO | ✗ | –']);
  });
});

describe('keys', () => {
  it('undoing has the inverse key', () => {
    expect(keysOf(null, 'New plan').inverseKey).toBe(keysOf('New plan', null).key);
    expect(keysOf('Old text', 'New text').inverseKey).toBe(keysOf('New text', 'Old text').key);
  });

  it('are equal on every page and place, and however the text is set', () => {
    const at = { kind: 'added', place: { role: 'li', region: 'nav', headings: ['Products'] } } as const;
    expect(keysOf(null, 'The Vault', at)).toEqual(keysOf(null, 'the vault'));
  });

  it('differ by kind: a title, a link and a text are not the same news', () => {
    const at = (kind: 'title' | 'edited') =>
      ({ kind, place: { role: 'p', region: 'none', headings: [] } }) as const;
    expect(keysOf('a plan', 'b plan', at('title')).key).not.toBe(
      keysOf('a plan', 'b plan', at('edited')).key,
    );
  });

  it('of a bare value hold the heading it stands under', () => {
    const at = (heading: string) =>
      ({ kind: 'edited', place: { role: 'p', region: 'main', headings: [heading] } }) as const;
    expect(keysOf('$29', '$49', at('Pro')).key).not.toBe(keysOf('$29', '$49', at('Team')).key);
    expect(keysOf('A long text', 'Another text', at('Pro')).key).toBe(
      keysOf('A long text', 'Another text', at('Team')).key,
    );
  });

  it('given again for the texts and place of a difference are its own', () => {
    const before = html('<h3>Pro</h3><p>$29</p><p>We host in Rome</p>');
    const after = html('<h3>Pro</h3><p>$39</p><p>We host in Oslo</p>');
    const found = diffBlocks(before, after);
    expect(found).toHaveLength(2);
    for (const d of found)
      expect(keysOf(d.before, d.after, d)).toEqual({ key: d.key, inverseKey: d.inverseKey });
  });
});

describe('long pages', () => {
  const many = (length: number, text: (at: number) => string): string[] =>
    Array.from({ length }, (_, at) => text(at));
  const half = many(5000, (at) =>
    at % 2 === 0 ? `Board ${at} keeps its history` : `Old text ${at} is here`,
  );
  const rewritten = half.map((text, at) => (at % 2 === 0 ? text : `Fresh words say number ${at * 31} now`));

  it.each<[string, string[], string[]]>([
    ['half rewritten', half, rewritten],
    ['reversed', half, half.toReversed()],
    ['everything different', half, many(5000, (at) => `Nothing of it ${at} stands any more`)],
    [
      'marks by turns, shifted',
      many(5000, (at) => `mark ${at % 2}`),
      many(5000, (at) => `mark ${(at + 1) % 2}`),
    ],
    [
      'a few texts again and again',
      many(5000, (at) => `mark ${at % 7}`),
      many(5000, (at) => `mark ${(at * at) % 7}`),
    ],
  ])('a price is told in its middle: %s', (_, before, after) => {
    const set = (texts: string[], price: string): Block[] =>
      lines(...texts.toSpliced(2500, 0, `The plan for crews costs ${price} a month`));
    const found = shown(set(before, '$29'), set(after, '$39'));
    expect(found).toContain(
      'edited: The plan for crews costs $29 a month -> The plan for crews costs $39 a month',
    );
  });

  it('every text that one side has more often is in a difference', () => {
    const found = diffBlocks(lines(...half), lines(...rewritten));
    expect(new Set(found.flatMap((d) => d.before ?? []))).toEqual(
      new Set(half).difference(new Set(rewritten)),
    );
    expect(new Set(found.flatMap((d) => d.after ?? []))).toEqual(
      new Set(rewritten).difference(new Set(half)),
    );
  });

  it.each<[string, string[], string[], number]>([
    ['one more of two by turns', many(3000, (at) => `${at % 2}`), many(3001, (at) => `${at % 2}`), 3000],
    [
      'shifted by one',
      ['x', ...many(3000, (at) => `${at % 2}`)],
      [...many(3000, (at) => `${at % 2}`), 'y'],
      2990,
    ],
    [
      'one round twice, between other ends',
      ['x', ...many(2000, (at) => `${at % 1000}`)],
      ['y', ...many(1000, String), 'z'],
      1000,
    ],
    ['by turns against pairs', many(3000, (at) => `${at % 2}`), many(3000, (at) => `${(at >> 1) % 2}`), 1500],
    ['nothing in common', many(2000, (at) => `a${at % 3}`), many(2000, (at) => `b${at % 3}`), 0],
  ])('matches without a key that stands once: %s', (...[, before, after, least]) => {
    const matches = matchKeys(before, after);
    expect(matches.length).toBeGreaterThanOrEqual(least);
    expect(matches.every(([i, j]) => before[i] === after[j])).toBe(true);
    expect(
      matches.every(
        ([i, j], at) => at === 0 || (i > (matches[at - 1]?.[0] ?? -1) && j > (matches[at - 1]?.[1] ?? -1)),
      ),
    ).toBe(true);
  });

  it('a value far below its heading still stands under it', () => {
    const page = (last: string): readonly Block[] =>
      html(`<h3>Pro</h3><p>text</p>${many(300, (at) => `<p>$${at + 100}</p>`).join('')}<p>${last}</p>`);
    const [found] = diffBlocks(page('$1'), page('$2'));
    expect(found).toMatchObject({ kind: 'edited', before: '$1', after: '$2', place: { headings: ['Pro'] } });
  });

  it('of many links in one block only those that lead elsewhere differ, whatever their tokens', () => {
    const block5 = (side: string, last: string): Block[] => [
      block('Read on', {
        links: [...many(500, (at) => `/go/${at}?sid=${side}${at}`), last].map((path) => ({
          text: 'on',
          href: `https://r.example${path}`,
        })),
      }),
    ];
    expect(shown(block5('a', '/one'), block5('b', '/two'))).toEqual([
      'link: https://r.example/one -> https://r.example/two',
    ]);
    expect(shown(block5('a', '/one'), block5('b', '/one'))).toEqual([]);
  });

  it('a Chinese text that was edited elsewhere on the page is recognised', () => {
    const [old, fresh] = [
      '我们的团队版每月收费二十九元并支持所有地区',
      '我们的团队版每月收费三十九元并支持所有地区',
    ];
    expect(shown(lines(old, 'x1', 'x2'), lines('x1', 'x2', fresh))).toEqual([`edited: ${old} -> ${fresh}`]);
  });
});

test.each([
  ['words', Array.from({ length: 4000 }, (_, at) => `sail${at % 997}`).join(' ')],
  [
    'a script without spaces',
    Array.from({ length: 12_000 }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7) % 900))).join(''),
  ],
])('a long line of %s that was edited is the same line, and another one is not', (_, line) => {
  const half = line.length / 2;
  const edited = `${line.slice(0, half)} $29 ${line.slice(half)}`;
  const [one, other] = [[block(`${line} and ropes`)], [block(`${edited} and ropes`)]];
  expect(diffBlocks(one, other).map(({ kind }) => kind)).toEqual(['edited']);
  const strange = block(Array.from({ length: 5000 }, (_, at) => `hull${at}`).join(' '));
  expect(
    diffBlocks(one, [strange])
      .map(({ kind }) => kind)
      .toSorted(),
  ).toEqual(['added', 'removed']);
});

test('keys of a page with very many gaps are matched, and nothing overflows', () => {
  const keys = (odd: string): string[] =>
    Array.from({ length: 300_000 }, (_, at) => (at % 2 === 0 ? `stays ${at}` : `${odd} ${at}`));
  expect(matchKeys(keys('old'), keys('new'))).toHaveLength(150_000);
});

describe('tokens', () => {
  it.each<[string, string[]]>([
    ['Until May 5, 2026 only', ['Until', ' ', 'May 5, 2026', ' ', 'only']],
    ['maybe 5 marks', ['maybe', ' ', '5', ' ', 'marks']],
    ["don't ask", ["don't", ' ', 'ask']],
    ['US$29, or v1.2', ['US$29', ',', ' ', 'or', ' ', 'v1.2']],
    ['snake_case x2 (new)', ['snake_case', ' ', 'x2', ' ', '(', 'new', ')']],
    ['cafés\u00a0! a', ['cafés', '\u00a0', '!', ' ', 'a']],
  ])('%s', (text, tokens) => {
    expect(tokensOf(text)).toEqual(tokens);
  });

  it('words are lower case, without signs that say nothing', () => {
    expect(wordsOf('Up to < 10 GB, (or $5) + more!')).toEqual([
      'up',
      'to',
      '<',
      '10',
      'gb',
      'or',
      '$5',
      '+',
      'more',
    ]);
  });
});
