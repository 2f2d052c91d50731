import { untilWords } from '../core/messages/hold-words.ts';
import type { Zone } from '../core/messages/local-time.ts';
import { takesWords } from '../core/messages/rule-words.ts';
import { discordForm } from '../core/channels/discord.ts';
import { emailForm } from '../core/channels/email.ts';
import { feedForm } from '../core/channels/feed.ts';
import { slackForm } from '../core/channels/slack.ts';
import { teamsForm } from '../core/channels/teams.ts';
import { webhookForm } from '../core/channels/webhook.ts';
import { quoted, type Invocation } from './command.ts';
import { feedAddresses, shownAddress } from '../flows/route.ts';
import type { World } from '../flows/world.ts';
import type { Channel } from '../store/channels.ts';

/** Its reader has not said yes yet, and mail does leave this machine. */
export function isAsked(world: World, c: Channel): boolean {
  return c.confirmedAt === null && world.settings.mailLeaves;
}

function addressOf(world: World, c: Channel): string {
  return c.kind === 'feed' ? feedAddresses(world, c).atom : shownAddress(world, c);
}

const FORMS = [emailForm, slackForm, discordForm, teamsForm, webhookForm, feedForm];

/** What is wrong with a kind and its address as they were given, before anything is opened; null: nothing. */
export function faultOfAddress({ config }: Invocation, kind: string, address: string): string | null {
  const form = FORMS.find((one) => one.kind === kind);
  if (form === undefined)
    return `${quoted(kind)} is no kind of channel; use ${FORMS.map((one) => one.kind).join(', ')}`;
  if (form.takes === null)
    return address === '' ? null : `a ${kind} takes no address: we make a secret one, not ${quoted(address)}`;
  const read = form.readAddress(address.trim(), config.allowNet);
  return read.ok ? null : read.say;
}

/** Both addresses under which a feed is fetched. */
export function feedLines(world: World, c: Channel): readonly string[] {
  const { atom, json } = feedAddresses(world, c);
  return [
    `Atom: ${atom}`,
    `JSON Feed: ${json}`,
    'Whoever knows an address can read it: keep it to yourself.',
  ];
}

/** A channel in a list of other things: its kind and number tell two without a name on one host apart. */
export function channelWords(
  world: World,
  { id, kind, address, name }: Pick<Channel, 'id' | 'kind' | 'address' | 'name'>,
): string {
  const called = name ?? (kind === 'email' ? shownAddress(world, { kind, address }) : null);
  return called === null ? `${kind} (channel ${id})` : `${called} (${kind}, channel ${id})`;
}

/** "email you@example.com, alerts and the digest": where it is, and what goes there or why nothing does. */
export function lineOf(world: World, c: Channel, { zone, now }: { zone: Zone; now: Date }): string {
  const state =
    c.disabledAt !== null
      ? `switched off: ${c.disabledReason}`
      : isAsked(world, c)
        ? 'waits for its reader to say yes'
        : c.failingSince !== null
          ? `has taken nothing since ${untilWords(c.failingSince, zone, now)}`
          : takesWords(c);
  const named = c.name === null ? '' : ` (${c.name})`;
  return `${c.kind} ${addressOf(world, c)}${named}, ${state}`;
}

/** What `--json` shows of a channel: no secret. */
export function jsonOf(world: World, c: Channel): object {
  const { id, kind, name, takesDigest, disabledReason, failingSince } = c;
  const confirmed = !isAsked(world, c);
  const feeds = kind === 'feed' ? { feeds: feedAddresses(world, c) } : {};
  const enabled = c.disabledAt === null;
  const address = addressOf(world, c);
  return { id, kind, name, address, takesDigest, enabled, disabledReason, failingSince, confirmed, ...feeds };
}
