import { describe, expect, it } from 'vitest';
import { readPage } from '../../src/core/read/read-page.ts';
import { block, bytes, read, texts, URL_OF_PAGE } from './pages.ts';

const roles = (html: string): string[] => read(html).blocks.map((b) => `${b.role}:${b.text}`);
const blockNamed = (html: string, text: string) => read(html).blocks.find((b) => b.text === text);

describe('what becomes a block', () => {
  it.each([
    ['<h1>Plans</h1><p>For teams.</p>', ['h1:Plans', 'p:For teams.']],
    ['<ul><li>One<li>Two</ul>', ['li:One', 'li:Two']],
    ['<p>Pay <b>less</b>, <i>get</i> more</p>', ['p:Pay less, get more']],
    ['<p>$<span>29</span><span>/mo</span></p>', ['p:$29/mo']],
    ['<div><span>Pro</span><span>29</span></div>', ['p:Pro 29']],
    ['<p>micro<b>waves</b></p>', ['p:microwaves']],
    [
      '<button>Buy</button><input type=submit value="Send it"><input placeholder="Your name"><input type=hidden value=x>',
      ['button:Buy', 'button:Send it', 'input:Your name'],
    ],
    ['<select><option>EUR<option>USD</select>', ['option:EUR', 'option:USD']],
    ['<p>Used by</p><img alt="Acme Mills"><img alt="">', ['p:Used by', 'alt:Acme Mills']],
    ['<p>one<br>two<br><br>three</p>', ['p:one two', 'p:three']],
    ['<div>loose <p>inside</p> after</div>', ['p:loose', 'p:inside', 'p:after']],
    ['<div role="heading" aria-level="3">Pro</div>', ['h3:Pro']],
    ['<pre>a\n  b</pre>', ['pre:a b']],
    [
      '<svg aria-label="Included"><path d="M0"/></svg><svg><title>Menu</title></svg>',
      ['alt:Included', 'alt:Menu'],
    ],
    ['<svg viewBox="0 0 9 9"><text x="1">€ 19</text></svg>', ['p:€ 19']],
    ['<div><a href=/a>Home</a><a href=/b>Docs</a></div>', ['p:Home', 'p:Docs']],
    ['<p>See <a href=/a>this</a> <a href=/b>that</a></p>', ['p:See this that']],
  ])('%s', (html, expected) => {
    expect(roles(html)).toEqual(expected);
  });

  it('reads title and description, and nothing of the rest of the head', () => {
    const html =
      '<head><title>Rival - Plans</title><meta name=description content="All plans"><meta name=x content=y></head><p>Hi</p>';
    expect(roles(html)).toEqual(['title:Rival - Plans', 'meta:All plans', 'p:Hi']);
    expect(read(html).title).toBe('Rival - Plans');
  });

  it('leaves out scripts, styles, templates, comments, frames and noscript', () => {
    const html =
      '<style>p{}</style><script>var a="<p>no</p>"</script><template><p>no</p></template><!-- <p>no</p> --><noscript>no</noscript><iframe>no</iframe><p>yes</p>';
    expect(texts(html)).toEqual(['yes']);
  });
});

describe('where a block stands', () => {
  it('gives the headings above it, outermost first, and forgets deeper ones', () => {
    const html = '<h1>Plans</h1><h2>Pro</h2><h3>Limits</h3><p>a</p><h2>Team</h2><p>b</p>';
    expect(blockNamed(html, 'a')?.headings).toEqual(['Plans', 'Pro', 'Limits']);
    expect(blockNamed(html, 'b')?.headings).toEqual(['Plans', 'Team']);
    expect(blockNamed(html, 'Team')?.headings).toEqual(['Plans']);
  });

  it('does not carry headings of the page into the footer, nor those of the menu into the page', () => {
    const html =
      '<nav><h3>Products</h3><a href=/x>X</a></nav><h1>Plans</h1><footer><p>f</p></footer><p>after</p>';
    expect(blockNamed(html, 'X')?.headings).toEqual(['Products']);
    expect(blockNamed(html, 'f')?.headings).toEqual([]);
    expect(blockNamed(html, 'after')?.headings).toEqual(['Plans']);
  });

  it.each([
    ['<nav><p>t</p></nav>', 'nav'],
    ['<div role=navigation><p>t</p></div>', 'nav'],
    ['<header><p>t</p></header>', 'header'],
    ['<div class="site-footer dark"><p>t</p></div>', 'footer'],
    ['<div class="card-footer"><p>t</p></div>', 'none'],
    ['<main><p>t</p></main>', 'main'],
    ['<article><header><p>t</p></header></article>', 'main'],
    ['<article><footer><p>t</p></footer></article>', 'main'],
    ['<article><aside><p>t</p></aside></article>', 'aside'],
    ['<aside><p>t</p></aside>', 'aside'],
    ['<div role=dialog><p>t</p></div>', 'dialog'],
    ['<div id="cookie-bar"><p>t</p><p>We use cookies.</p></div>', 'consent'],
    ['<div class="consent-mode"><h1>Plans</h1><p>t</p><p>We use cookies.</p></div>', 'none'],
    ['<div class="cookie-shop"><p>t</p><p>Biscuits and more</p></div>', 'none'],
    ['<div class="intercom-app"><p>t</p></div>', 'chat'],
    [`<div class="intercom-app"><p>t</p><p>${'All about our help. '.repeat(99)}</p></div>`, 'none'],
  ])('%s is in %s', (html, region) => {
    expect(blockNamed(html, 't')?.region).toBe(region);
  });

  it.each([
    ['<p hidden>t</p>', true],
    ['<div aria-hidden=true><p>t</p></div>', true],
    ['<div style="color:red; display: none"><p>t</p></div>', true],
    ['<p>t</p>', false],
  ])('%s is hidden: %s, and read in any case', (html, hidden) => {
    expect(blockNamed(html, 't')?.hidden).toBe(hidden);
  });
});

describe('tables', () => {
  it('make one block of a row, with its cells', () => {
    const html =
      '<table><tr><th>Plan<th>Pro<tr><td>Seats<td><b>5</b> users<tr><td>SSO<td><img alt="Included"></table>';
    const rows = read(html).blocks;
    expect(rows.map((row) => row.text)).toEqual(['Plan | Pro', 'Seats | 5 users', 'SSO | Included']);
    expect(rows[1]).toMatchObject({ role: 'row', cells: ['Seats', '5 users'] });
  });

  it('keep empty cells, so that a mark stays in its column', () => {
    expect(texts('<table><tr><td>SSO<td><td>✓</tr></table>')).toEqual(['SSO |  | ✓']);
  });

  it('that only lay out a page stay blocks', () => {
    const html = '<table><tr><td><h2>Menu</h2><td><table><tr><td>a<td>b</tr></table></tr></table>';
    expect(texts(html)).toEqual(['Menu', 'a | b']);
  });

  it('may be styled elements that say so by role', () => {
    const html = '<div role=row><div role=cell>Seats</div><div role=cell>10</div></div>';
    expect(read(html).blocks[0]?.cells).toEqual(['Seats', '10']);
  });
});

describe('links', () => {
  const hrefs = (html: string): string[] =>
    read(html).blocks.flatMap((b) => b.links.map((link) => link.href));

  it.each([
    ['<a href="/buy?plan=2">Buy</a>', ['https://rival.example/buy?plan=2']],
    ['<base href="https://cdn.example/x/"><a href="y">Y</a>', ['https://cdn.example/x/y']],
    ['<a href="javascript:void(0)">No</a><a>None</a>', []],
    [
      '<a href="/card"><h3>Card</h3><p>Text</p></a>',
      ['https://rival.example/card', 'https://rival.example/card'],
    ],
    ['<a href="http://[bad">Odd</a>', ['http://[bad']],
    ['<base target=_blank><a href="y">Y</a>', ['https://rival.example/y']],
    ['<a href="/team"><img alt="The team"></a><a><img alt="Nobody"></a>', ['https://rival.example/team']],
  ])('%s', (html, expected) => {
    expect(hrefs(html)).toEqual(expected);
  });

  it('decode addresses that Cloudflare hid, in text and link alike, whatever the key', () => {
    const hide = (address: string, key: number): string =>
      [key, ...bytes(address).map((byte) => byte ^ key)]
        .map((byte) => byte.toString(16).padStart(2, '0'))
        .join('');
    for (const key of [7, 0xa3]) {
      const hex = hide('ask@rival.example', key);
      const html = `<p>Write <a href="/cdn-cgi/l/email-protection#${hex}"><span class="__cf_email__" data-cfemail="${hex}">[email&#160;protected]</span></a> now</p>`;
      expect(texts(html)).toEqual(['Write ask@rival.example now']);
      expect(hrefs(html)).toEqual(['mailto:ask@rival.example']);
    }
  });
});

describe('the content hash', () => {
  const hash = (html: string): string => read(html).contentHash;

  it.each([
    [
      'a rotating script version',
      '<script src="a.js?ver=1"></script><p>x</p>',
      '<script src="a.js?ver=2"></script><p>x</p>',
    ],
    [
      'a nonce and a hidden field',
      '<form><input type=hidden name=csrf value=a1><p>x</p></form>',
      '<form><input type=hidden name=csrf value=b2><p>x</p></form>',
    ],
    ['a comment and whitespace', '<p>x</p><!-- built 10:01 -->', '<p>  x\r\n</p><!-- built 10:02 -->'],
    ['a class and a wrapper', '<div class=a><p>x</p></div>', '<section class=b><p>x</p></section>'],
    ['tracking in a link', '<a href="/b?utm_source=x&id=1">x</a>', '<a href="/b?id=1&gclid=9">x</a>'],
    [
      'a session in a link',
      '<a href="/b;jsessionid=AA11?sid=123456">x</a>',
      '<a href="/b;jsessionid=BB22">x</a>',
    ],
    [
      'a token in a link',
      '<a href="/b?k=0a1b2c3d4e5f6a7b8c9d">x</a>',
      '<a href="/b?k=ffeeddccbbaa00112233">x</a>',
    ],
    ['a short token by its name', '<a href="/b?_t=a1b2c3">x</a>', '<a href="/b?_t=d4e5f6">x</a>'],
    ['a version by its stamp', '<a href="/b?v=a1b2c3d4">x</a>', '<a href="/b?v=d4e5f6a7">x</a>'],
    [
      'a build hash in a file name',
      '<a href="/guide.8f3a2b1c9d.pdf">x</a>',
      '<a href="/guide.0a1b2c3d4e.pdf">x</a>',
    ],
  ])('does not see %s', (_, a, b) => {
    expect(hash(a)).toBe(hash(b));
  });

  it.each([
    ['a word', '<p>x</p>', '<p>y</p>'],
    ['the order', '<p>x</p><p>y</p>', '<p>y</p><p>x</p>'],
    ['another plan behind a button', '<a href="/buy?plan=1">Buy</a>', '<a href="/buy?plan=2">Buy</a>'],
    [
      'another release to download',
      '<a href="/get?version=2.3.3">x</a>',
      '<a href="/get?version=2.4.0">x</a>',
    ],
    [
      'another price by a long id',
      '<a href="/buy?price=price_1A2b3C4d5E6f7G8h9I0j">x</a>',
      '<a href="/buy?price=price_9Z8y7X6w5V4u3T2s1R0q">x</a>',
    ],
    ['another video', '<a href="/watch?v=abCdEf123_9">x</a>', '<a href="/watch?v=zYxWvU987_1">x</a>'],
    ['an alt text', '<img alt="Acme">', '<img alt="Bolt">'],
    ['the title', '<title>a</title><p>x</p>', '<title>b</title><p>x</p>'],
    ['a declared price', offer('29'), offer('39')],
  ])('sees %s', (_, a, b) => {
    expect(hash(a)).not.toBe(hash(b));
  });
});

function offer(price: string): string {
  const data = {
    '@type': 'Product',
    name: 'Pro',
    offers: [{ '@type': 'Offer', price, priceCurrency: 'EUR' }],
  };
  return `<p>x</p><script type="application/ld+json">${JSON.stringify(data)}</script>`;
}

it('reads declared prices with the name of what they are for', () => {
  expect(texts(offer('29'))).toEqual(['x', 'Pro: 29 EUR']);
  expect(texts('<p>x</p><script type="application/ld+json">{not json</script>')).toEqual(['x']);
  expect(texts('<p>x</p><script type="application/ld+json">{"price":"7"}</script>')).toEqual(['x', '7']);
});

it('reads no more than 200 declared prices, however many scripts declare them', () => {
  const script = (from: number): string => {
    const offers = Array.from({ length: 150 }, (_, at) => ({ name: `Item ${from + at}`, price: '1' }));
    return `<script type="application/ld+json">${JSON.stringify(offers)}</script>`;
  };
  expect(texts(`<p>x</p>${script(0)}${script(150)}`)).toHaveLength(1 + 200);
});

describe('a scope', () => {
  const html = '<div id=a><p>in</p></div><div id=b><p>out</p></div>';

  it('reads only what it selects', () => {
    expect(read(html, '#a').blocks.map((b) => b.text)).toEqual(['in']);
  });

  it.each(['#none', '#a['])('refuses %s with a reason', (scope) => {
    expect(readPage({ body: bytes(html), contentType: 'text/html', url: URL_OF_PAGE, scope })).toMatchObject({
      ok: false,
    });
  });
});

describe('other kinds of text', () => {
  const readAs = (contentType: string | null, text: string): string[] | string => {
    const reading = readPage({ body: bytes(text), contentType, url: URL_OF_PAGE, scope: null });
    return reading.ok ? reading.blocks.map((b) => b.text) : reading.reason;
  };

  it.each([
    ['text/plain', 'one\r\n\r\n two  words\n', ['one', 'two words']],
    ['text/plain', 'one\0two', ['onetwo']],
    ['application/json', '{"b":[1,2],"a":{"c":"x"}}', ['a.c: x', 'b.[]: 1', 'b.[]: 2']],
    [
      'application/rss+xml',
      '<rss><channel><title>News</title><lastBuildDate>now</lastBuildDate><item><title>Big</title><description>&lt;p&gt;Text&lt;/p&gt;</description></item></channel></rss>',
      ['News', 'Big', 'Text'],
    ],
    [
      'application/atom+xml',
      '<feed><entry><title>Big</title><link href="https://x.example/1"/></entry></feed>',
      ['Big'],
    ],
    [null, '<!doctype html><p>x', ['x']],
    [null, 'just words', ['just words']],
    [null, '<?xml version="1.0"?><feed><title>News</title></feed>', ['News']],
    [null, '<?xml version="1.0"?><html><body><p>x</p></body></html>', ['x']],
    [null, 'Words first, <b>then</b> markup', ['Words first, then markup']],
    ['application/json', '42', ['42']],
    [
      'application/json',
      'oops',
      'the body is no JSON that can be read: broken, over 5 MiB, or nested too deep',
    ],
    ['application/pdf', '%PDF', 'no text: application/pdf'],
    [null, '\u0001\u0002\u0003', 'no text: unknown content type'],
  ])('%s %s', (contentType, text, expected) => {
    expect(readAs(contentType, text)).toEqual(expected);
  });

  it('JSON with keys in another order reads the same (fault 12)', () => {
    expect(readAs('application/json', '{"a":1,"b":2}')).toEqual(readAs('application/json', '{"b":2,"a":1}'));
  });
});

describe('pages that break readers', () => {
  const long = 'x'.repeat(400);

  it.each([
    ['a frame in noscript', `<noscript><iframe src=x style="display:none" /></noscript><p>text</p>`],
    ['noscript inside a script', `<script>document.write("<noscript>")</script><p>text</p>`],
    ['noscript inside a comment', `<!-- <noscript> --><p>text</p>`],
    ['an unclosed style (fault 29)', `<style>p{color:red} <p>text</p>`],
    ['a comment of 300 characters before html (fault 29)', `<!-- ${'c'.repeat(300)} --><html><p>text</p>`],
    ['a comment that never closes', `<!-- oops <p>text</p>`],
    ['a drawing of 2 MB (fault 29)', `<svg><path d="${'M0 0 '.repeat(400_000)}"/></svg><p>text</p>`],
    ['a frame that never closes', `<iframe src=x><p>text</p>`],
    ['a greater-than inside an attribute', `<script data-x="a>b">no</script><p>text</p>`],
    ['nested drawings', `<svg><svg></svg><title></title></svg><p>text</p>`],
  ])('%s', (_, html) => {
    expect(texts(html).filter((text) => !/oops|style|color/.test(text))).toContain('text');
  });

  it('a title at byte 300,000 (fault 29)', () => {
    expect(read(`<script>${' '.repeat(300_000)}</script><title>Late</title><p>x</p>`).title).toBe('Late');
  });

  it('nesting beyond reason is read the second way', () => {
    expect(texts(`${'<div>'.repeat(100_000)}deep${'</div>'.repeat(100_000)}<p>after</p>`)).toEqual([
      'deep',
      'after',
    ]);
  });

  it('next to no text from much markup is doubted, and read a second way', () => {
    const swallowed = `<p>seen</p><select>${`<x-note title="${long}">`.repeat(60)}<textarea>${'words and words '.repeat(200)}`;
    expect(read(swallowed).textLength).toBeGreaterThan(2000);
  });

  it.each(['<', '<a ', '</', '<!', '&#x110000;&bogus;', '<p', '<table><tr><td>', ''])(
    '%j is read without harm',
    (html) => {
      expect(read(html).ok).toBe(true);
    },
  );

  it('a page whose text was swallowed whole is read the second way, as long as it has any', () => {
    const swallowed = `<div data-cfemail="00">${`<p data-x="${long}"></p>`.repeat(60)}<p>${'words and words '.repeat(200)}</p></div>`;
    expect(read(swallowed).textLength).toBeGreaterThan(2000);
  });

  it('empty bytes have no blocks', () => {
    expect(read('').blocks).toEqual([]);
    expect(block('x').text).toBe('x');
  });
});
