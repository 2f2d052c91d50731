import { replayDead } from '../flows/replay-dead.ts';
import { shownAddress } from '../flows/route.ts';
import type { World } from '../flows/world.ts';
import { deliveryOf, listDeliveries, type Delivery } from '../store/deliveries.ts';
import { triesOf, type LoggedTry } from '../store/outbox.ts';
import { answer, Misused, Refused, withApp, type Command } from './command.ts';

const MOST = 100;

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
      return withApp(invocation, async ({ db, world, account }) => {
        const all = await listDeliveries(db, { accountId: account.id, state, most: MOST });
        const none = [state === 'dead' ? 'Nothing was given up.' : 'Nothing was sent yet.'];
        answer(
          invocation,
          all.map((one) => jsonOf(world, one)),
          all.length > 0 ? all.map((one) => lineOf(world, one)) : none,
        );
        return 0;
      });
    }
    if (what === 'replay') return replay(invocation, rest);
    if (rest.length > 0 || !/^\d{1,15}$/.test(what))
      throw new Misused('deliveries takes a number, dead or replay');
    return withApp(invocation, async ({ db, world, account }) => {
      const one = await deliveryOf(db, { accountId: account.id, id: Number(what) });
      if (one === null) throw new Refused(`There is no delivery ${what}; see: deliveries`);
      const tries = await triesOf(db, one.carriedBy ?? one.id);
      answer(invocation, { ...jsonOf(world, one), tries }, [lineOf(world, one), ...tries.map(tryLine)]);
      return 0;
    });
  },
};

async function replay(
  invocation: Parameters<Command['run']>[0],
  [first = '', second]: readonly string[],
): Promise<number> {
  const one = first === 'delivery';
  const id = one ? (second ?? '') : first;
  if (!/^\d{1,15}$/.test(id) || (!one && second !== undefined))
    throw new Misused('deliveries replay takes the number of a channel, or: delivery ID');
  return withApp(invocation, async ({ db, world, account }) => {
    const about = one ? { delivery: Number(id) } : { channel: Number(id) };
    const queued = await replayDead(db, world, { account, about });
    answer(invocation, { queued }, [
      queued.length === 0
        ? 'Nothing was queued: it was not given up, its channel is off (channel enable ID), or what it tells was corrected since.'
        : `Queued again: ${queued.join(', ')}. Next: npm run -s sightline -- deliver`,
    ]);
    return queued.length === 0 ? 1 : 0;
  });
}

function lineOf(world: World, one: Delivery): string {
  const { id, about, headline, state, carriedBy, error, attempts } = one;
  const where =
    one.channelName ?? shownAddress(world, { kind: one.channelKind, address: one.channelAddress });
  const how = carriedBy === null ? state : `told with delivery ${carriedBy}`;
  const why = error === null ? '' : `: ${error}`;
  return `${String(id).padStart(5)}  ${how} (${attempts} tries) ${about}${headline === null ? '' : ` "${headline}"`} to ${where}${why}`;
}

function tryLine({ startedAt, endedAt, outcome, code, error }: LoggedTry): string {
  const end = outcome ?? (endedAt === null ? 'no end known' : '');
  return `       ${startedAt.toISOString()}  ${end}${code === null ? '' : ` ${code}`}${error === null ? '' : `: ${error}`}`;
}

function jsonOf(world: World, one: Delivery): object {
  const { channelAddress, channelKind, ...rest } = one;
  return {
    ...rest,
    channelKind,
    channel: shownAddress(world, { kind: channelKind, address: channelAddress }),
  };
}
