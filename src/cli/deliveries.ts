import { clockOf, type Clock } from './times.ts';
import { counted } from '../core/messages/local-time.ts';
import { replayDead } from '../flows/replay-dead.ts';
import { shownAddress } from '../flows/route.ts';
import { whyUnsent } from '../flows/why-unsent.ts';
import type { World } from '../flows/world.ts';
import { deliveryOf, listDeliveries, type Delivery } from '../store/deliveries.ts';
import { eventsOfAccount } from '../store/events.ts';
import { triesOf, type LoggedTry } from '../store/outbox.ts';
import { channelWords } from './channel-words.ts';
import { answer, Misused, Refused, withApp, type App, type Command, type Invocation } from './command.ts';

const MOST = 100;
const MOST_EVENTS = 20;

export const deliveries: Command = {
  name: 'deliveries',
  usage: '[ID] | dead | replay CHANNEL | replay delivery ID',
  about: 'what was sent and what was given up, with every try; send again what was given up',
  flags: {},
  takes: [0, 3],
  async run(invocation) {
    const [what, ...rest] = invocation.positionals;
    if (what === undefined || (what === 'dead' && rest.length === 0)) {
      const state = what === 'dead' ? 'dead' : null;
      return withApp(invocation, async (app) => showAll(invocation, app, state));
    }
    if (what === 'replay') return replay(invocation, rest);
    if (rest.length > 0 || !/^\d{1,15}$/.test(what))
      throw new Misused('deliveries takes a number, dead or replay');
    return withApp(invocation, async ({ db, world, account }) => {
      const one = await deliveryOf(db, { accountId: account.id, id: Number(what) });
      if (one === null)
        throw new Refused(`There is no delivery ${what}; see: npm run -s sightline -- deliveries`);
      const tries = await triesOf(db, one.carriedBy ?? one.id);
      answer(invocation, { ...jsonOf(world, one), tries }, [
        lineOf(world, one),
        ...tries.map((one) => tryLine(one, clockOf(account))),
      ]);
      return 0;
    });
  },
};

/** The deliveries, and below them the newest events that some channel holds no message about, each with why (P12). */
async function showAll(invocation: Invocation, app: App, state: 'dead' | null): Promise<number> {
  const { db, world, account } = app;
  const all = await listDeliveries(db, { accountId: account.id, state, most: MOST });
  const unsent = state === null ? await unsentEvents(app) : [];
  const lines = [...all.map((one) => lineOf(world, one)), ...unsent.map(({ line }) => line)];
  const none = state === 'dead' ? 'Nothing was given up.' : 'Nothing was sent yet.';
  answer(
    invocation,
    [...all.map((one) => jsonOf(world, one)), ...unsent.map(({ json }) => json)],
    lines.length > 0 ? lines : [none],
  );
  return 0;
}

async function unsentEvents({ db, world, account }: App) {
  const events = await eventsOfAccount(db, account.id, { most: MOST_EVENTS });
  const found = await Promise.all(
    events.map(async (one) => {
      const unsent = await whyUnsent(db, world, { account, one });
      return unsent.map(({ channel, why }) => ({ event: one.event, channel, why }));
    }),
  );
  return found.flat().map(({ event, channel, why }) => ({
    line: `       not sent: event ${event.id} "${event.headline}" to ${channelWords(world, channel)}: ${why}`,
    json: { id: null, state: 'not sent', eventId: event.id, channelId: channel.id, reason: why },
  }));
}

async function replay(invocation: Invocation, [first = '', second]: readonly string[]): Promise<number> {
  const one = first === 'delivery';
  const id = one ? (second ?? '') : first;
  if (!/^\d{1,15}$/.test(id) || (!one && second !== undefined))
    throw new Misused('deliveries replay takes the number of a channel, or: delivery ID');
  return withApp(invocation, async ({ db, world, account }) => {
    const about = one ? { delivery: Number(id) } : { channel: Number(id) };
    const queued = await replayDead(db, world, { account, about });
    answer(invocation, { queued }, [
      queued.length === 0
        ? 'Nothing was queued: it was not given up, what it tells was corrected since, or its channel is off: npm run -s sightline -- channel enable ID'
        : `Queued again: ${queued.join(', ')}. Next: npm run -s sightline -- deliver`,
    ]);
    return queued.length === 0 ? 1 : 0;
  });
}

function lineOf(world: World, one: Delivery): string {
  const { id, about, headline, state, carriedBy, error, attempts } = one;
  const { channelId, channelKind: kind, channelAddress: address, channelName: name } = one;
  const where = channelWords(world, { id: channelId, kind, address, name });
  const how = carriedBy === null ? state : `told with delivery ${carriedBy}`;
  const why = error === null ? '' : `: ${error}`;
  return `${String(id).padStart(5)}  ${how} (${counted(attempts, 'try', 'tries')}) ${about}${headline === null ? '' : ` "${headline}"`} to ${where}${why}`;
}

function tryLine({ startedAt, endedAt, outcome, code, error }: LoggedTry, clock: Clock): string {
  const end = outcome ?? (endedAt === null ? 'no end known' : '');
  return `       ${clock.sentence(startedAt)}  ${end}${code === null ? '' : ` ${code}`}${error === null ? '' : `: ${error}`}`;
}

function jsonOf(world: World, one: Delivery): object {
  const { channelAddress, channelKind, ...rest } = one;
  return {
    ...rest,
    channelKind,
    channel: shownAddress(world, { kind: channelKind, address: channelAddress }),
  };
}
