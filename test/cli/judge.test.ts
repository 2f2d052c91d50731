import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCli, type Cli } from '../support/cli.ts';
import { pricingPage, withPrice } from '../support/site.ts';

let cli: Cli;
const URL_GIVEN = 'https://birchline.example/pricing';
const PAGE = pricingPage();
const DEARER = pricingPage(withPrice('Pro', '$39 per month'));
const clock = (time: string): string => pricingPage(undefined, `<p>Rendered at ${time}</p>`);

beforeAll(async () => {
  cli = await openCli({ DATABASE_URL: 'postgres://127.0.0.1:1/none' });
  const files = {
    'page.html': PAGE,
    'dearer.html': DEARER,
    'one.html': clock('10:02:11'),
    'two.html': clock('16:45:00'),
  };
  for (const [name, html] of Object.entries(files)) await writeFile(join(cli.data, name), html);
  await writeFile(join(cli.data, 'dearer.html.gz'), gzipSync(DEARER));
});
afterAll(async () => cli.close());

interface Judged {
  readonly verdict: string;
  readonly reasons: readonly string[];
  readonly event: { readonly headline: string; readonly evidence: object } | null;
}

const file = (name: string): string => join(cli.data, name);
const judge = async (before: string, after: string, ...more: readonly string[]): Promise<Judged> =>
  cli.json<Judged>('judge', '--before', file(before), '--after', file(after), '--url', URL_GIVEN, ...more);

describe('one pair, without a database', () => {
  test('a price that changed is told, with words and evidence', async () => {
    const judged = await judge('page.html', 'dearer.html');
    expect(Object.keys(judged)).toEqual(['verdict', 'reasons', 'event']);
    expect(judged).toMatchObject({
      verdict: 'tell',
      event: {
        url: URL_GIVEN,
        kind: 'pricing.price',
        severity: expect.stringMatching(/^(low|medium|high|critical)$/),
        headline: expect.stringContaining('$39'),
        summary: expect.any(String),
        evidence: { before: ['$29 per month'], after: ['$39 per month'] },
        numbers: [expect.objectContaining({ from: '$29', to: '$39' })],
      },
    });
    expect(judged.reasons.length).toBeGreaterThan(0);
  });

  test('the same page is the same, also out of a compressed file', async () => {
    expect(await judge('page.html', 'page.html')).toMatchObject({ verdict: 'same', event: null });
    expect(await judge('dearer.html', 'dearer.html.gz')).toMatchObject({ verdict: 'same', event: null });
  });

  test('a clock is noise with its reason', async () => {
    const judged = await judge('one.html', 'two.html');
    expect(judged).toMatchObject({ verdict: 'noise', event: null });
    expect(judged.reasons.join()).not.toBe('');
  });

  test('a second read that shows the page as before takes the news back', async () => {
    expect((await judge('page.html', 'dearer.html', '--again', file('page.html'))).verdict).not.toBe('tell');
    expect((await judge('page.html', 'dearer.html', '--again', file('dearer.html'))).verdict).toBe('tell');
  });

  test('a file that cannot be read is refused by name', async () => {
    const { code, out, err } = await cli.run(
      'judge',
      '--before',
      file('none.html'),
      '--after',
      file('page.html'),
      '--url',
      URL_GIVEN,
    );
    expect([code, out]).toEqual([1, '']);
    expect(err).toBe(`sightline: ${file('none.html')} cannot be read (ENOENT)\n`);
  });
});

describe('a folder of pairs', () => {
  async function pairs(
    name: string,
    all: Readonly<Record<string, Readonly<Record<string, string | Uint8Array>>>>,
  ): Promise<string> {
    for (const [pair, files] of Object.entries(all)) {
      const dir = join(cli.data, name, pair);
      await mkdir(dir, { recursive: true });
      for (const [path, bytes] of Object.entries(files)) await writeFile(join(dir, path), bytes);
    }
    return join(cli.data, name);
  }

  const meta = JSON.stringify({ url: URL_GIVEN, label: 'whatever a person said of it' });

  test('one JSON line a pair, in the order of the names, with the folder as `pair`', async () => {
    const dir = await pairs('good', {
      'b-price': { 'meta.json': meta, 'before.html': PAGE, 'after.html.gz': gzipSync(DEARER) },
      'a-same': { 'meta.json': meta, 'before.html.gz': gzipSync(PAGE), 'after.html': PAGE },
      'c-taken-back': { 'meta.json': meta, 'before.html': PAGE, 'after.html': DEARER, 'again.html': PAGE },
      'no-pair': { 'notes.txt': 'nothing here' },
    });
    const { code, out, err } = await cli.run('judge', '--pairs', dir, '--json');
    expect([code, err]).toEqual([0, '']);
    const lines = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Judged & { pair: string });
    expect(lines.map(({ pair, verdict }) => [pair, verdict])).toEqual([
      ['a-same', 'same'],
      ['b-price', 'tell'],
      ['c-taken-back', expect.stringMatching(/^(same|noise)$/)],
    ]);
    for (const line of lines) expect(Object.keys(line)).toEqual(['pair', 'verdict', 'reasons', 'event']);
  });

  test('a folder without pairs, a pair without its page, and one without its address are refused', async () => {
    const empty = await pairs('empty', { x: { 'notes.txt': 'nothing' } });
    expect(await cli.run('judge', '--pairs', empty)).toMatchObject({
      code: 1,
      err: expect.stringContaining('holds no pair'),
    });
    const half = await pairs('half', { x: { 'meta.json': meta, 'before.html': PAGE } });
    expect(await cli.run('judge', '--pairs', half)).toMatchObject({
      code: 1,
      err: expect.stringContaining('has no after.html'),
    });
    const bare = await pairs('bare', {
      x: { 'meta.json': '{"url": 7', 'before.html': PAGE, 'after.html': PAGE },
    });
    expect(await cli.run('judge', '--pairs', bare)).toMatchObject({
      code: 1,
      err: expect.stringContaining('names no url'),
    });
  });
});
