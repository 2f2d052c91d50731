import { digestDue, localHour } from '../core/digest-hour.ts';
import { digestMail } from '../core/messages/digest-mail.ts';
import type { MailMessage } from '../core/messages/message.ts';
import { listAccounts, type Account } from '../store/accounts.ts';
import { listChannels } from '../store/channels.ts';
import { claimDigest, newestDigest, takeEvents } from '../store/digests.ts';
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

/** Makes the digest of every account whose local hour has come, each in a transaction of its own. */
export async function sendDigests(db: Database, world: World): Promise<readonly SentDigest[]> {
  const sent: SentDigest[] = [];
  for (const account of await listAccounts(db)) {
    const now = localHour(world.now(), account.timeZone);
    const last = await newestDigest(db, account.id);
    if (!digestDue(now, { digestHour: account.digestHour, lastDate: last?.localDate ?? null })) continue;
    const since = last?.createdAt ?? new Date(0);
    const digest = await sendDigest(db, world, { account, since, localDate: now.date, weekday: now.weekday });
    if (digest !== null) sent.push(digest);
  }
  return sent;
}

/** One account's digest: the claim of its date, the events it takes and its deliveries are one commit (P11). */
async function sendDigest(
  db: Database,
  world: World,
  { account, since, localDate, weekday }: { account: Account; since: Date; localDate: string; weekday: number },
): Promise<SentDigest | null> {
  return db.transaction().execute(async (tx) => {
    const digestId = await claimDigest(tx, { accountId: account.id, localDate, now: world.now() });
    if (digestId === null) return null;
    const composed = await composeDigest(tx, world, { account, since });
    await takeEvents(tx, digestId, composed.takes);
    const events = composed.input.events.length;
    const quiet = { account: account.name, localDate, subject: null, events, channels: 0 };
    if (!isWorthSending(composed, account, weekday)) return quiet;
    const mail = digestMail(composed.input);
    const channels = await digestChannels(tx, account.id);
    for (const channel of channels) await deliver(tx, world, { channel, about: { digest: digestId }, message: mail });
    return { ...quiet, subject: mail.subject, channels: channels.length };
  });
}

/** The digest as it would be made now, shown and not recorded. */
export async function previewDigest(
  db: Database,
  world: World,
  account: Account,
): Promise<{ readonly mail: MailMessage; readonly localDate: string; readonly events: number }> {
  const last = await newestDigest(db, account.id);
  const { input } = await composeDigest(db, world, { account, since: last?.createdAt ?? new Date(0) });
  return { mail: digestMail(input), localDate: input.localDate, events: input.events.length };
}

/** Quiet days send nothing, except Monday's roll-up: proof that somebody was looking (P12). */
function isWorthSending({ input }: ComposedDigest, account: Account, weekday: number): boolean {
  if (input.events.length > 0) return true;
  return account.quietMonday && weekday === 1 && input.coverage.checks > 0;
}

async function digestChannels(tx: Database, accountId: number) {
  const channels = await listChannels(tx, accountId);
  return channels.filter((channel) => channel.takesDigest && channel.disabledAt === null);
}
