import { EventEmitter, once } from 'node:events';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { World } from '../src/flows/world.ts';
import { addPage as storePage } from '../src/store/pages.ts';
import { keepRobots } from '../src/store/robots.ts';
import { changeAccount } from '../src/store/accounts.ts';
import { startWorker, type WorkerLog } from '../src/worker/worker.ts';
import { openDesk, type Desk } from './support/desk.ts';
import { pricingPage, withPrice } from './support/site.ts';

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
});
afterEach(async () => desk.close());

/** Keeps what the loops say, and tells a test when they say it. */
function listen() {
  const said = new EventEmitter();
  const errors: object[] = [];
  const log: WorkerLog = {
    info: (fields, message) => void said.emit(message, fields),
    error: (fields) => void errors.push(fields),
  };
  return { said, errors, log };
}

test('a worker visits what is due, tells what changed, and sends it, without being asked', async () => {
  await desk.channel('email', 'founder@example.com');
  // No digest is due while this runs: it would be a mail of its own.
  await changeAccount(desk.db, desk.account.id, { digestHour: 23 });
  const w = await desk.watch('/plans');
  await w.settle();
  w.set({ html: pricingPage(withPrice('Pro', '$39 per month')) });
  await w.checkOnce();
  desk.pass(1);
  const { said, errors, log } = listen();
  const sent = once(said, 'delivery');
  const visited = once(said, 'check');
  const worker = await startWorker(desk.db, desk.world, log);
  expect((await visited)[0]).toMatchObject({ url: w.page.url, outcome: 'changed' });
  expect((await sent)[0]).toMatchObject({ channel: 'founder@example.com', state: 'sent' });
  await worker.stop();
  expect(errors).toEqual([]);
  expect(await desk.mails()).toHaveLength(1);
});

test('a bug in a visit is logged, and the page is not asked again at once', async () => {
  const w = await desk.watch('/plans');
  let visits = 0;
  const world: World = {
    ...desk.world,
    async fetchPage() {
      visits += 1;
      throw new TypeError('a bug');
    },
  };
  const { log, errors } = listen();
  const failed = new Promise<void>((resolve) => {
    log.error = (fields) => {
      errors.push(fields);
      resolve();
    };
  });
  const worker = await startWorker(desk.db, world, log);
  await failed;
  await worker.stop();
  expect(visits).toBe(1);
  const page = await desk.db
    .selectFrom('pages')
    .selectAll()
    .where('id', '=', w.page.id)
    .executeTakeFirstOrThrow();
  expect(page).toMatchObject({ lease_token: null, lease_until: null });
  expect(+page.next_check_at - +desk.now()).toBe(300_000);
});

test('a database that goes away is called by its name in the log', async () => {
  await desk.watch('/plans');
  const world: World = {
    ...desk.world,
    async fetchPage() {
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(desk.db);
      throw new Error('the connection outlived its end');
    },
  };
  const { log } = listen();
  const heard = new Promise<string>((resolve) => {
    log.error = (_, message) => resolve(message);
  });
  const worker = await startWorker(desk.db, world, log);
  expect(await heard).toMatch(/^check: the database is away or cannot work \(.*terminat.*\); tried again$/u);
  await worker.stop();
});

test('a bug in the words of an event keeps no digest and no mail from going out', async () => {
  await desk.channel('email', 'founder@example.com');
  const w = await desk.watch('/plans');
  await w.settle();
  w.set({ html: pricingPage(withPrice('Pro', '$39 per month')) });
  await w.check();
  w.set({ html: pricingPage(withPrice('Pro', '$59 per month')) });
  desk.pass(1);
  const bug = Object.assign(async () => Promise.reject(new TypeError('a bug')), {
    model: 'played',
    mostUsd: () => 0,
  });
  const { checkNow } = await import('../src/flows/check-now.ts');
  const world: World = { ...desk.world, askModel: bug };
  const order = { pageIds: [w.page.id], at: desk.now(), noWait: false, progress: () => {} };
  await expect(checkNow(desk.db, world, order)).rejects.toThrow('1 pages could not be explained');
  desk.pass(1);
  const { log, errors, said } = listen();
  const digest = once(said, 'digest');
  const delivery = once(said, 'delivery');
  const worker = await startWorker(desk.db, world, log);
  await Promise.all([digest, delivery]);
  await worker.stop();
  expect(errors).toMatchObject([{ err: expect.any(AggregateError) }]);
});

test('fault 45: 500 pages that are due at a restart never burst: one by one, in turns of their hosts', async () => {
  const HOSTS = 10;
  const { port } = new URL(desk.site.origin);
  const robots = {
    askedAt: desk.now(),
    answeredAt: desk.now(),
    unreachable: null,
    status: 404,
    conditional: null,
  };
  for (let n = 0; n < 500; n += 1) {
    const host = `127.0.0.1:${port}`.replace('127.0.0.1', `127.0.0.${(n % HOSTS) + 1}`);
    const url = `http://${host}/page-${n}`;
    desk.site.set(`/page-${n}`, { html: pricingPage() });
    const now = new Date(+desk.now() - 3_600_000 + n);
    await storePage(desk.db, { url, key: url, host, site: host, kind: 'other', everyS: 21_600, now });
    if (n < HOSTS)
      await keepRobots(desk.db, { origin: `http://${host}`, host }, { ...robots, rules: '', crawlDelayS: 0 });
  }
  const { said, errors, log } = listen();
  const checked: string[] = [];
  const hosts = new Set<string>();
  let all = new EventEmitter();
  const expected = { count: 1 };
  said.on('check', ({ url }: { url: string }) => {
    checked.push(url);
    hosts.add(new URL(url).host);
    if (checked.length === expected.count) all.emit('there');
  });
  // A gap that outlasts the test: each host gets one request.
  const world: World = { ...desk.world, settings: { ...desk.world.settings, hostGapMs: 3_600_000 } };
  let there = once(all, 'there');
  const worker = await startWorker(desk.db, world, log);
  await there;
  const due = async (seconds: number): Promise<number> => {
    const { n } = await desk.db
      .selectFrom('pages')
      .select((select) => select.fn.countAll<number>().as('n'))
      .where('next_check_at', '<=', new Date(+desk.now() + seconds * 1000))
      .executeTakeFirstOrThrow();
    return n;
  };
  // One has been visited and comes back in minutes; of the others a hundred a minute are due.
  expect([await due(0), await due(59.9), await due(119.9), await due(299.9)]).toEqual([0, 99, 199, 499]);
  expect(desk.site.take()).toEqual(['/page-0']);

  expected.count = HOSTS;
  all = new EventEmitter();
  there = once(all, 'there');
  desk.pass(1 / 60);
  await there;
  await worker.stop();
  expect(errors).toEqual([]);
  expect(hosts.size).toBe(HOSTS);
  expect(desk.site.take().toSorted()).toEqual(
    Array.from({ length: HOSTS - 1 }, (_, n) => `/page-${n + 1}`).toSorted(),
  );
});
