import { describe, expect, test } from 'vitest';
import type { Quote } from '../../src/core/telling.ts';
import { hunks, inlineQuote, leadQuote, outsideLink } from '../../src/web/views/marks.ts';
import { strip } from '../../src/web/views/strip.ts';
import { zoneOf } from '../../src/core/messages/local-time.ts';
import { quote } from '../core/messages/invented.ts';

/** What a reader sees and hears, without the markup; what is folded in a details element counts too. */
function words(markup: { toString(): string }): string {
  return markup
    .toString()
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&amp;', '&');
}

describe('a quote in a list', () => {
  test('marks the words that changed, each side in its own way', () => {
    expect(inlineQuote(quote('$24 per seat', '$30 per seat')).toString()).toBe(
      '<span class="theirs"><del><span class="sr">removed: </span>$24</del> per seat <span class="arrow">→</span> <ins><span class="sr">added: </span>$30</ins> per seat</span>',
    );
  });

  test('that has one side only is marked whole', () => {
    expect(words(inlineQuote(quote(null, 'Boards for two')))).toBe('added: Boards for two');
    expect(words(inlineQuote(quote('Boards for two', null)))).toBe('removed: Boards for two');
  });

  test('of texts that share next to nothing is marked whole, for nothing else tells the sides apart', () => {
    const both = words(
      inlineQuote(
        quote(
          'The calm board for crews of every trade and size',
          'Plan the week in one glance, on paper or off',
        ),
      ),
    );
    expect(both).toMatch(/^removed: The calm .* → added: Plan the week/);
  });
});

describe('the quote that stands for an event', () => {
  const gone = quote('Unlimited boards', null);
  const came = quote(null, 'Up to 20 boards');
  const elsewhere = quote(null, 'Up to 20 boards', ['Questions']);
  test.each<[string, readonly [Quote, ...Quote[]], readonly [string | null, string | null]]>([
    ['a text and what came to its place are one', [gone, came], ['Unlimited boards', 'Up to 20 boards']],
    ['in either order', [came, gone], ['Unlimited boards', 'Up to 20 boards']],
    ['not under another heading', [gone, elsewhere], ['Unlimited boards', null]],
    ['not two that left', [gone, gone], ['Unlimited boards', null]],
    ['a pair stays as it is', [quote('a', 'b'), came], ['a', 'b']],
  ])('%s', (_, quotes, [before, after]) => {
    expect(leadQuote(quotes)).toMatchObject({ before, after });
  });
});

describe('hunks', () => {
  test('share a box under one heading path', () => {
    const drawn = hunks([
      quote('$24', '$30'),
      quote(null, 'Up to 20 boards'),
      quote(null, 'New', ['Questions']),
    ]);
    expect(drawn).toHaveLength(2);
    expect(drawn.map(words)).toEqual([
      'Pricing › Crewbefore: removed: $24after: added: $30after: Up to 20 boards',
      'Questionsafter: New',
    ]);
  });

  const filler = 'Boards are kept for ninety days, and then removed from each copy. '.repeat(8);
  test('fold out the whole text where it had to be shortened, and only there', () => {
    const [long] = hunks([quote(`${filler}We charge $24.`, `${filler}We charge $30.`)]);
    expect(long?.toString()).toContain('<summary>The whole text</summary>');
    expect(words(long ?? '')).toContain(`${filler}We charge `);
    expect(hunks([quote('$24', '$30')]).join('')).not.toContain('<details');
  });

  test('a very long text is folded out without marks, and at once', () => {
    const [huge] = hunks([quote(`${filler.repeat(20)}$24`, `${filler.repeat(20)}$30`)]);
    const whole = huge?.toString().split('<summary>')[1] ?? '';
    expect(whole).toContain(filler.repeat(20));
    expect(whole).not.toMatch(/<del>|<ins>/);
  });

  test('what a page says is text, whatever it looks like', () => {
    const evil = '<img src=x onerror=alert(1)><script>alert(2)</script></p>"\'';
    const path = ['<h1>Heading</h1>'];
    for (const drawn of [
      hunks([quote(evil, `${evil}!`, path)]).join(''),
      inlineQuote(quote(evil, null)).toString(),
    ]) {
      expect(drawn).not.toMatch(/<(img|script|h1)|<\/p>"/);
      expect(drawn).toContain('&lt;img src=x onerror=alert(1)&gt;');
    }
  });
});

test.each([
  ['https://acme.example/pricing', true],
  ['http://acme.example/', true],
  ['javascript:alert(1)', false],
  ['data:text/html,<script>alert(1)</script>', false],
  ['https://user:secret@acme.example/', false],
  ['//acme.example', false],
])('%s is a link: %s', (url, isLink) => {
  expect(outsideLink(url).toString().includes('href=')).toBe(isLink);
});

describe('the line of sight', () => {
  const UTC = zoneOf('UTC');
  const check = (outcome: 'unchanged' | 'blocked' | 'noise', id: number) => ({
    id,
    at: new Date(Date.UTC(2027, 1, 2, id)),
    outcome,
    witness: null,
    reason: '',
    versionId: null,
  });

  test('says in words what it draws', () => {
    const drawn = strip(
      [check('blocked', 3), check('noise', 2), check('unchanged', 1), check('unchanged', 0)],
      UTC,
    );
    expect(drawn?.toString()).toContain(
      '<title>4 checks, oldest first: 2 unchanged, 1 blocked, 1 noise</title>',
    );
  });

  test('draws what was seen above the line, and what was not below it', () => {
    const top = (outcome: 'unchanged' | 'blocked' | 'noise'): number =>
      Number(/d="M\d+ ([\d.]+)h/.exec(strip([check(outcome, 1)], UTC)?.toString() ?? '')?.[1]);
    const line = 44;
    expect(top('unchanged')).toBeLessThan(line);
    expect(top('noise')).toBeLessThan(top('unchanged'));
    expect(top('blocked')).toBeGreaterThan(line);
  });

  test('is not there before the first check', () => {
    expect(strip([], UTC)).toBeNull();
  });
});
