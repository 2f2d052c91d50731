import { notWatchedWords, watchedKey } from '../core/address/watched-key.ts';
import { holdLines, type NamedMute } from '../core/messages/hold-words.ts';
import { zoneOf } from '../core/messages/local-time.ts';
import type { NamedChannel } from '../core/messages/rule-words.ts';
import { wishOf, type Rules, type Wish } from '../core/routing.ts';
import type { Account } from '../store/accounts.ts';
import { listChannels, type Channel } from '../store/channels.ts';
import { findCompetitor, listCompetitors } from '../store/competitors.ts';
import { pageByKey } from '../store/pages.ts';
import { subscriptionsOfAccount } from '../store/subscriptions.ts';
import { mutesOfAccount, ownWish, type ChannelMute, type WishOwner } from '../store/wishes.ts';
import { shownAddress } from './route.ts';
import type { Database, World } from './world.ts';

/** Whose wish is meant: of one page, of one competitor, or of all that the account watches. */
export type About = { readonly url: string } | { readonly competitor: string } | { readonly all: true };

/** What an account hears of a page, a competitor or everything: its own wishes and those of the levels above. */
export interface Held {
  /** "Acme", a page's address; null: everything. */
  readonly of: string | null;
  readonly rules: Rules;
  /** For all channels. Null: not muted now. */
  readonly mutedUntil: Date | null;
  /** By buttons of messages, as far as they hold now. */
  readonly mutes: readonly ChannelMute[];
  readonly watchWords: readonly string[];
  readonly instruction: string | null;
  /** All of it as a founder would say it, a line each. */
  readonly lines: readonly string[];
}

export type WhatHolds =
  | { readonly ok: true; readonly held: Held }
  | { readonly ok: false; readonly say: string };

interface Asked {
  readonly account: Account;
  readonly about: About;
}

/** What holds for one of them; a competitor or a page that is not there is said so. */
export async function whatHolds(db: Database, world: World, { account, about }: Asked): Promise<WhatHolds> {
  const found = await ownerOf(db, account, about);
  return found.ok ? { ok: true, held: await heldBy(db, world, { account, owner: found }) } : found;
}

/** What holds for everything, then for each competitor and each page that has something of its own. */
export async function allThatHolds(db: Database, world: World, account: Account): Promise<readonly Held[]> {
  const mutes = await mutesOfAccount(db, { accountId: account.id, now: world.now() });
  const levels: About[] = [{ all: true }];
  for (const { id, name } of await listCompetitors(db, account.id))
    if (asksSomething(await ownWish(db, { competitor: id }))) levels.push({ competitor: name });
  for (const { id, url } of await subscriptionsOfAccount(db, account.id)) {
    const isMuted = mutes.some(({ subscriptionId }) => subscriptionId === id);
    if (isMuted || asksSomething(await ownWish(db, { subscription: id }))) levels.push({ url });
  }
  const all = await Promise.all(levels.map((about) => whatHolds(db, world, { account, about })));
  return all.flatMap((one) => (one.ok ? [one.held] : []));
}

function asksSomething({ rules, mutedUntil, watchWords, instruction }: Wish): boolean {
  return rules !== null || mutedUntil !== null || watchWords.length > 0 || instruction !== null;
}

export interface Owner {
  readonly ok: true;
  readonly owner: WishOwner;
  /** What holds, of its own or of a level above. */
  readonly wish: Wish & { readonly rules: Rules };
  readonly subscriptionId: number | null;
  readonly pageId: number | null;
  /** Null: everything. */
  readonly name: string | null;
  /** Subscriptions that it is about. */
  readonly pages: readonly number[];
}

const NO_WISH: Wish = { rules: null, mutedUntil: null, watchWords: [], instruction: null };

/** The level that is meant, with what holds there. */
export async function ownerOf(
  db: Database,
  account: Account,
  about: About,
): Promise<Owner | { readonly ok: false; readonly say: string }> {
  const ofAccount = await ownWish(db, { account: account.id });
  const none = { ok: true, subscriptionId: null, pageId: null } as const;
  const own = await subscriptionsOfAccount(db, account.id);
  if ('all' in about) {
    const wish = wishOf(ofAccount, NO_WISH, NO_WISH);
    return { ...none, owner: { account: account.id }, wish, name: null, pages: own.map(({ id }) => id) };
  }
  if ('competitor' in about) {
    const found = await findCompetitor(db, { accountId: account.id, name: about.competitor });
    if (found === null) return no(await noCompetitor(db, account, about.competitor));
    const owner = { competitor: found.id };
    const wish = wishOf(ofAccount, await ownWish(db, owner), NO_WISH);
    const pages = own.filter(({ competitorId }) => competitorId === found.id).map(({ id }) => id);
    return { ...none, owner, wish, name: found.name, pages };
  }
  const key = watchedKey(about.url);
  const page = key === null ? null : await pageByKey(db, key);
  const subscription = page && own.find((s) => s.pageId === page.id);
  if (!subscription || page === null) return no(notWatchedWords(about.url));
  const { id, url: name } = subscription;
  const rest = { owner: { subscription: id }, subscriptionId: id, pageId: page.id };
  return { ok: true, ...rest, wish: subscription, name, pages: [id] };
}

async function noCompetitor(db: Database, { id }: Account, name: string): Promise<string> {
  const names = (await listCompetitors(db, id)).map((one) => one.name);
  const known = names.length === 0 ? 'None is watched yet.' : `Yours: ${names.join(', ')}.`;
  return `No competitor is called ${name}. ${known}`;
}

async function heldBy(
  db: Database,
  world: World,
  { account, owner }: { account: Account; owner: Owner },
): Promise<Held> {
  const now = world.now();
  const { wish, name: of, pages } = owner;
  const channels = await listChannels(db, account.id);
  const named = namedChannels(world, channels);
  const all = await mutesOfAccount(db, { accountId: account.id, now });
  const mutes = all.filter(({ subscriptionId }) => pages.includes(subscriptionId));
  const told = named.filter(({ id }) => !hasLeft(id, mutes, pages));
  const teller = { of, channels: told, days: account.digestDays, zone: zoneOf(account.timeZone), now };
  const hasModel = world.askModel !== null;
  const holding = { wish, mutes: withLabels(mutes, named), pages: pages.length };
  return {
    of,
    rules: wish.rules,
    mutedUntil: wish.mutedUntil !== null && wish.mutedUntil > now ? wish.mutedUntil : null,
    mutes,
    watchWords: wish.watchWords,
    instruction: wish.instruction,
    lines: holdLines(holding, { ...teller, hasModel }),
  };
}

/** A channel that hears nothing of any of the pages is not one where they are told. */
function hasLeft(channelId: number, mutes: readonly ChannelMute[], pages: readonly number[]): boolean {
  const ofAll = mutes.filter((mute) => mute.channelId === channelId && mute.kind === null);
  const left = new Set(ofAll.map(({ subscriptionId }) => subscriptionId));
  return pages.length > 0 && left.size === pages.length;
}

/** Mutes of channels that are off say nothing: nothing goes there anyway. */
function withLabels(mutes: readonly ChannelMute[], channels: readonly NamedChannel[]): readonly NamedMute[] {
  return mutes.flatMap((mute) => {
    const channel = channels.find(({ id }) => id === mute.channelId);
    return channel === undefined ? [] : [{ ...mute, label: channel.label }];
  });
}

/** Channels that can be told, by the names that words about rules use. */
function namedChannels(world: World, channels: readonly Channel[]): readonly NamedChannel[] {
  const { mailLeaves } = world.settings;
  const open = channels.filter(
    ({ disabledAt, confirmedAt }) => disabledAt === null && (confirmedAt !== null || !mailLeaves),
  );
  return open.map((channel) => {
    const { id, kind, name } = channel;
    const takesDigest = channel.takesDigest && channel.digestEndedAt === null;
    const alone = open.filter((other) => other.kind === kind).length === 1;
    const byAddress = kind === 'email' ? shownAddress(world, channel) : `${kind} (channel ${id})`;
    return { id, label: name ?? (alone ? kind : byAddress), takesDigest };
  });
}

function no(say: string): { readonly ok: false; readonly say: string } {
  return { ok: false, say };
}
