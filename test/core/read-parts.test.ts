import { describe, expect, it, test } from 'vitest';
import { readCrudely } from '../../src/core/read/crude.ts';
import { decodeEmail, emailOfLink } from '../../src/core/read/email.ts';
import { linkTarget } from '../../src/core/read/link-target.ts';
import { prepare } from '../../src/core/read/prepare.ts';
import { readPage } from '../../src/core/read/read-page.ts';
import { bytes, read, texts, URL_OF_PAGE } from './pages.ts';

describe('where a link leads, without what passes', () => {
  it.each([
    ['https://r.example/a?utm_source=x&b=1', 'r.example/a?b=1'],
    ['https://r.example/a?PHPSESSID=abc', 'r.example/a'],
    ['https://r.example/a?x=1718000000000', 'r.example/a'],
    ['https://r.example/a?x=0f8b2c1e-9d3a-4c55-8f53-07f1f8ad8d10', 'r.example/a'],
    ['https://r.example/a?x=Zm9v.YmFy_1234-QUJDREVGRw', 'r.example/a'],
    ['https://r.example/a?slug=a-long-name-2-of-3-pages', 'r.example/a?slug=a-long-name-2-of-3-pages'],
    ['https://r.example/a?plan=2', 'r.example/a?plan=2'],
    ['https://r.example/a?x=withoutAnyFigureInTheName', 'r.example/a?x=withoutAnyFigureInTheName'],
    ['https://r.example/a?version=2.4.0', 'r.example/a?version=2.4.0'],
    ['https://r.example/a#prices', 'r.example/a#prices'],
    ['https://r.example/a#0a1b2c3d4e5f6a7b8c9d', 'r.example/a'],
    ['https://r.example/x/app-8f3a2b1c9d.zip', 'r.example/x/app-*.zip'],
    ['https://r.example/x/app-2.4.0.zip', 'r.example/x/app-2.4.0.zip'],
    ['https://r.example/plain', 'r.example/plain'],
    ['mailto:ask@r.example', 'mailto:ask@r.example'],
    ['http://[bad?x=1', 'http://[bad?x=1'],
  ])('%s', (href, target) => {
    expect(linkTarget(href)).toBe(target);
  });
});

describe('hidden mail addresses', () => {
  it.each([
    ['00414243', 'ABC'],
    ['zz', null],
    ['41', null],
    ['00ff', null],
  ])('%s', (hex, expected) => {
    expect(decodeEmail(hex)).toBe(expected);
  });

  it('are found in links of their kind only', () => {
    expect(emailOfLink('/cdn-cgi/l/email-protection#00414243')).toBe('mailto:ABC');
    expect(emailOfLink('/contact#00414243')).toBeNull();
  });

  it('with bytes that are no text are none', () => {
    expect(decodeEmail('00ffffff')).toBeNull();
  });
});

describe('reading without nesting', () => {
  it('ends lines at block tags and decodes entities', () => {
    const html = '<div>A &amp; B<p>29&nbsp;&#8364; &#x2014; ok</p></div><b>x</b>y &unknown; &#0;';
    expect(readCrudely(html).map((block) => block.text)).toEqual(['A & B', '29 € — ok', 'xy &unknown; &#0;']);
  });
});

describe('what is taken out before parsing', () => {
  it.each([
    ['a<script>b</script>c', 'a c'],
    ['a<!-- b -->c', 'ac'],
    ['a<!-->b', 'ab'],
    ['a<template><template>b</template></template>c', 'a c'],
    ['a<svg/>b', 'a b'],
    ['a<iframe src=x>b', 'a b'],
    ['a<iframe><p>b</p></iframe>c', 'a c'],
    ['a<plaintext>b', 'a b'],
    ['a<style>b', 'a '],
    ['a<!-- b <!-- c', 'a b  c'],
    ['a<iframe><p>b</p><iframe><p>c</p></iframe>d', 'a <p>b</p> d'],
    ['a<script>"<script "</script>b', 'a b'],
    ['<scripture>a</scripture>', '<scripture>a</scripture>'],
    ['<p>One</p><sec', '<p>One</p>'],
    ['<p>One</p><a href="/two', '<p>One</p>'],
    ['<p>One</p></', '<p>One</p>'],
    ['<p>One</p><', '<p>One</p>'],
    ['<p>Less < more', '<p>Less < more'],
    ['<p>One</p>', '<p>One</p>'],
  ])('%s', (html, expected) => {
    expect(prepare(html).html).toBe(expected);
  });

  it('of declared data the text is kept', () => {
    expect(
      prepare('<script type="application/ld+json">{"a":1}</script><script>no</script>').declared,
    ).toEqual(['{"a":1}']);
  });

  it('one drawing without an end does not take the next ones for its inside', () => {
    expect(texts('<svg><p>a</p><svg><path/></svg><p>b</p>')).toEqual(['a', 'b']);
  });
});

describe('smaller elements', () => {
  it.each([
    ['<textarea placeholder="Your message"></textarea>', ['input:Your message']],
    ['<select><optgroup label="Europe"><option>EUR</optgroup></select>', ['option:Europe', 'option:EUR']],
    ['<input type=image alt="Go">', ['alt:Go']],
    ['<input type=checkbox>', []],
    ['<span role=img aria-label="Included"></span>', ['alt:Included']],
    ['<div role=listitem>One</div>', ['li:One']],
    ['<div role=button>Buy</div>', ['button:Buy']],
    ['<div role=option>EUR</div>', ['option:EUR']],
    ['<div role=heading>Two</div>', ['h2:Two']],
    ['<div role=heading aria-level=9>Two</div>', ['h2:Two']],
    ['<constructor>Text</constructor><p role=constructor>More</p>', ['p:Text', 'p:More']],
    ['<meta charset=utf-8><meta name=description><p>Text</p>', ['p:Text']],
    ['<p>Ask <span data-cfemail="nothing"><b>[hidden]</b></span> us</p>', ['p:Ask us']],
    ['<details><summary>More</summary><p>Text</p></details>', ['button:More', 'p:Text']],
  ])('%s', (html, expected) => {
    expect(read(html).blocks.map((block) => `${block.role}:${block.text}`)).toEqual(expected);
  });
});

describe('limits of what is read', () => {
  test('markup beyond 5 MiB is not read, and the cut is no text', () => {
    const row = '<p>Sails, masts and hulls</p>';
    const many = row.repeat(Math.ceil((5 * 1024 * 1024) / row.length) + 10);
    const { blocks } = read(`<h1>Mending</h1>${many}<p>The end</p>`);
    expect(new Set(blocks.map(({ text }) => text))).toEqual(new Set(['Mending', 'Sails, masts and hulls']));
  });

  test.each([
    ['nested deeper than 512 levels', `${'['.repeat(600)}1${']'.repeat(600)}`],
    ['larger than 5 MiB', JSON.stringify({ text: 'a'.repeat(5 * 1024 * 1024) })],
    ['nine million opening brackets', '['.repeat(9_000_000)],
  ])('JSON %s is refused with its reason', (_, text) => {
    expect(
      readPage({ body: bytes(text), contentType: 'application/json', url: URL_OF_PAGE, scope: null }),
    ).toMatchObject({
      ok: false,
      reason: expect.stringContaining('over 5 MiB, or nested too deep'),
    });
  });
});
