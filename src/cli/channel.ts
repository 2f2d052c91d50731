import { emailAddress } from '../core/address/channel-address.ts';
import { ended } from '../core/messages/answer-words.ts';
import { nextStep } from '../core/messages/send-result.ts';
import { muteWords } from '../core/messages/hold-words.ts';
import { oneLine } from '../core/messages/inert.ts';
import { zoneOf } from '../core/messages/local-time.ts';
import { addChannel, askToConfirm, rotateSecret, testChannel } from '../flows/channels.ts';
import { feedAddresses } from '../flows/route.ts';
import { enableChannel } from '../flows/enable-channel.ts';
import { liftBounce } from '../store/suppressions.ts';
import { channelOf, listChannels, removeChannel, type Channel } from '../store/channels.ts';
import { mutesOfAccount } from '../store/wishes.ts';
import { faultOfAddress, feedLines, isAsked, jsonOf, lineOf } from './channel-words.ts';
import {
  answer,
  flagText,
  Misused,
  Refused,
  withApp,
  type App,
  type Command,
  type Invocation,
} from './command.ts';

type Work = (app: App) => Promise<number>;

/** Each reads its arguments before any database is opened, and answers what is then to be done. */
const ACTIONS: Readonly<Record<string, (invocation: Invocation) => Work>> = {
  add: addOne,
  list: listAll,
  test: testOne,
  ask: askOne,
  enable: enableOne,
  rotate: rotateOne,
  lift: liftOne,
  remove: removeOne,
};

export const channel: Command = {
  name: 'channel',
  usage:
    'add KIND [ADDRESS] [--name NAME] [--digest yes|no] | list | test ID | ask ID | enable ID | rotate ID | lift ADDRESS | remove ID',
  about: 'where you are told: email, slack, discord, teams, webhook, feed',
  flags: { name: { type: 'string' }, digest: { type: 'string' } },
  takes: [1, 3],
  async run(invocation) {
    const action = ACTIONS[invocation.positionals[0] ?? ''];
    if (action === undefined) throw new Misused(`channel takes ${Object.keys(ACTIONS).join(', ')}`);
    return withApp(invocation, action(invocation));
  },
};

function addOne(invocation: Invocation): Work {
  const [, kind, address = ''] = invocation.positionals;
  if (kind === undefined || (address === '' && kind !== 'feed'))
    throw new Misused(
      'channel add takes a kind and its address, as email ADDRESS or slack URL; a feed has none',
    );
  const fault = faultOfAddress(invocation, kind, address);
  if (fault !== null) throw new Misused(fault);
  const digest = flagText(invocation, 'digest');
  if (digest !== null && digest !== 'yes' && digest !== 'no') throw new Misused('--digest is yes or no');
  const name = nameOf(invocation);
  return async ({ db, world, account }) => {
    const takesDigest = digest === null ? null : digest === 'yes';
    const added = await addChannel(db, world, { account, kind, address, name, takesDigest });
    if (!added.ok) throw new Refused(added.say);
    const { channel: made, created } = added;
    // Shown once, where it is made: whoever reads lists later needs no secret.
    const secret = created ? (made.secrets[0] ?? null) : null;
    const shown = { ...jsonOf(world, made), ...(secret === null ? {} : { secret }) };
    answer(invocation, { channel: shown }, [
      `Channel ${made.id}: ${lineOf(world, made, { zone: zoneOf(account.timeZone), now: world.now() })}.`,
      ...(secret === null ? [] : [`It signs with ${secret}, shown this once.`]),
      ...(made.kind === 'feed' ? feedLines(world, made) : []),
      ...(isAsked(world, made)
        ? [
            'Its reader was mailed the question whether they want our mail; until they say yes, nothing else goes there.',
          ]
        : [
            ...(made.confirmedAt === null
              ? ['Its reader is not asked: mail is only written to files here.']
              : []),
            `Next: npm run -s sightline -- channel test ${made.id}`,
          ]),
    ]);
    return 0;
  };
}

const LONGEST_NAME = 60;

function nameOf(invocation: Invocation): string | null {
  const given = flagText(invocation, 'name');
  const name = given === null ? null : oneLine(given);
  if (name === '') throw new Misused('--name needs a name, such as "#rivals"');
  if ((name?.length ?? 0) > LONGEST_NAME)
    throw new Misused(`--name takes at most ${LONGEST_NAME} characters`);
  return name;
}

function listAll(invocation: Invocation): Work {
  if (invocation.positionals.length > 1) throw new Misused('channel list takes nothing more');
  return async ({ db, world, account }) => {
    const channels = await listChannels(db, account.id);
    const mutes = await mutesOfAccount(db, { accountId: account.id, now: world.now() });
    const ofChannel = (id: number) => mutes.filter(({ channelId }) => channelId === id);
    const at = { zone: zoneOf(account.timeZone), now: world.now() };
    const lines = channels.flatMap((c) => [
      `${String(c.id).padStart(3)}  ${lineOf(world, c, at)}`,
      ...ofChannel(c.id).map((mute) => `     ${muteWords(mute, mute.url, at)}`),
    ]);
    const none = [
      'You are told nowhere but here. Next: npm run -s sightline -- channel add email you@example.com',
    ];
    answer(
      invocation,
      channels.map((c) => ({
        ...jsonOf(world, c),
        mutes: ofChannel(c.id).map(({ url, kind, until }) => ({ url, kind, until })),
      })),
      lines.length > 0 ? lines : none,
    );
    return 0;
  };
}

function testOne(invocation: Invocation): Work {
  const id = idOf(invocation);
  return async ({ db, world, account }) => {
    const tested = await testChannel(db, world, { account, id });
    if (!tested.ok) throw new Refused(tested.say);
    const { result } = tested;
    const next = result.sent ? {} : { next: nextStep(result) };
    const say = result.sent
      ? ['The test was sent.']
      : [`The test was not sent: ${ended(result.reason)}`, nextStep(result)];
    answer(invocation, { ...result, ...next }, say);
    return result.sent ? 0 : 1;
  };
}

function askOne(invocation: Invocation): Work {
  const id = idOf(invocation);
  return async ({ db, world, account }) => {
    const found = await needChannel({ db, account }, id);
    if (!world.settings.mailLeaves)
      throw new Refused(
        'Nobody is asked: mail is only written to files here. Set RESEND_API_KEY or SMTP_URL.',
      );
    if (found.confirmedAt !== null) throw new Refused(`Channel ${id} needs no asking: its reader said yes.`);
    const refused = await db.transaction().execute(async (tx) => askToConfirm(tx, world, found));
    if (refused !== null) throw new Refused(refused);
    answer(invocation, { asked: id }, [
      `${found.address} is asked; until its reader says yes, nothing else goes there.`,
    ]);
    return 0;
  };
}

function enableOne(invocation: Invocation): Work {
  const id = idOf(invocation);
  return async ({ db, world, account }) => {
    const found = await needChannel({ db, account }, id);
    if (found.disabledAt === null) {
      answer(invocation, { enabled: id, asked: false }, [
        `Channel ${id} is on already; nothing was changed.`,
      ]);
      return 0;
    }
    const enabled = await enableChannel(db, world, { account, id });
    if (enabled?.ok === false) throw new Refused(enabled.say);
    const asked = enabled?.asked === true ? ' Its reader is asked first whether they want our mail.' : '';
    answer(invocation, { enabled: id, asked: enabled?.asked === true }, [
      `Channel ${id} is on.${asked} What was given up meanwhile is sent by: npm run -s sightline -- deliveries replay ${id}`,
    ]);
    return 0;
  };
}

function rotateOne(invocation: Invocation): Work {
  const id = idOf(invocation);
  return async ({ db, world, account }) => {
    const rotated = await rotateSecret(db, world, { account, id });
    if (!rotated.ok) throw new Refused(rotated.say);
    if (rotated.secret === null) {
      const feeds = feedAddresses(world, rotated.channel);
      answer(invocation, { channel: id, feeds }, [
        `Channel ${id} is read at ${feeds.atom} or ${feeds.json}; its old addresses answer nobody any more.`,
      ]);
      return 0;
    }
    answer(invocation, { channel: id, secret: rotated.secret }, [
      `Channel ${id} signs with ${rotated.secret}, shown this once; the secret before it signs too until the next change.`,
    ]);
    return 0;
  };
}

function liftOne(invocation: Invocation): Work {
  const [, address, more] = invocation.positionals;
  if (address === undefined || more !== undefined) throw new Misused('channel lift takes a mail address');
  return async ({ db, world }) => {
    if (!(await liftBounce(db, emailAddress(address) ?? address, world.now())))
      throw new Refused(`No mail to ${address} has bounced; complaints are not lifted.`);
    answer(invocation, { lifted: address }, [
      `Mail may go to ${address} again. Next: npm run -s sightline -- channel add email ${address}`,
    ]);
    return 0;
  };
}

function removeOne(invocation: Invocation): Work {
  const id = idOf(invocation);
  return async ({ db, account }) => {
    await needChannel({ db, account }, id);
    await removeChannel(db, { accountId: account.id, id });
    answer(invocation, { removed: id }, [`Channel ${id} is removed; nothing more is sent there.`]);
    return 0;
  };
}

async function needChannel({ db, account }: Pick<App, 'db' | 'account'>, id: number): Promise<Channel> {
  const found = await channelOf(db, { accountId: account.id, id });
  if (found !== null) return found;
  throw new Refused(`There is no channel ${id}; see: npm run -s sightline -- channel list`);
}

function idOf({ positionals }: Invocation): number {
  const [action, id = '', more] = positionals;
  if (more !== undefined || !/^\d{1,15}$/.test(id)) {
    throw new Misused(`channel ${action} takes the number of a channel`);
  }
  return Number(id);
}
