import { EVERY_DAY } from '../core/digest-days.ts';
import { digestDue, isFirstDayOfWeek } from '../core/digest-due.ts';
import { digestMail } from '../core/messages/digest-mail.ts';
import type { MailMessage } from '../core/messages/message.ts';
import { listAccounts, type Account } from '../store/accounts.ts';
import { listChannels } from '../store/channels.ts';
import { claimDigest, firstCheckAt, newestDigest, takeEvents } from '../store/digests.ts';
import { takeNotices } from '../store/discoveries.ts';
import { composeDigest, type ComposedDigest } from './compose-digest.ts';
import { deliver } from './route.ts';
import type { Database, World } from './world.ts';

export interface SentDigest {
  readonly account: string;
  readonly localDate: string;
  /** Null: a quiet day, on which nothing is sent. */
  readonly subject: string | null;
  readonly events: number;
  readonly channels: number;
}

/**
 * Makes the digest of every account whose local hour has come, each in a transaction of its own.
 * @throws AggregateError when digests could not be made, after all others were: one account's trouble stops no other
 */
export async function sendDigests(db: Database, world: World): Promise<readonly SentDigest[]> {
  const sent: SentDigest[] = [];
  const faults: unknown[] = [];
  for (const account of await listAccounts(db)) {
    try {
      const digest = await digestOf(db, world, account);
      if (digest !== null) sent.push(digest);
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} digests could not be made`);
  return sent;
}

async function digestOf(db: Database, world: World, account: Account): Promise<SentDigest | null> {
  const last = await newestDigest(db, account.id);
  const { timeZone, digestHour: hour } = account;
  const lastDate = last?.localDate ?? null;
  const localDate = digestDue(world.now(), { timeZone, hour, days: EVERY_DAY, lastDate });
  if (localDate === null) return null;
  const since = last?.createdAt ?? (await beginning(db, world, account));
  return sendDigest(db, world, { account, since, localDate });
}

/** One account's digest: the claim of its date, the events it takes and its deliveries are one commit (P11). */
async function sendDigest(
  db: Database,
  world: World,
  { account, since, localDate }: { account: Account; since: Date; localDate: string },
): Promise<SentDigest | null> {
  return db.transaction().execute(async (tx) => {
    const digestId = await claimDigest(tx, { accountId: account.id, localDate, now: world.now() });
    if (digestId === null) return null;
    const composed = await composeDigest(tx, world, { account, since });
    await takeEvents(tx, digestId, composed.takes);
    await takeNotices(tx, digestId, composed.takesNotices);
    const events = composed.input.events.length;
    const quiet = { account: account.name, localDate, subject: null, events, channels: 0 };
    if (!isWorthSending(composed, account, localDate)) return quiet;
    // Made up for after midnight, it still is the digest of its own date.
    const mail = digestMail({ ...composed.input, localDate });
    const channels = await digestChannels(tx, account.id);
    for (const channel of channels)
      await deliver(tx, world, { channel, about: { digest: digestId }, message: mail });
    return { ...quiet, subject: mail.subject, channels: channels.length };
  });
}

/** A first digest speaks of everything since the first check, that one included. */
async function beginning(db: Database, world: World, account: Account): Promise<Date> {
  const first = await firstCheckAt(db, account.id);
  return first === null ? world.now() : new Date(+first - 1);
}

/** The digest as it would be made now, shown and not recorded. */
export async function previewDigest(
  db: Database,
  world: World,
  account: Account,
): Promise<{ readonly mail: MailMessage; readonly localDate: string; readonly events: number }> {
  const last = await newestDigest(db, account.id);
  const since = last?.createdAt ?? (await beginning(db, world, account));
  const { input } = await composeDigest(db, world, { account, since });
  return { mail: digestMail(input), localDate: input.localDate, events: input.events.length };
}

/** Quiet days send nothing, except Monday's roll-up: proof that somebody was looking (P12). */
function isWorthSending({ input }: ComposedDigest, account: Account, localDate: string): boolean {
  if (input.events.length > 0 || input.newPages.length > 0) return true;
  return account.quietMonday && isFirstDayOfWeek(localDate, EVERY_DAY) && input.coverage.checks > 0;
}

async function digestChannels(tx: Database, accountId: number) {
  const channels = await listChannels(tx, accountId);
  return channels.filter((channel) => channel.takesDigest && channel.disabledAt === null);
}
