import { shownAddress } from '../core/address/channel-address.ts';
import { addChannel, testChannel } from '../flows/channels.ts';
import { listChannels, removeChannel, type Channel } from '../store/channels.ts';
import { answer, Misused, Refused, withApp, type App, type Command, type Invocation } from './command.ts';

type Work = (app: App) => Promise<number>;

/** Each reads its arguments before any database is opened, and answers what is then to be done. */
const ACTIONS: Readonly<Record<string, (invocation: Invocation) => Work>> = {
  add: addOne,
  list: listAll,
  test: testOne,
  remove: removeOne,
};

export const channel: Command = {
  name: 'channel',
  usage: 'add email ADDRESS | add slack URL | list | test ID | remove ID',
  about: 'where you are told',
  flags: {},
  takes: [1, 3],
  async run(invocation) {
    const action = ACTIONS[invocation.positionals[0] ?? ''];
    if (action === undefined) throw new Misused('channel takes add, list, test or remove');
    return withApp(invocation, action(invocation));
  },
};

function addOne(invocation: Invocation): Work {
  const [, kind, address] = invocation.positionals;
  if ((kind !== 'email' && kind !== 'slack') || address === undefined)
    throw new Misused('channel add takes email ADDRESS or slack URL');
  return async ({ db, world, account }) => {
    const added = await addChannel(db, world, { account, kind, address });
    if (!added.ok) throw new Refused(added.say);
    const line = `Channel ${added.channel.id}: ${lineOf(added.channel)}. Next: npm run -s sightline -- channel test ${added.channel.id}`;
    answer(invocation, { channel: jsonOf(added.channel) }, [line]);
    return 0;
  };
}

function listAll(invocation: Invocation): Work {
  if (invocation.positionals.length > 1) throw new Misused('channel list takes nothing more');
  return async ({ db, account }) => {
    const channels = await listChannels(db, account.id);
    const lines = channels.map((c) => `${String(c.id).padStart(3)}  ${lineOf(c)}`);
    const none = [
      'You are told nowhere but here. Next: npm run -s sightline -- channel add email you@example.com',
    ];
    answer(invocation, channels.map(jsonOf), lines.length > 0 ? lines : none);
    return 0;
  };
}

function testOne(invocation: Invocation): Work {
  const id = idOf(invocation);
  return async ({ db, world, account }) => {
    const result = await testChannel(db, world, { account, id });
    if (result === null)
      throw new Refused(`There is no channel ${id}; see: npm run -s sightline -- channel list`);
    const say = result.sent ? 'The test was sent.' : `The test was not sent: ${result.reason}.`;
    answer(invocation, result, [say]);
    return result.sent ? 0 : 1;
  };
}

function removeOne(invocation: Invocation): Work {
  const id = idOf(invocation);
  return async ({ db, account }) => {
    if (!(await removeChannel(db, { accountId: account.id, id }))) {
      throw new Refused(`There is no channel ${id}; see: npm run -s sightline -- channel list`);
    }
    answer(invocation, { removed: id }, [`Channel ${id} is removed; nothing more is sent there.`]);
    return 0;
  };
}

function idOf({ positionals }: Invocation): number {
  const [action, id = '', more] = positionals;
  if (more !== undefined || !/^\d{1,15}$/.test(id)) {
    throw new Misused(`channel ${action} takes the number of a channel`);
  }
  return Number(id);
}

function lineOf(c: Channel): string {
  const rest = c.takesDigest ? 'alerts and the daily digest' : 'alerts, and lesser news when it falls due';
  return `${c.kind} ${shownAddress(c)}, ${c.disabledAt === null ? rest : `switched off: ${c.disabledReason}`}`;
}

function jsonOf(c: Channel): object {
  const { id, kind, takesDigest, disabledReason } = c;
  return { id, kind, address: shownAddress(c), takesDigest, enabled: c.disabledAt === null, disabledReason };
}
