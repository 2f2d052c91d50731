import type { Context, Hono } from 'hono';
import type { App } from '../../cli/command.ts';
import { ended } from '../../core/messages/answer-words.ts';
import { counted, zoneOf } from '../../core/messages/local-time.ts';
import { nextStep } from '../../core/messages/send-result.ts';
import { testChannel } from '../../flows/channels.ts';
import { enableChannel } from '../../flows/enable-channel.ts';
import { replayDead } from '../../flows/replay-dead.ts';
import { feedAddresses } from '../../flows/route.ts';
import { allThatHolds } from '../../flows/what-holds.ts';
import { accountById } from '../../store/accounts.ts';
import { NO_TRAFFIC, trafficOfChannels } from '../../store/channel-traffic.ts';
import { channelOf, listChannels, type Channel } from '../../store/channels.ts';
import { mutesOfAccount } from '../../store/wishes.ts';
import { addressedPlace } from '../place.ts';
import { smallBody } from '../read-form.ts';
import type { Show } from '../show.ts';
import { channelsView, type Said } from '../views/channels.ts';

/** Where the account is told, and how each way stands. */
export function channelRoutes(web: Hono, app: App, show: Show): void {
  const { db, world, account } = app;
  const page = pageOf(app, show);
  const own = async (c: Context): Promise<Channel | null> =>
    channelOf(db, { accountId: account.id, id: Number(c.req.param('id')) });

  web.get('/channels', (c) => page(c, null));

  web.post('/channels/:id{[0-9]{1,15}}/test', smallBody, async (c) => {
    const channel = await own(c);
    if (channel === null) return c.notFound();
    const { id, kind } = channel;
    const reader = (await accountById(db, account.id)) ?? account;
    const tested = await testChannel(db, world, { account: reader, id });
    if (!tested.ok) return page(c, { id, good: false, words: tested.say });
    const { result } = tested;
    const words = result.sent
      ? takenWords(kind)
      : `The test was not taken. ${ended(result.reason)} ${nextStep(result)}`;
    return page(c, { id, good: result.sent, words });
  });

  web.post('/channels/:id{[0-9]{1,15}}/replay', smallBody, async (c) => {
    const channel = await own(c);
    if (channel === null) return c.notFound();
    const { id } = channel;
    const queued = await replayDead(db, world, { account, about: { channel: id } });
    const onTheWay = `${counted(queued.length, 'message')} on the way again.`;
    return page(c, { id, good: true, words: queued.length === 0 ? NOTHING_GIVEN_UP : onTheWay });
  });

  web.post('/channels/:id{[0-9]{1,15}}/enable', smallBody, async (c) => {
    const id = Number(c.req.param('id'));
    const enabled = await enableChannel(db, world, { account, id });
    if (enabled === null) return c.notFound();
    if (!enabled.ok) return page(c, { id, good: false, words: enabled.say });
    return page(c, { id, good: true, words: enabled.asked ? ASKED : ON_AGAIN });
  });
}

/** The page, with what came of a button at the channel it belongs to. */
function pageOf({ db, world, account: opened }: App, show: Show) {
  const accountId = opened.id;
  return async (c: Context, said: Said | null): Promise<Response> => {
    // The rules are told with the digest's days, which may have changed since this process began, and so may the zone.
    const account = (await accountById(db, accountId)) ?? opened;
    const [channels, traffic, mutes, holds] = await Promise.all([
      listChannels(db, accountId),
      trafficOfChannels(db, accountId),
      mutesOfAccount(db, { accountId, now: world.now() }),
      allThatHolds(db, world, account),
    ]);
    const zone = zoneOf(account.timeZone);
    const lines = channels.map((channel) => ({
      channel,
      address: addressedPlace(world, channel),
      feeds: channel.kind === 'feed' ? feedAddresses(world, channel) : null,
      traffic: traffic.get(channel.id) ?? NO_TRAFFIC,
      mutes: mutes.filter(({ channelId }) => channelId === channel.id),
      waitsForYes: channel.confirmedAt === null && world.settings.mailLeaves,
    }));
    return show(c, channelsView({ lines, holds, said, zone }), said === null || said.good ? 200 : 422);
  };
}

const NOTHING_GIVEN_UP = 'There is nothing to send again.';
const ON_AGAIN = 'It is on again. What was given up meanwhile is sent only when you say so.';
const ASKED =
  'It is on, and its reader is asked whether news may come: nothing else goes there before their yes.';

function takenWords(kind: string): string {
  // A feed is fetched, never sent: a test could only say that it is there.
  return kind === 'feed' ? 'The feed answers at the addresses here.' : 'The test was taken.';
}
