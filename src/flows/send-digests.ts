import { digestDue, isFirstDayOfWeek, nextDigest, type NextDigest } from '../core/digest-due.ts';
import { digestMail } from '../core/messages/digest-mail.ts';
import { digestSubject } from '../core/messages/digest-words.ts';
import { waysOut } from '../core/messages/message-links.ts';
import type { MailMessage } from '../core/messages/message.ts';
import { listAccounts, type Account } from '../store/accounts.ts';
import { openChannels, type Channel } from '../store/channels.ts';
import { newKey } from '../store/deliveries.ts';
import {
  addRequestedDigest,
  claimDigest,
  firstCheckAt,
  newestDigest,
  takeEvents,
  type Digest,
} from '../store/digests.ts';
import { takeNotices } from '../store/discoveries.ts';
import { showEvents } from '../store/told.ts';
import { composeDigest, type DigestContent } from './compose-digest.ts';
import { portOf, queueOne, signerOf } from './route.ts';
import type { Database, World } from './world.ts';

export interface SentDigest {
  readonly account: string;
  readonly localDate: string;
  /** Of the first channel's message. Null: a quiet day, on which nothing is sent. */
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
  const localDate = digestDue(world.now(), { ...scheduleOf(account), lastDate: last?.localDate ?? null });
  if (localDate === null) return null;
  const since = await sinceOf(db, world, { account, last });
  const sent = await sendDigest(db, world, { account, since, localDate });
  await world.reach('digest committed');
  return sent;
}

function scheduleOf({ timeZone, digestHour: hour, digestDays: days }: Account) {
  return { timeZone, hour, days };
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
    const rollUp = account.quietMonday && isFirstDayOfWeek(localDate, account.digestDays);
    const subjects: string[] = [];
    for (const channel of await digestChannels(tx, world, account)) {
      // Made up for after midnight, it still is the digest of its own date.
      const content = { ...(await composed.contentFor(channel)), localDate };
      if (!isWorthSending(content, rollUp && isQuiet(composed.content))) continue;
      await queueDigest(tx, world, { digestId, channel, content, onRequest: false });
      subjects.push(digestSubject(content));
    }
    await world.reach('digest in commit');
    const events = composed.content.events.length;
    return {
      account: account.name,
      localDate,
      subject: subjects[0] ?? null,
      events,
      channels: subjects.length,
    };
  });
}

interface QueuedDigest {
  readonly digestId: number;
  readonly channel: Channel;
  readonly content: DigestContent;
  readonly onRequest: boolean;
}

async function queueDigest(tx: Database, world: World, digest: QueuedDigest): Promise<void> {
  const { digestId, channel, content, onRequest } = digest;
  const { digest: render } = portOf(world, channel);
  if (render === null) return;
  const about = { digest: digestId };
  const key = newKey(about);
  const message = render({ ...content, onRequest, waysOut: waysOut(signerOf(world), key) });
  const id = await queueOne(tx, world, { channelId: channel.id, about, key, message });
  if (id === null) return;
  await showEvents(
    tx,
    id,
    // What is listed as corrected was told before, or it is not told here.
    content.events.flatMap(({ event }) => (event.corrected === null ? [event.id] : [])),
  );
}

/** What became of a digest that was asked for. */
export interface DigestNow {
  /** How many channels it goes to. */
  readonly channels: number;
  /** Channels that take digests, whose rules leave all the news out. */
  readonly leftOut: number;
  /** Nothing was told or even checked since then, so nothing is sent; null: something was. */
  readonly nothingSince: Date | null;
}

/**
 * Sends the digest as it stands now, marked as asked for, to every channel that takes digests and has something to read in
 * it. It takes no events: the next usual one is not changed by it.
 */
export async function sendDigestNow(db: Database, world: World, account: Account): Promise<DigestNow> {
  const last = await newestDigest(db, account.id);
  const since = await sinceOf(db, world, { account, last });
  return db.transaction().execute(async (tx) => {
    const composed = await composeDigest(tx, world, { account, since });
    const quiet = isQuiet(composed.content);
    if (quiet && composed.content.coverage.checks === 0)
      return { channels: 0, leftOut: 0, nothingSince: since };
    const all = await digestChannels(tx, world, account);
    const worth: Pick<QueuedDigest, 'channel' | 'content'>[] = [];
    for (const channel of all) {
      const content = await composed.contentFor(channel);
      if (isWorthSending(content, quiet)) worth.push({ channel, content });
    }
    if (worth.length > 0) {
      const digestId = await addRequestedDigest(tx, account.id, world.now());
      for (const one of worth) await queueDigest(tx, world, { digestId, ...one, onRequest: true });
    }
    return { channels: worth.length, leftOut: all.length - worth.length, nothingSince: null };
  });
}

/** Where a digest begins: at the last one; a first one speaks of everything since the first check, that one included. */
async function sinceOf(
  db: Database,
  world: World,
  { account, last }: { account: Account; last: Digest | null },
): Promise<Date> {
  if (last !== null) return last.createdAt;
  const first = await firstCheckAt(db, account.id);
  return first === null ? world.now() : new Date(+first - 1);
}

export interface DigestPreview {
  readonly mail: MailMessage;
  readonly localDate: string;
  readonly events: number;
  /** When the next usual one comes. */
  readonly next: NextDigest | null;
}

/**
 * The digest as it would be made now, as a mail that no one gets: its ways out lead nowhere. Of several channels' digests it
 * shows all that any of them tells.
 */
export async function previewDigest(db: Database, world: World, account: Account): Promise<DigestPreview> {
  const last = await newestDigest(db, account.id);
  const since = await sinceOf(db, world, { account, last });
  const composed = await composeDigest(db, world, { account, since });
  const [channel, ...others] = await digestChannels(db, world, account);
  const isOnly = channel !== undefined && others.length === 0;
  const content = isOnly ? await composed.contentFor(channel) : composed.content;
  const { publicUrl, localDate, events } = content;
  const mail = digestMail({ ...content, onRequest: false, waysOut: { oneClick: publicUrl, all: publicUrl } });
  const next = nextDigest(world.now(), { ...scheduleOf(account), lastDate: last?.localDate ?? null });
  return { mail, localDate, events: events.length, next };
}

function isQuiet({ events, newPages }: DigestContent): boolean {
  return events.length === 0 && newPages.length === 0;
}

/**
 * Quiet days send nothing, except the week's first: proof that somebody was looking (P12). A channel whose rules leave the
 * news out is not told that all was quiet.
 */
function isWorthSending(content: DigestContent, rollUp: boolean): boolean {
  return !isQuiet(content) || (rollUp && content.coverage.checks > 0);
}

async function digestChannels(tx: Database, world: World, account: Account): Promise<readonly Channel[]> {
  const channels = await openChannels(tx, account.id, world.settings.mailLeaves);
  return channels.filter(({ takesDigest, digestEndedAt }) => takesDigest && digestEndedAt === null);
}
