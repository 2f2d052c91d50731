import { describe, expect, test } from 'vitest';
import { judgeWholeness, showsBroken, standsAs } from '../../src/core/health/wholeness.ts';
import { block, bytes, page, read } from './pages.ts';

const side = (html: string) => ({ ...read(html), body: bytes(html) });
const CARDS = ['Skiff', 'Sloop'].map((name, at) => `<h3>${name}</h3><p>$${at + 1}9 per month</p>`).join('');
const PAGE = page(`<h1>Mending</h1>${CARDS}`);
const kindOf = (now: string, before = PAGE) => judgeWholeness(side(now), side(before))?.kind ?? 'whole';
const CONSENT =
  '<html><title>Rival</title><nav><p>Home</p></nav><main><p>We use cookies and ask for your consent to cookies.</p><button>Accept all</button></main></html>';
const GATE = '<html><title>Hello</title><h1>Are you of age?</h1><p>You must be 18 to enter.</p></html>';

describe('P5: a healthy reading seen from the page before', () => {
  test.each([
    ['half of it', PAGE.slice(0, PAGE.indexOf('<h2>')), 'collapsed'],
    ['without its prices', PAGE.replaceAll(/\$\d+ per month/g, ''), 'unready'],
    ['a question of another site in its place', GATE, 'stand-in'],
    ['a question about cookies within the frame of the site', CONSENT, 'consent'],
    ['the same page', PAGE, 'whole'],
    ['a price that rose', PAGE.replace('$19', '$29'), 'whole'],
    [
      'a longer page that shares nothing',
      page('<p>All anew.</p>').replaceAll(/\w+(?=[ .])/g, 'new'),
      'whole',
    ],
  ])('%s: %s', (_, now, kind) => {
    expect(kindOf(now)).toBe(kind);
  });

  test('a small page shares too little to tell what stands in for it', () => {
    expect(kindOf('<html><p>Bo</p></html>', '<html><p>Ada was here</p></html>')).toBe('whole');
  });
});

test('what was believed may prove broken: half a page, or one with placeholders for prices', () => {
  const broken = (before: string) => showsBroken(side(PAGE), side(before));
  expect(broken(PAGE.slice(0, PAGE.indexOf('<h2>')))).toBe(true);
  expect(broken(PAGE.replaceAll(/\$\d+ per month/g, 'Loading…'))).toBe(true);
  expect(broken(PAGE.replaceAll(/\$\d+ per month/g, ''))).toBe(false);
  expect(broken(GATE)).toBe(false);
});

test('what is refused is known again though a clock ticks on it, and not when it says something else', () => {
  const at = (text: string) => standsAs('collapsed', [block(text)]);
  expect(at('Closed since 10:01')).toBe(at('Closed since 10:02'));
  expect(at('Closed since 10:01')).not.toBe(at('Open since 10:01'));
  expect(standsAs('unready', [block('Ada')])).toBe(standsAs('unready', [block('Bo')]));
});
