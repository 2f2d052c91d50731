import { dayAndTime, zoneOf } from '../core/messages/local-time.ts';
import { oneLine } from '../core/messages/inert.ts';
import { waysOut } from '../core/messages/message-links.ts';
import type { ToldEvent } from '../core/told-event.ts';
import { accountById } from '../store/accounts.ts';
import { channelById, type Channel } from '../store/channels.ts';
import { addCorrection, lockEvent, withdrawAlerts } from '../store/corrections.ts';
import { newKey } from '../store/deliveries.ts';
import { eventById } from '../store/events.ts';
import { threadRoot } from '../store/gathering.ts';
import { subscriptionsOfAccount } from '../store/subscriptions.ts';
import { channelsTold, threadOfEvent } from '../store/told.ts';
import { nameOfPage, portOf, queue, readerOf, signerOf } from './route.ts';
import { messageName } from './seal-alert.ts';
import type { Database, World } from './world.ts';

export type Corrected =
  | {
      readonly ok: true;
      readonly correctionId: number;
      readonly channels: number;
      /** Alerts that were not sent yet, and now never are. */
      readonly withdrawn: number;
    }
  | { readonly ok: false; readonly say: string };

/** A longer reason would be another event. */
const MOST_CHARACTERS = 400;

/**
 * Says that what was told of an event was wrong, to every channel that has it or may have it and still can be told, in the
 * thread of the original. Alerts that wait are withdrawn: who was not told hears neither the error nor its correction. The
 * event stays as it was told, and shows its correction: history is not rewritten. It is corrected once.
 */
export async function correctEvent(
  db: Database,
  world: World,
  { eventId, because }: { eventId: number; because: string },
): Promise<Corrected> {
  const reason = oneLine(because);
  if (reason === '' || reason.length > MOST_CHARACTERS)
    return { ok: false, say: `Say why it was wrong, in at most ${MOST_CHARACTERS} characters.` };
  return db.transaction().execute(async (tx) => {
    await lockEvent(tx, eventId);
    const event = await eventById(tx, eventId);
    if (event === null) return { ok: false, say: `There is no event ${eventId}; see: events` };
    if (event.corrected !== null) return { ok: false, say: correctedAlready(event, event.corrected) };
    const correctionId = await addCorrection(tx, { eventId, reason, now: world.now() });
    const withdrawn = await withdrawAlerts(tx, eventId, `the event was corrected: ${reason}`);
    let channels = 0;
    for (const id of await channelsTold(tx, eventId))
      channels += await tell(tx, world, { event, reason, correctionId, channelId: id });
    return { ok: true, correctionId, channels, withdrawn };
  });
}

function correctedAlready({ id }: ToldEvent, { at, because }: NonNullable<ToldEvent['corrected']>): string {
  const when = `${dayAndTime(at, zoneOf('UTC'))} UTC`;
  return `Event ${id} was corrected already, ${when}: "${because}". It is said once, so nothing was sent. If those words are wrong, tell your readers yourself.`;
}

interface Correction {
  readonly event: ToldEvent;
  readonly reason: string;
  readonly correctionId: number;
  readonly channelId: number;
}

async function tell(tx: Database, world: World, correction: Correction): Promise<0 | 1> {
  const { event, reason, correctionId, channelId } = correction;
  const channel = await channelById(tx, channelId);
  if (channel === null || channel.disabledAt !== null) return 0;
  const { reader, route } = await readerOn(tx, world, { channel, event });
  const about = { correction: correctionId };
  const key = newKey(about);
  const threadId = await threadOfEvent(tx, { channelId, eventId: event.id });
  const root = threadId === null ? null : await threadRoot(tx, threadId);
  const message = portOf(world, channel).correction({
    ...reader,
    pageName: await nameOfPage(tx, event.pageId),
    event,
    reason,
    correctedAt: world.now(),
    thread: {
      id: messageName(world, key),
      root: messageName(world, root?.key ?? key),
      follows: { id: event.id, toldAt: event.toldAt, headline: event.headline },
    },
    waysOut: waysOut(signerOf(world), key),
  });
  return queue(tx, world, { channelId, about, key, message, ...(route === null ? {} : { route }), threadId });
}

/**
 * As its account calls the page; who no longer watches it was told all the same. The page's own address may hold what
 * another account wrote behind it (P16), so that part is left out.
 */
async function readerOn(
  tx: Database,
  world: World,
  { channel, event }: { channel: Channel; event: ToldEvent },
) {
  const own = await subscriptionsOfAccount(tx, channel.accountId);
  const subscription = own.find(({ pageId }) => pageId === event.pageId);
  if (subscription !== undefined) {
    const { id: subscriptionId, competitorId } = subscription;
    const route = { subscriptionId, competitorId, pageId: event.pageId, routed: null };
    return { reader: readerOf(world, subscription), route };
  }
  const account = await accountById(tx, channel.accountId);
  const { origin, pathname } = new URL(event.url);
  const wanted = { competitor: event.site, url: origin + pathname, timeZone: account?.timeZone ?? 'UTC' };
  return { reader: readerOf(world, wanted), route: null };
}
