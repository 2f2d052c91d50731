import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { checkPage } from '../../src/flows/check-page.ts';
import { LeaseLost } from '../../src/flows/record-check.ts';
import { visit, visitPage } from '../../src/flows/run-checks.ts';
import type { World } from '../../src/flows/world.ts';
import { openDatabase } from '../../src/store/database.ts';
import { beginLook, endLook } from '../../src/store/hosts.ts';
import { claimDuePage, claimPage, dropLease, stuckLeases, type Lease } from '../../src/store/leases.ts';
import { duePageIds } from '../../src/store/pages.ts';
import { openDesk, type Desk, type Watched } from '../support/desk.ts';

let desk: Desk;
let w: Watched;
let tests = 0;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(async () => desk.close());
beforeEach(async () => {
  // Only this test's page is due, nobody holds one, and the host was never visited.
  await desk.db
    .updateTable('pages')
    .set({ paused_at: desk.now(), lease_token: null, lease_until: null })
    .execute();
  await desk.db
    .updateTable('hosts')
    .set({ next_at: sql`'-infinity'` })
    .execute();
  tests += 1;
  w = await desk.watch(`/page-${tests}`);
});

const GAP_MS = 60_000;

async function claim(hostGapMs = 0): Promise<Lease> {
  const claimed = await claimPage(desk.db, w.page.id, { hostGapMs, leaseS: 90 });
  if (!('lease' in claimed)) throw new Error('the page could not be claimed');
  return claimed.lease;
}

async function moveToHost(watched: Watched, name: string): Promise<void> {
  await desk.db.insertInto('hosts').values({ name }).execute();
  await desk.db.updateTable('pages').set({ host: name }).where('id', '=', watched.page.id).execute();
}

/** As if three minutes had passed on the database's clock, by which leases go. */
async function leaseRunsOut(): Promise<void> {
  await desk.db
    .updateTable('pages')
    .set({ lease_until: sql`now() - interval '1 second'` })
    .where('lease_until', 'is not', null)
    .execute();
}

/** Everything that a visit may write, to compare. */
async function everything() {
  const tables = [
    'pages',
    'checks',
    'versions',
    'snapshots',
    'changes',
    'differences',
    'notices',
    'events',
    'deliveries',
  ] as const;
  return Promise.all(
    tables.map((table) =>
      desk.db
        .selectFrom(table)
        .selectAll()
        .orderBy(sql`1`)
        .execute(),
    ),
  );
}

describe('one page, one visitor', () => {
  test('of ten claimers at once one gets the page, the others are told how long to wait', async () => {
    const claims = await Promise.all(
      Array.from({ length: 10 }, () => claimPage(desk.db, w.page.id, { hostGapMs: 0, leaseS: 90 })),
    );
    expect(claims.filter((one) => 'lease' in one)).toHaveLength(1);
    for (const one of claims) if ('waitMs' in one) expect(one.waitMs).toBeGreaterThan(0);
  });

  test('of ten workers that look for due pages at once one gets the page', async () => {
    const leases = await Promise.all(
      Array.from({ length: 10 }, () => claimDuePage(desk.db, desk.now(), { hostGapMs: 0, leaseS: 90 })),
    );
    expect(leases.filter((lease) => lease !== null).map((lease) => lease.page.id)).toEqual([w.page.id]);
  });

  test('workers take pages of different hosts side by side', async () => {
    const other = await desk.watch(`/beside-${tests}`);
    await moveToHost(other, `beside-${tests}.example`);
    const leases = [
      await claimDuePage(desk.db, desk.now(), { hostGapMs: 0, leaseS: 90 }),
      await claimDuePage(desk.db, desk.now(), { hostGapMs: 0, leaseS: 90 }),
    ];
    expect(new Set(leases.map((lease) => lease?.page.id))).toEqual(new Set([w.page.id, other.page.id]));
    expect(await claimDuePage(desk.db, desk.now(), { hostGapMs: 0, leaseS: 90 })).toBeNull();
  });

  test('two processes that check one page at the same time make one change and one event', async () => {
    await w.settle(
      '<title>One</title><h1>Our plans</h1><p>Pro costs $29 per month for each crew that maps with us.</p>',
    );
    w.set({
      html: '<title>One</title><h1>Our plans</h1><p>Pro costs $39 per month for each crew that maps with us.</p>',
    });
    const other = openDatabase(desk.url);
    const run = { pageId: w.page.id, progress: () => {} };
    const first = await Promise.all([
      visitPage(desk.db, desk.world, run),
      visitPage(other.db, desk.world, run),
    ]);
    expect(first.map((result) => result?.outcome)).toEqual(['suspected', 'suspected']);
    desk.pass(1);
    const second = await Promise.all([
      visitPage(desk.db, desk.world, run),
      visitPage(other.db, desk.world, run),
    ]);
    expect(second.map((result) => result?.outcome).toSorted()).toEqual(['changed', 'unchanged']);
    await other.close();
  });

  test('a page that was removed is gone, not waited for', async () => {
    expect(await claimPage(desk.db, 999_999, { hostGapMs: 0, leaseS: 90 })).toEqual({ gone: true });
    expect(await visitPage(desk.db, desk.world, { pageId: 999_999, progress: () => {} })).toBeNull();
  });
});

describe('when a page is due', () => {
  test('not before its time, and never while it is paused, also if it was due', async () => {
    expect(await claimDuePage(desk.db, new Date(+desk.now() - 1), { hostGapMs: 0, leaseS: 90 })).toBeNull();
    await desk.db.updateTable('pages').set({ paused_at: desk.now() }).where('id', '=', w.page.id).execute();
    expect(await claimDuePage(desk.db, desk.now(), { hostGapMs: 0, leaseS: 90 })).toBeNull();
    expect(await duePageIds(desk.db, desk.now())).toEqual([]);
    // Also one that was queued before.
    expect(await claimPage(desk.db, w.page.id, { hostGapMs: 0, leaseS: 90 })).toEqual({ gone: true });
    expect(await visitPage(desk.db, desk.world, { pageId: w.page.id, progress: () => {} })).toBeNull();
    expect(await w.outcomes()).toEqual([]);
  });

  test('a lease that ran out is taken again, under another token', async () => {
    const dead = await claim();
    expect(await claimDuePage(desk.db, desk.now(), { hostGapMs: 0, leaseS: 90 })).toBeNull();
    expect(await stuckLeases(desk.db)).toEqual([]);
    await leaseRunsOut();
    expect(await stuckLeases(desk.db)).toEqual([w.page.url]);
    const next = await claimDuePage(desk.db, desk.now(), { hostGapMs: 0, leaseS: 90 });
    expect(next?.page.id).toBe(w.page.id);
    expect(next?.token).toBeGreaterThan(dead.token);
  });

  test('a lease goes by the clock of the database, not by that of a worker that is a year ahead', async () => {
    await claim();
    const ahead = new Date(+desk.now() + 365 * 24 * 3_600_000);
    expect(await claimDuePage(desk.db, ahead, { hostGapMs: 0, leaseS: 90 })).toBeNull();
  });
});

describe('one host, one visit at a time', () => {
  test('another page of the host waits for the gap, and a page of another host does not', async () => {
    const neighbour = await desk.watch(`/neighbour-${tests}`);
    await claim(GAP_MS);
    const wait = await claimPage(desk.db, neighbour.page.id, { hostGapMs: GAP_MS, leaseS: 90 });
    expect(wait).toEqual({ waitMs: expect.any(Number), why: 'its host was visited just now' });
    if ('waitMs' in wait) expect(wait.waitMs).toBeGreaterThan(GAP_MS / 2);
    expect(await claimDuePage(desk.db, desk.now(), { hostGapMs: GAP_MS, leaseS: 90 })).toBeNull();
    await moveToHost(neighbour, `other-${tests}.example`);
    expect((await claimDuePage(desk.db, desk.now(), { hostGapMs: GAP_MS, leaseS: 90 }))?.page.id).toBe(
      neighbour.page.id,
    );
  });

  test('of ten claimers of ten pages of one host at the same time one may go', async () => {
    const pages = [w.page];
    while (pages.length < 10) pages.push((await desk.watch(`/crowd-${tests}-${pages.length}`)).page);
    const claims = await Promise.all(
      pages.map((page) => claimPage(desk.db, page.id, { hostGapMs: GAP_MS, leaseS: 90 })),
    );
    expect(claims.filter((one) => 'lease' in one)).toHaveLength(1);
  });

  test('while a page is visited no other of its host is, however long that takes', async () => {
    const neighbour = await desk.watch(`/neighbour-${tests}`);
    const lease = await claim();
    expect(await claimDuePage(desk.db, desk.now(), { hostGapMs: 0, leaseS: 90 })).toBeNull();
    expect(await claimPage(desk.db, neighbour.page.id, { hostGapMs: 0, leaseS: 90 })).toMatchObject({
      why: expect.stringContaining('another process visits this page or its host'),
    });
    await dropLease(desk.db, lease, { at: desk.now(), now: desk.now() });
    expect(await claimPage(desk.db, neighbour.page.id, { hostGapMs: 0, leaseS: 90 })).toHaveProperty('lease');
  });

  test('the gap begins when the visit ends', async () => {
    const lease = await claim(GAP_MS);
    await desk.db
      .updateTable('hosts')
      .set({ next_at: sql`'-infinity'` })
      .execute();
    await dropLease(desk.db, lease, { at: desk.now(), now: desk.now() });
    expect(await claimPage(desk.db, w.page.id, { hostGapMs: GAP_MS, leaseS: 90 })).toHaveProperty('waitMs');
  });

  test('Crawl-delay makes the gap longer, never shorter', async () => {
    const { host } = w.page;
    await desk.db.updateTable('robots').set({ crawl_delay_s: 60 }).where('host', '=', host).execute();
    const gap = async (): Promise<number> => {
      const { seconds } = await desk.db
        .selectFrom('hosts')
        .select(sql<number>`extract(epoch from next_at - clock_timestamp())::float8`.as('seconds'))
        .where('name', '=', host)
        .executeTakeFirstOrThrow();
      return Math.ceil(seconds / 60) * 60;
    };
    await claim(5000);
    expect(await gap()).toBe(60);
    await desk.db
      .updateTable('hosts')
      .set({ next_at: sql`'-infinity'` })
      .execute();
    await leaseRunsOut();
    await claim(600_000);
    expect(await gap()).toBe(600);
    await desk.db.updateTable('robots').set({ crawl_delay_s: 0 }).execute();
  });

  test("who looks at a page before it is added takes the host's turn too", async () => {
    const { host } = w.page;
    expect(await beginLook(desk.db, host, 0)).toBe(0);
    expect(await beginLook(desk.db, host, 0)).toBeGreaterThan(0);
    expect(await claimDuePage(desk.db, desk.now(), { hostGapMs: 0, leaseS: 90 })).toBeNull();
    await endLook(desk.db, host, 0);
    await claim(GAP_MS);
    expect(await beginLook(desk.db, host, GAP_MS)).toBeGreaterThan(GAP_MS / 2);
  });

  test('"check now" that waits for the host gets its next turn before what is only due', async () => {
    const neighbour = await desk.watch(`/neighbour-${tests}`);
    await dropLease(desk.db, await claim(GAP_MS), { at: desk.now(), now: desk.now() });
    expect(await claimPage(desk.db, neighbour.page.id, { hostGapMs: GAP_MS, leaseS: 90 })).toHaveProperty(
      'waitMs',
    );
    await desk.db
      .updateTable('hosts')
      .set({ next_at: sql`now()` })
      .execute();
    expect(await claimDuePage(desk.db, desk.now(), { hostGapMs: 0, leaseS: 90 })).toBeNull();
    const claimed = await claimPage(desk.db, neighbour.page.id, { hostGapMs: 0, leaseS: 90 });
    if (!('lease' in claimed)) throw new Error('the turn was not kept');
    await dropLease(desk.db, claimed.lease, { at: desk.now(), now: desk.now() });
    expect(await claimDuePage(desk.db, desk.now(), { hostGapMs: 0, leaseS: 90 })).not.toBeNull();
  });

  test('a turn that nobody takes lapses', async () => {
    await desk.db
      .updateTable('hosts')
      .set({ wanted_until: sql`now() - interval '1 second'` })
      .execute();
    expect((await claimDuePage(desk.db, desk.now(), { hostGapMs: 0, leaseS: 90 }))?.page.id).toBe(w.page.id);
  });

  test('the gap goes by the clock of the database, whatever the caller holds for now', async () => {
    await claim(GAP_MS);
    await desk.db
      .updateTable('pages')
      .set({ lease_token: null, lease_until: null })
      .where('id', '=', w.page.id)
      .execute();
    const ahead = new Date(+desk.now() + 365 * 24 * 3_600_000);
    expect(await claimDuePage(desk.db, ahead, { hostGapMs: GAP_MS, leaseS: 90 })).toBeNull();
  });
});

describe('P11, fencing: who outlives the lease changes nothing', () => {
  /** A world in which something happens while the page is being fetched. */
  function meanwhile(happens: () => Promise<unknown>): World {
    return {
      ...desk.world,
      async fetchPage(request) {
        const answer = await desk.world.fetchPage(request);
        await happens();
        return answer;
      },
    };
  }

  test('a visit whose page was taken meanwhile rolls back check, version, snapshot and change alike', async () => {
    w.set({
      html: '<h1>Two</h1><p>Words that only the late worker saw, enough of them to be a page of their own.</p>',
    });
    const late = await claim();
    await leaseRunsOut();
    const next = await claim();
    const before = await everything();
    await expect(checkPage(desk.db, desk.world, late)).rejects.toThrow(LeaseLost);
    expect(await everything()).toEqual(before);
    expect(next.token).toBeGreaterThan(late.token);
  });

  test('the late visit ends as none, and what the second worker recorded stands', async () => {
    w.set({
      html: '<h1>Three</h1><p>Words that both workers saw, enough of them to be a page of their own.</p>',
    });
    const late = await claim();
    const world = meanwhile(async () => {
      await leaseRunsOut();
      await visit(desk.db, desk.world, await claim());
    });
    expect(await visit(desk.db, world, late)).toBeNull();
    expect(await w.outcomes()).toEqual(['first']);
    const page = await desk.db
      .selectFrom('pages')
      .selectAll()
      .where('id', '=', w.page.id)
      .executeTakeFirstOrThrow();
    expect(page).toMatchObject({ lease_token: null, lease_until: null });
  });

  test('a bug after the lease was lost does not give the page of its new holder away', async () => {
    const late = await claim();
    let next: Lease | null = null;
    const world = meanwhile(async () => {
      await leaseRunsOut();
      next = await claim();
      throw new TypeError('a bug');
    });
    await expect(visit(desk.db, world, late)).rejects.toThrow('a bug');
    const page = await desk.db
      .selectFrom('pages')
      .selectAll()
      .where('id', '=', w.page.id)
      .executeTakeFirstOrThrow();
    expect(page.lease_token).toBe((next as Lease | null)?.token);
  });
});

describe('C20: a clock that was a day ahead', () => {
  /** The page was visited by a clock a day ahead, and the database's clock has gone on by minutes since. */
  async function visitedAhead(minutesSince: number): Promise<void> {
    const ours = desk.now();
    desk.pass(24);
    await w.checkOnce();
    desk.setClock(ours);
    await desk.db
      .updateTable('pages')
      .set({ scheduled_at: sql`scheduled_at - make_interval(mins => ${minutesSince})` })
      .where('id', '=', w.page.id)
      .execute();
  }
  const due = async () =>
    (await claimDuePage(desk.db, desk.now(), { hostGapMs: 0, leaseS: 90 }))?.page.id ?? null;

  test('its page is due when the wait that was meant has passed, not a day later', async () => {
    w.set({ html: '<h1>Plans</h1><p>Pro for everyone who works outdoors</p>' });
    await visitedAhead(6);
    expect(await duePageIds(desk.db, desk.now())).toEqual([w.page.id]);
    expect(await due()).toBe(w.page.id);
  });

  test('and not before: two workers whose clocks disagree make no storm', async () => {
    w.set({ html: '<h1>Plans</h1><p>Pro for everyone who works outdoors</p>' });
    await visitedAhead(3);
    expect(await duePageIds(desk.db, desk.now())).toEqual([]);
    expect(await due()).toBeNull();
  });

  test('a usual visit is due by the clock alone', async () => {
    w.set({ html: '<h1>Plans</h1><p>Pro for everyone who works outdoors</p>' });
    await w.checkOnce();
    expect(await due()).toBeNull();
    desk.pass(0.1);
    expect(await due()).toBe(w.page.id);
  });
});
