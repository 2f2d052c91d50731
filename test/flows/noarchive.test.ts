import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDesk, type Desk, type Watched } from '../support/desk.ts';
import { pricingPage, withPrice } from '../support/site.ts';

// noarchive: no snapshot is kept, and of the texts only what is compared with.

let desk: Desk;
let w: Watched;
beforeEach(async () => {
  desk = await openDesk();
  w = await desk.watch('/plans');
});
afterEach(async () => desk.close());

const TAG = { 'x-robots-tag': 'noarchive' };
const priced = (price: string, head = ''): string =>
  pricingPage(withPrice('Pro', `${price} per month`)).replace('</head>', `${head}</head>`);

/** What is kept of the page's versions, oldest first: "bytes", "text", or nothing. */
async function kept(): Promise<readonly string[]> {
  const rows = await desk.db
    .selectFrom('versions')
    .innerJoin('snapshots', 'snapshots.hash', 'versions.snapshot_hash')
    .select(['body', 'blocks', 'markdown', 'purged_at'])
    .where('page_id', '=', w.page.id)
    .orderBy('versions.id')
    .execute();
  return rows.map(({ body, blocks, markdown, purged_at }) => {
    expect(blocks.length === 0).toBe(purged_at !== null);
    return [body && 'bytes', blocks.length > 0 && 'text', markdown !== '' && 'markdown']
      .filter(Boolean)
      .join(' ');
  });
}

const WHOLE = 'bytes text markdown';

test.each([
  ['in the header', { html: priced('$29'), headers: TAG }, { html: priced('$39'), headers: TAG }],
  [
    'in a meta tag',
    { html: priced('$29', '<meta name="robots" content="noarchive">') },
    { html: priced('$39', '<meta name="robots" content="noarchive">') },
  ],
])(
  '%s: a change is told as ever, with quotes, and only the baseline has a text',
  async (_, before, after) => {
    w.set(before);
    await w.check();
    expect(await kept()).toEqual(['text']);
    desk.pass(6);
    w.set(after);
    expect(await w.check()).toMatchObject({ outcome: 'changed' });
    const [event] = await w.events();
    expect(event?.quotes.map((q) => [q.before, q.after])).toContainEqual(['$29 per month', '$39 per month']);
    desk.pass(6);
    expect(await w.check()).toMatchObject({ outcome: 'unchanged' });
    expect(await kept()).toEqual(['', 'text']);
  },
);

test('what waits to be told keeps both its texts until it is told', async () => {
  w.set({ html: pricingPage(undefined, '<p>We answer within two working days, always.</p>'), headers: TAG });
  await w.check();
  desk.pass(6);
  w.set({
    html: pricingPage(undefined, '<p>We answer within three working days, mostly.</p>'),
    headers: TAG,
  });
  expect(await w.check()).toMatchObject({ outcome: 'changed', eventId: null });
  expect(await kept()).toEqual(['text', 'text']);
  desk.pass(25);
  expect((await w.check()).eventId).not.toBeNull();
  desk.pass(6);
  await w.check();
  expect(await kept()).toEqual(['', 'text']);
});

test('an earlier text that comes back gets its text back, by a full read', async () => {
  w.set({ html: priced('$29'), headers: TAG, etag: '"29"' });
  await w.check();
  for (const [price, etag] of [
    ['$39', '"39"'],
    ['$29', '"29"'],
  ] as const) {
    desk.pass(48);
    w.set({ html: priced(price), headers: TAG, etag });
    expect(await w.check()).toMatchObject({ outcome: 'changed' });
    desk.pass(6);
    expect(await w.check()).toMatchObject({ outcome: 'unchanged' });
  }
  expect(await kept()).toEqual(['text', '']);
  expect((await w.events()).map(({ returns }) => returns)).toEqual([null, 'reversal']);
});

describe('a page that begins to ask for it', () => {
  test.each([
    ['by a header of a 304', 'W/"a"', '304'],
    ['by a header beside the same bytes', undefined, 'bytes'],
  ])('%s: bytes and earlier texts go', async (_, etag, witness) => {
    await w.settle(priced('$29'), etag);
    w.set(etag === undefined ? { html: priced('$39') } : { html: priced('$39'), etag: 'W/"b"' });
    await w.check();
    expect(await kept()).toEqual([WHOLE, WHOLE]);
    desk.pass(48);
    w.set((request, response) => {
      const known = request.headers['if-none-match'] !== undefined;
      const validator = etag === undefined ? {} : { etag: 'W/"b"' };
      const type = { 'content-type': 'text/html; charset=utf-8' };
      response.writeHead(known ? 304 : 200, { ...TAG, ...type, ...validator });
      response.end(known ? undefined : priced('$39'));
    });
    expect(await w.check()).toMatchObject({ outcome: 'unchanged', witness });
    expect(await kept()).toEqual(['', 'text']);
  });

  test('and one that no longer asks is kept again from its next text on', async () => {
    w.set({ html: priced('$29'), headers: TAG });
    await w.check();
    desk.pass(48);
    w.set({ html: priced('$39') });
    await w.check();
    desk.pass(6);
    await w.check();
    expect(await kept()).toEqual(['', WHOLE]);
  });

  test('an error page or a wall says nothing for the page', async () => {
    await w.settle();
    w.set({ html: 'down', status: 503, headers: TAG });
    expect(await w.check()).toMatchObject({ outcome: 'failed' });
    expect(await kept()).toEqual([WHOLE]);
  });
});

test('equal bytes of another page, whose site does not mind, stay', async () => {
  const other = await desk.watch('/same');
  other.set({ html: priced('$29') });
  await other.check();
  w.set({ html: priced('$29'), headers: TAG });
  await w.check();
  const bodies = await desk.db.selectFrom('snapshots').select('body').execute();
  expect(bodies.map(({ body }) => body === null)).toEqual([false]);
  other.set({ html: priced('$29'), headers: TAG });
  desk.pass(6);
  await other.check();
  expect(await kept()).toEqual(['text']);
});

describe('P13: with another reader there are no bytes to read again', () => {
  test('the old version stands while a 304 stands for it, and the same bytes are reread as they come', async () => {
    w.set({ html: priced('$29'), headers: TAG, etag: '"a"' });
    await w.check();
    const made = await desk.db
      .selectFrom('versions')
      .select(['id', 'reader_version'])
      .executeTakeFirstOrThrow();
    const old = { reader_version: 0, content_hash: 'of another reader' };
    await desk.db.updateTable('versions').set(old).execute();
    await desk.db.updateTable('checks').set({ content_hash: old.content_hash }).execute();
    w.set((request, response) => {
      const known = request.headers['if-none-match'] !== undefined;
      response.writeHead(known ? 304 : 200, {
        ...TAG,
        'content-type': 'text/html; charset=utf-8',
        etag: '"a"',
      });
      response.end(known ? undefined : priced('$29'));
    });
    desk.pass(6);
    expect(await w.check()).toMatchObject({ outcome: 'unchanged', witness: '304' });
    desk.pass(8 * 24);
    expect(await w.check()).toMatchObject({ outcome: 'unchanged', witness: 'bytes' });
    const versions = await desk.db.selectFrom('versions').select(['reader_version']).orderBy('id').execute();
    expect(versions.map((version) => version.reader_version)).toEqual([0, made.reader_version]);
    w.set({ html: priced('$39'), headers: TAG });
    desk.pass(6);
    expect(await w.check()).toMatchObject({ outcome: 'changed' });
    expect(await w.events()).toHaveLength(1);
    expect(await kept()).toEqual(['', 'text', 'text']);
  });
});

test('text that was added to such a page is told, for nobody can say that it was half a page before', async () => {
  const cut = pricingPage().replace(/<\/main>[\s\S]*/, '');
  w.set({ html: cut, headers: TAG });
  await w.check();
  desk.pass(6);
  w.set({ html: pricingPage(undefined, '<h3>New</h3><p>Pro costs $49 from 1 May 2026.</p>'), headers: TAG });
  expect(await w.check()).toMatchObject({ outcome: 'changed' });
});
