import { oneLine } from '../core/messages/inert.ts';
import { waysOut } from '../core/messages/message-links.ts';
import { channelById } from '../store/channels.ts';
import { addCorrection } from '../store/corrections.ts';
import { newKey } from '../store/deliveries.ts';
import { eventById } from '../store/events.ts';
import { threadRoot } from '../store/gathering.ts';
import { subscriptionsOfAccount } from '../store/subscriptions.ts';
import { channelsTold, threadOfEvent } from '../store/told.ts';
import { nameOfPage, portOf, queue, readerOf, signerOf } from './route.ts';
import { messageName } from './seal-alert.ts';
import type { Database, World } from './world.ts';

export type Corrected =
  | { readonly ok: true; readonly correctionId: number; readonly channels: number }
  | { readonly ok: false; readonly say: string };

/** A longer reason would be another event. */
const MOST_CHARACTERS = 400;

/**
 * Says that what was told of an event was wrong, to every channel that holds a delivery of it and still can be told, in the
 * thread of the original. The event stays as it was told: history is not rewritten.
 */
export async function correctEvent(
  db: Database,
  world: World,
  { eventId, because }: { eventId: number; because: string },
): Promise<Corrected> {
  const reason = oneLine(because);
  if (reason === '' || reason.length > MOST_CHARACTERS)
    return { ok: false, say: `Say what is right, in at most ${MOST_CHARACTERS} characters.` };
  return db.transaction().execute(async (tx) => {
    const event = await eventById(tx, eventId);
    if (event === null) return { ok: false, say: `There is no event ${eventId}; see: events` };
    const correctionId = await addCorrection(tx, { eventId, reason, now: world.now() });
    let channels = 0;
    for (const id of await channelsTold(tx, eventId))
      channels += await tell(tx, world, { event, reason, correctionId, channelId: id });
    return { ok: true, correctionId, channels };
  });
}

interface Correction {
  readonly event: NonNullable<Awaited<ReturnType<typeof eventById>>>;
  readonly reason: string;
  readonly correctionId: number;
  readonly channelId: number;
}

async function tell(tx: Database, world: World, correction: Correction): Promise<0 | 1> {
  const { event, reason, correctionId, channelId } = correction;
  const channel = await channelById(tx, channelId);
  if (channel === null || channel.disabledAt !== null) return 0;
  const own = await subscriptionsOfAccount(tx, channel.accountId);
  const subscription = own.find(({ pageId }) => pageId === event.pageId);
  if (subscription === undefined) return 0;
  const about = { correction: correctionId };
  const key = newKey(about);
  const threadId = await threadOfEvent(tx, { channelId, eventId: event.id });
  const root = threadId === null ? null : await threadRoot(tx, threadId);
  const message = portOf(world, channel).correction({
    ...readerOf(world, subscription),
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
  const { id: subscriptionId, competitorId } = subscription;
  const route = { subscriptionId, competitorId, pageId: event.pageId, routed: null };
  return queue(tx, world, { channelId, about, key, message, route, threadId });
}
