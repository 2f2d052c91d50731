import type { Block } from '../../../src/core/block.ts';
import { readPage } from '../../../src/core/read/read-page.ts';
import { chanceOf, type Chance, pick, sentence, shuffled, unspaced } from './words.ts';

export interface Sides {
  readonly before: readonly Block[];
  readonly after: readonly Block[];
}

export interface Case {
  readonly name: string;
  /** @param bytes what the body of each side weighs, about */
  readonly sides: (bytes: number) => Sides;
}

type Format = 'html' | 'text';
type Bodies = readonly [before: string, after: string];

/** Everything that has made a comparison of texts slow somewhere; each is as large as it is asked to be. */
export const CASES: readonly Case[] = [
  page('identical', (own) => [own, own]),
  page('one word edited', (own) => [own, edited(own, Math.floor(own.length / 2))]),
  page('half of the blocks rewritten', (own, chance) => [
    own,
    own.map((part) => (chance() < 0.5 ? part : fresh(chance))),
  ]),
  page('second half rewritten', (own, chance) => [
    own,
    own.map((part, at) => (2 * at < own.length ? part : fresh(chance))),
  ]),
  page('all but each fiftieth rewritten', (own, chance) => [
    own,
    own.map((part, at) => (at % 50 === 0 ? part : fresh(chance))),
  ]),
  page('a word edited in each block', (own) => [
    own,
    own.map((part) => part.replace(/ \w+\./, ' otherwise.')),
  ]),
  page('everything different', (own, chance) => [own, own.map(() => fresh(chance))]),
  page('in another language', (own, chance) => [own, own.map(() => sentence(chance, 20, 'x'))]),
  page('shuffled', (own, chance) => [own, shuffled(own, chance)]),
  page('reversed', (own) => [own, own.toReversed()]),
  page('shuffled and each edited', (own, chance) => [
    own,
    shuffled(own, chance).map((part) => part.replace(/ \w+\./, ' otherwise.')),
  ]),
  page('a block inserted at the top', (own, chance) => [own, [fresh(chance), ...own]]),
  page('two lists interleaved', (own) => [own, interleaved(own)]),
  page('each block cut in two', (own) => [own, own.flatMap((part) => [part.slice(0, 60), part.slice(60)])]),
  page('all gone', (own) => [own, []]),
  page('all new', (own) => [[], own]),

  line('long line, edited in the middle', (own) => [own, edited(own, Math.floor(own.length / 2))]),
  line('long line, all different', (own, chance) => [own, sentence(chance, own.length).split(' ')]),
  line('long line, half rewritten', (own, chance) => [
    own,
    own.map((word) => (chance() < 0.5 ? word : pick(chance, own))),
  ]),
  line('long line, words shuffled', (own, chance) => [own, shuffled(own, chance)]),
  line('long line, words reversed', (own) => [own, own.toReversed()]),
  made('text', 'long line without a space', (bytes, chance) => {
    const sign = (): string => Math.floor(chance() * 36).toString(36);
    const own = Array.from({ length: bytes }, sign).join('');
    return [own, `${own.slice(0, bytes / 2)}0${own.slice(bytes / 2 + 1)}`];
  }),
  made('text', 'long line of digits', (bytes, chance) => {
    const own = Array.from({ length: bytes / 4 }, () => String(100 + Math.floor(chance() * 900)));
    return [own.join(' '), own.map((number) => String(Number(number) + 1)).join(' ')];
  }),
  made('text', 'long line of prices, one edited', (bytes) => {
    const own = Array.from({ length: bytes / 9 }, (_, at) => `$${at}.00`);
    return [own.join(' '), own.with(own.length >> 1, '$0.99').join(' ')];
  }),
  made('text', 'Chinese, one line edited', (bytes, chance) => {
    const own = unspaced(chance, bytes / 3);
    return [own, `${own.slice(0, bytes / 6)}新${own.slice(bytes / 6 + 1)}`];
  }),
  made('text', 'Chinese, one line, all different', (bytes, chance) => [
    unspaced(chance, bytes / 3),
    unspaced(chance, bytes / 3),
  ]),
  made('text', 'Chinese, half of the blocks', (bytes, chance) => {
    const own = Array.from({ length: bytes / 300 }, () => unspaced(chance, 100));
    return [own.join('\n'), own.map((part) => (chance() < 0.5 ? part : unspaced(chance, 100))).join('\n')];
  }),

  list('equal cells in a table, one row more', 200, {
    before: () => row(Array.from({ length: 10 }, () => 'Included')),
    after: () => row(Array.from({ length: 10 }, () => 'Included')),
    more: 1,
  }),
  list('Yes and No by turns, shifted', 14, { before: (at) => p(yes(at)), after: (at) => p(yes(at + 1)) }),
  list('Yes and No at random', 14, {
    before: (_, chance) => p(yes(Math.floor(2 * chance()))),
    after: (_, chance) => p(yes(Math.floor(2 * chance()))),
  }),
  list('prices under one heading, all changed', 14, {
    before: (at) => p(`$${at}.00`),
    after: (at) => p(`$${at}.50`),
  }),
  list('prices under names, all changed', 40, {
    before: (at) => plan(at, at),
    after: (at) => plan(at, at + 1),
  }),
  list('prices under equal names, all changed', 40, {
    before: (at) => plan(0, at),
    after: (at) => plan(0, at + 1),
  }),
  list('names over standing prices, all changed', 40, {
    before: (at) => plan(at, 1),
    after: (at) => plan(at + 1e6, 1),
  }),
  list('equal headings, marks at random', 40, {
    before: (_, chance) => group(chance),
    after: (_, chance) => group(chance),
  }),
  list('near duplicates, one more', 25, {
    before: (at, _, of) => p(`Row ${at} of ${of}`),
    after: (at, _, of) => p(`Row ${at} of ${of}`),
    more: 1,
  }),
  list('near duplicates, all renumbered', 25, {
    before: (at, _, of) => p(`Row ${at} of ${of}`),
    after: (at, _, of) => p(`Row ${at} of ${of + 1}`),
  }),
  list('one paragraph with another number', 120, {
    before: (at) => p(REPEATED(at)),
    after: (at) => p(REPEATED(at + 1e6)),
  }),
  list('A and B by turns, against B and A', 100, { before: (at) => p(AB(at)), after: (at) => p(AB(at + 1)) }),
  list('A and B by turns, against A A B B', 100, {
    before: (at) => p(AB(at)),
    after: (at) => p(AB(at >> 1)),
  }),
  list('fifty texts at random', 20, {
    before: (_, chance) => p(`entry ${Math.floor(50 * chance())}`),
    after: (_, chance) => p(`entry ${Math.floor(50 * chance())}`),
  }),
  list('each text twice, shuffled', 40, {
    before: (at) => p(`The entry of number ${at >> 1}`),
    after: (at, _, of) => p(`The entry of number ${((at * 7919) % of) >> 1}`),
  }),
  list('links with new tokens', 50, { before: link('before'), after: link('after') }),
  list('links that lead elsewhere', 50, {
    before: (at) => `<p><a href="/a/${at}">Go there ${at}</a></p>`,
    after: (at) => `<p><a href="/b/${at}">Go there ${at}</a></p>`,
  }),
  list('one block of links with new tokens', 50, {
    before: inOne(link('before')),
    after: inOne(link('after')),
  }),
  list('a countdown of bare numbers', 20, {
    before: (at) => `<p>${at % 60}</p><p>Days</p>`,
    after: (at) => `<p>${(at + 7) % 60}</p><p>Days</p>`,
  }),
  list('pictures with the names of texts', 60, {
    before: (at) => `<p>The maker ${at}</p>`,
    after: (at) => `<p>The maker ${at}</p><img src="a.png" alt="The maker ${at}">`,
  }),
  list('a table of contents that came', 60, {
    before: (at) => `<h2>Chapter ${at} of it</h2><p>text</p>`,
    after: (at) => `<p>Chapter ${at} of it</p><h2>Chapter ${at} of it</h2>`,
  }),
  list('social icons that came', 70, {
    before: () => '',
    after: () => '<p><a href="https://x.com/rival">Twitter</a></p>',
  }),
  list('rows of statistics', 80, {
    before: (at) => row([`node ${at}`, String(at * 3)]),
    after: (at) => row([`node ${at}`, String(at * 3 + 1)]),
  }),
];

function page(
  name: string,
  change: (own: readonly string[], chance: Chance) => readonly [readonly string[], readonly string[]],
): Case {
  return made('html', name, (bytes, chance) => {
    const own: string[] = [];
    for (let length = 0; length < bytes; length += (own.at(-1)?.length ?? 0) + 7) own.push(fresh(chance));
    const body = (parts: readonly string[]): string =>
      parts.map((part, at) => (at % 12 === 0 ? `<h2>${part.slice(0, 40)}</h2>${p(part)}` : p(part))).join('');
    const [before, after] = change(own, chance);
    return [body(before), body(after)];
  });
}

function fresh(chance: Chance): string {
  return chance() < 0.3
    ? sentence(chance, 2 + Math.floor(4 * chance()))
    : sentence(chance, 8 + Math.floor(40 * chance()));
}

function line(
  name: string,
  change: (own: readonly string[], chance: Chance) => readonly [readonly string[], readonly string[]],
): Case {
  return made('text', name, (bytes, chance) => {
    const own = sentence(chance, Math.floor(bytes / 5))
      .slice(0, bytes)
      .split(' ');
    const [before, after] = change(own, chance);
    return [before.join(' '), after.join(' ')];
  });
}

interface Entries {
  readonly before: (at: number, chance: Chance, of: number) => string;
  readonly after: (at: number, chance: Chance, of: number) => string;
  /** Entries that the newer side has more. */
  readonly more?: number;
}

/** @param each what an entry weighs in bytes, markup and all, about */
function list(name: string, each: number, { before, after, more = 0 }: Entries): Case {
  return made('html', name, (bytes, chance) => {
    const length = Math.floor(bytes / each);
    const body = (entry: Entries['before'], count: number): string =>
      `<h2>The list</h2>${Array.from({ length: count }, (_, at) => entry(at, chance, length)).join('')}`;
    return [body(before, length), body(after, length + more)];
  });
}

function made(format: Format, name: string, bodies: (bytes: number, chance: Chance) => Bodies): Case {
  return {
    name,
    sides: (bytes) => {
      const [before, after] = bodies(bytes, chanceOf(bytes));
      return { before: blocksOf(format, before), after: blocksOf(format, after) };
    },
  };
}

function blocksOf(format: Format, body: string): readonly Block[] {
  const whole = format === 'text' ? body : `<!doctype html><title>Rival</title><body><main>${body}</main>`;
  const reading = readPage({
    body: new TextEncoder().encode(whole),
    contentType: format === 'text' ? 'text/plain; charset=utf-8' : 'text/html; charset=utf-8',
    url: 'https://rival.example/pricing',
    scope: null,
  });
  if (!reading.ok) throw new Error(reading.reason);
  return reading.blocks;
}

function edited(own: readonly string[], at: number): string[] {
  return own.with(at, `${own[at]} otherwise`);
}

function interleaved(own: readonly string[]): string[] {
  const half = own.length >> 1;
  return own.map((_, at) => own[at % 2 === 0 ? at >> 1 : half + (at >> 1)] ?? '');
}

function p(text: string): string {
  return `<p>${text}</p>`;
}

function row(cells: readonly string[]): string {
  return `<table><tr>${cells.map((cell) => `<td>${cell}`).join('')}</table>`;
}

function yes(at: number): string {
  return at % 2 === 0 ? 'Yes' : 'No';
}

function plan(name: number, price: number): string {
  return `<h3>Plan ${name}</h3><p>$${price}.00</p>`;
}

function group(chance: Chance): string {
  return `<h3>Limits</h3>${p(yes(Math.floor(2 * chance())))}${p(yes(Math.floor(2 * chance())))}`;
}

function REPEATED(at: number): string {
  return `Every board number ${at} keeps its own history, so that nobody asks who decided what, and when`;
}

function AB(at: number): string {
  return at % 2 === 0
    ? 'Import from a spreadsheet takes a minute, export gives back exactly what went in'
    : 'The mobile app keeps working in tunnels and on planes, and catches up later on';
}

function link(side: string): Entries['before'] {
  return (at, chance) => `<p><a href="/go/${at}?sid=${side}${Math.floor(1e9 * chance())}">Go ${at}</a></p>`;
}

function inOne(entry: Entries['before']): Entries['before'] {
  return (at, chance, of) => {
    const inner = entry(at, chance, of).replace(/^<p>|<\/p>$/g, '');
    return `${at === 0 ? '<p>' : ' or '}${inner}${at === of - 1 ? ' and more</p>' : ''}`;
  };
}
