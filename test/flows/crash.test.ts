import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deliverDue } from '../../src/flows/deliver.ts';
import { explainDue } from '../../src/flows/explain-due.ts';
import { visitPage } from '../../src/flows/run-checks.ts';
import { sendDigests } from '../../src/flows/send-digests.ts';
import { claimDuePage } from '../../src/store/leases.ts';
import { postBox } from '../adapters/post-box.ts';
import { killAt, type CrashOrder } from '../support/crash.ts';
import { openDesk, type Desk, type Watched } from '../support/desk.ts';
import { pricingPage, withPrice } from '../support/site.ts';

// Points of the crash matrix (reference/delivery.md, C1 to C14): a real process with the real flow is killed with
// SIGKILL at the point; then whatever comes next must lose nothing and tell nothing twice.

let desk: Desk;
let w: Watched;
let tests = 0;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(async () => desk.close());
beforeEach(async () => {
  tests += 1;
  desk.nextTest();
  // Earlier pages are not due and nobody is told of them.
  await desk.db.deleteFrom('channels').execute();
  await desk.db.deleteFrom('subscriptions').execute();
  await desk.db.updateTable('pages').set({ paused_at: desk.now() }).execute();
  await desk.channel('email', `founder-${tests}@example.com`);
  w = await desk.watch(`/plans-${tests}`);
});

const PAGE = pricingPage();
const DEARER = pricingPage(withPrice('Pro', '$39 per month'));

const kill = async (deed: CrashOrder['deed'], at: CrashOrder['at']): Promise<void> =>
  killAt({
    databaseUrl: desk.url,
    mailFolder: desk.mailFolder,
    now: desk.now().toISOString(),
    pageId: w.page.id,
    deed,
    at,
  });

const visit = async () => visitPage(desk.db, desk.world, { pageId: w.page.id, progress: () => {} });

/** The lease of a dead worker's visit, and that of its try, by the database's clock. */
async function leasesRunOut(): Promise<void> {
  const past = sql<Date>`now() - interval '1 second'`;
  await desk.db
    .updateTable('pages')
    .set({ lease_until: past })
    .where('lease_until', 'is not', null)
    .execute();
  await desk.db
    .updateTable('deliveries')
    .set({ attempt_until: past })
    .where('attempt_until', 'is not', null)
    .execute();
}

/** Rows of this test's page, by table. */
async function counts() {
  const count = async (table: 'checks' | 'versions' | 'changes' | 'differences' | 'events' | 'notices') => {
    const rows = await desk.db.selectFrom(table).select('id').where('page_id', '=', w.page.id).execute();
    return rows.length;
  };
  return {
    checks: await count('checks'),
    versions: await count('versions'),
    changes: await count('changes'),
    differences: await count('differences'),
    events: await count('events'),
    notices: await count('notices'),
  };
}

const deliveries = async () => desk.db.selectFrom('deliveries').selectAll().orderBy('id').execute();

/** Mails to this test's founder. */
async function mails(): Promise<readonly string[]> {
  return (await desk.mails()).filter((mail) => mail.includes(`founder-${tests}@example.com`));
}

describe('during a visit, before commit A', () => {
  test.each(['visit claimed', 'visit fetched', 'visit planned'] as const)(
    'killed at "%s" (C1-C4): nothing is left, and the change is found again',
    async (at) => {
      await w.settle(PAGE, '"one"');
      w.set({ html: DEARER, etag: '"two"' });
      const before = await counts();
      await kill('visit', at);
      expect(await counts()).toEqual(before);
      // Nobody else gets the page while the dead one's lease holds.
      expect(await claimDuePage(desk.db, desk.now(), { hostGapMs: 0, leaseS: 90 })).toBeNull();
      await leasesRunOut();
      desk.site.take();
      expect((await visit())?.outcome).toBe('suspected');
      // The baseline's validator still goes out: the dead visit's ETag was never stored.
      expect(desk.site.take()).toEqual([`/plans-${tests} "one"`]);
      desk.pass(1);
      expect((await visit())?.outcome).toBe('changed');
      await explainDue(desk.db, desk.world);
      expect(await w.events()).toHaveLength(1);
    },
  );

  test('killed in the second read (C6): the suspicion stands, and the next read is the second', async () => {
    await w.settle();
    w.set({ html: DEARER });
    expect((await visit())?.outcome).toBe('suspected');
    desk.pass(1);
    await kill('visit', 'visit fetched');
    await leasesRunOut();
    expect((await visit())?.outcome).toBe('changed');
    expect(await w.outcomes()).toEqual(['first', 'unchanged', 'suspected', 'changed']);
    await explainDue(desk.db, desk.world);
    expect(await w.events()).toHaveLength(1);
  });

  test('killed in the commit itself (C5): check, notice and delivery are all there later, or none is', async () => {
    await w.settle();
    w.set({ html: 'no', status: 500 });
    await visit();
    desk.pass(25);
    const before = await counts();
    await kill('visit', 'visit in commit');
    await leasesRunOut();
    expect(await counts()).toEqual(before);
    expect(await deliveries()).toEqual([]);
    await visit();
    expect(await w.notices()).toEqual(['page.unreadable']);
    expect(await deliveries()).toHaveLength(1);
  });
});

describe('between commit A and commit B', () => {
  /** Believed and fallen due, but not yet told. */
  async function believed(): Promise<void> {
    await w.settle();
    w.set({ html: DEARER });
    await visit();
    desk.pass(1);
    await visit();
  }

  test.each(['explain asking', 'explain in commit'] as const)(
    'killed at "%s" (C5, C7, C8): the change waits, and is told once',
    async (at) => {
      await believed();
      const before = await counts();
      await kill('explain', at);
      expect(await counts()).toEqual(before);
      expect(await deliveries()).toEqual([]);
      await explainDue(desk.db, desk.world);
      await explainDue(desk.db, desk.world);
      expect(await w.events()).toHaveLength(1);
      expect(await deliveries()).toHaveLength(1);
    },
  );

  test('killed in a whole check after its second read was committed: nothing is read again, and it is told once', async () => {
    await w.settle();
    w.set({ html: DEARER });
    await kill('check', 'explain in commit');
    expect(await w.outcomes()).toEqual(['first', 'unchanged', 'suspected', 'changed']);
    desk.site.take();
    desk.pass(1);
    await explainDue(desk.db, desk.world);
    expect(desk.site.take()).toEqual([]);
    expect(await w.events()).toHaveLength(1);
    expect(await deliveries()).toHaveLength(1);
  });
});

describe('after commit B', () => {
  async function told(): Promise<void> {
    await w.settle();
    w.set({ html: DEARER });
    await w.check();
    desk.pass(1);
  }

  test('killed before it sent (C10): sent by the next worker, once', async () => {
    await told();
    await kill('deliver', 'deliver claimed');
    expect(await mails()).toEqual([]);
    expect(await deliverDue(desk.db, desk.world)).toEqual([]);
    await leasesRunOut();
    expect(await deliverDue(desk.db, desk.world)).toMatchObject([{ state: 'sent' }]);
    expect(await mails()).toHaveLength(1);
  });

  test('killed after it sent, before it recorded (C11, C12): sent again under the same key, which makes one mail', async () => {
    await told();
    await kill('deliver', 'deliver sent');
    expect(await mails()).toHaveLength(1);
    expect(await deliveries()).toMatchObject([{ state: 'queued' }]);
    await leasesRunOut();
    expect(await deliverDue(desk.db, desk.world)).toMatchObject([{ state: 'sent' }]);
    expect(await mails()).toHaveLength(1);
    expect(await deliverDue(desk.db, desk.world)).toEqual([]);
  });

  test('Slack, killed after it sent: one duplicate at most, and it says so', async () => {
    const box = await postBox((_, response) => response.end('ok'));
    await desk.db.deleteFrom('channels').execute();
    await desk.channel('slack', `${box.origin}/services/${tests}`);
    await told();
    for (let crash = 0; crash < 2; crash += 1) {
      await kill('deliver', 'deliver sent');
      await leasesRunOut();
    }
    await deliverDue(desk.db, desk.world);
    const texts = box.received.map(({ body }) =>
      (JSON.parse(body) as { text: string }).text.startsWith('(may be a repeat)'),
    );
    expect(texts).toEqual([false, true]);
    expect(await deliveries()).toMatchObject([{ state: 'dead' }]);
  });

  test('killed in the commit of a digest (C14): one digest for the date, with everything in it', async () => {
    desk.setClock(new Date(Date.UTC(2100 + tests, 0, 7, 6)));
    await w.settle();
    w.set({
      html: pricingPage(
        undefined,
        '<p>Surveyors can now share a map layer with the crew that comes next.</p>',
      ),
    });
    await w.check();
    desk.pass(27);
    await w.check();
    const digests = async () =>
      desk.db.selectFrom('digests').select('id').where('account_id', '=', desk.account.id).execute();
    const before = await digests();
    await kill('digest', 'digest in commit');
    expect(await digests()).toEqual(before);
    expect(await sendDigests(desk.db, desk.world)).toMatchObject([{ events: 1, channels: 1 }]);
    expect(await sendDigests(desk.db, desk.world)).toEqual([]);
    expect(await digests()).toHaveLength(before.length + 1);
  });
});
