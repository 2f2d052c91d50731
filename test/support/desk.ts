import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addPage } from '../../src/flows/add-page.ts';
import { checkNow, type CheckedPage } from '../../src/flows/check-now.ts';
import { addChannel } from '../../src/flows/channels.ts';
import type { ToldEvent } from '../../src/core/told-event.ts';
import { accountById, type Account } from '../../src/store/accounts.ts';
import type { Channel } from '../../src/store/channels.ts';
import { listEvents } from '../../src/store/events.ts';
import { ledger } from '../../src/store/ledger.ts';
import { listNotices } from '../../src/store/notices.ts';
import type { Page } from '../../src/store/pages.ts';
import { openSite, pricingPage, type Answer, type Site } from './site.ts';
import { testWorld, type TestWorld } from './world.ts';

/** One Sightline and one rival site, shared by the tests of a file: each test watches paths of its own. */
export interface Desk extends TestWorld {
  readonly site: Site;
  /** Watches a path of the site for the own account, or for another. */
  watch(path: string, account?: Account): Promise<Watched>;
  channel(kind: string, address: string, account?: Account): Promise<Channel>;
  /** Another account, by a name of its own. */
  newAccount(name: string, over?: { timeZone?: string; digestHour?: number }): Promise<Account>;
  /** The mail files, oldest first, each with its text undone from quoted-printable. */
  mails(): Promise<readonly string[]>;
  /** Half a year on, so that no memory of an earlier test's site reaches into this one (P8: seven and thirty days). */
  nextTest(): void;
}

export interface Watched {
  readonly page: Page;
  set(answer: Answer): void;
  /** One check at the clock's time, second read included. */
  check(): Promise<CheckedPage>;
  /** One check that leaves the second read to the next. */
  checkOnce(): Promise<CheckedPage>;
  /** A first reading and its second read: the page has a baseline that was seen twice. Six hours pass. */
  settle(html?: string, etag?: string): Promise<void>;
  events(): Promise<readonly ToldEvent[]>;
  /** Kinds of the notices so far, oldest first. */
  notices(): Promise<readonly string[]>;
  /** Reasons in the ledger, oldest first. */
  heldBack(): Promise<readonly string[]>;
  /** Outcomes of the checks so far, oldest first. */
  outcomes(): Promise<readonly string[]>;
}

export async function openDesk(over: Parameters<typeof testWorld>[0] = {}): Promise<Desk> {
  const site = await openSite();
  const sightline = await testWorld(over);
  const { db, world, account: own, mailFolder } = sightline;
  return {
    ...sightline,
    site,
    watch: async (path, account = own) => watchPath({ ...sightline, site }, path, account),
    async channel(kind, address, account = own) {
      const added = await addChannel(db, world, { account, kind, address, name: null, takesDigest: null });
      if (!added.ok) throw new Error(added.say);
      return added.channel;
    },
    async newAccount(name, { timeZone = 'UTC', digestHour = 8 } = {}) {
      const values = { name, time_zone: timeZone, digest_hour: digestHour, created_at: sightline.now() };
      const row = await db.insertInto('accounts').values(values).returning('id').executeTakeFirstOrThrow();
      const account = await accountById(db, row.id);
      if (account === null) throw new Error('an account vanished');
      return account;
    },
    async mails() {
      const names = (await readdir(mailFolder)).filter((name) => name.endsWith('.eml')).toSorted();
      return Promise.all(names.map(async (name) => plain(await readFile(join(mailFolder, name), 'utf8'))));
    },
    nextTest: () => sightline.pass(24 * 182),
    async close() {
      await sightline.close();
      await site.close();
    },
  };
}

export async function watchPath(
  desk: TestWorld & { site: Site },
  path: string,
  account: Account,
): Promise<Watched> {
  const { db, world, site } = desk;
  const added = await addPage(db, world, {
    url: site.origin + path,
    competitor: 'Birchline',
    everyS: null,
    account,
  });
  if (!added.ok) throw new Error(added.say);
  const { page } = added;
  const set = (answer: Answer): void => site.set(path, answer);
  const run = async (noWait: boolean): Promise<CheckedPage> => {
    const [checked] = await checkNow(db, world, {
      pageIds: [page.id],
      at: desk.now(),
      noWait,
      progress: () => {},
    });
    if (checked === undefined) throw new Error('nothing was checked');
    return checked;
  };
  return {
    page,
    set,
    check: async () => run(false),
    checkOnce: async () => run(true),
    async settle(html = pricingPage(), etag) {
      set(etag === undefined ? { html } : { html, etag });
      const { outcome } = await run(false);
      if (outcome !== 'first') throw new Error(`the first check ended as ${outcome}`);
      desk.pass(6);
    },
    events: async () => (await listEvents(db, { pageId: page.id })).toReversed(),
    notices: async () =>
      (await listNotices(db, null))
        .filter((n) => n.pageId === page.id)
        .map((n) => n.kind)
        .toReversed(),
    heldBack: async () =>
      (await ledger(db, null))
        .filter((line) => line.url === page.url)
        .map((line) => line.reasons.join(': '))
        .toReversed(),
    async outcomes() {
      const rows = await db
        .selectFrom('checks')
        .select('outcome')
        .where('page_id', '=', page.id)
        .orderBy('id')
        .execute();
      return rows.map((row) => row.outcome);
    },
  };
}

/** Quoted-printable undone, as far as plain words need it. */
function plain(mail: string): string {
  return mail
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
