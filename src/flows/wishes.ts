import { pageKey } from '../core/address/page-key.ts';
import { rulesWords, type NamedChannel } from '../core/messages/rule-words.ts';
import { HOUSE_RULES, PACES, type Pace, type Rule, type Rules } from '../core/routing.ts';
import { familyOf, KINDS, NOTICE_KINDS, SEVERITIES, type Severity } from '../core/telling.ts';
import type { Account } from '../store/accounts.ts';
import { listChannels, type Channel } from '../store/channels.ts';
import { findCompetitor } from '../store/competitors.ts';
import { pageByKey } from '../store/pages.ts';
import { subscriptionsOfAccount } from '../store/subscriptions.ts';
import { changeWish, endMutes, ownRules, type WishOwner } from '../store/wishes.ts';
import { shownAddress } from './route.ts';
import type { Database, World } from './world.ts';

/** Whose wish is meant: of one page, of one competitor, or of all that the account watches. */
export type About = { readonly url: string } | { readonly competitor: string } | { readonly all: true };

/** What is asked of a wish. Null: that stays as it is. */
export interface WishWords {
  readonly channelIds: readonly number[] | null;
  readonly least: string | null;
  readonly kinds: readonly string[] | null;
  readonly pace: string | null;
  /** A rule before those that are there, instead of a change to the last one. */
  readonly first: boolean;
  /** Own rules end: those of the level above hold again. */
  readonly reset: boolean;
  readonly mutedUntil: Date | 'none' | null;
  /** Empty: none. */
  readonly watchWords: readonly string[] | null;
  /** Empty: none. */
  readonly instruction: string | null;
}

export type Wished =
  | {
      readonly ok: true;
      readonly subscriptionId: number | null;
      readonly pageId: number | null;
      readonly words: string;
    }
  | { readonly ok: false; readonly say: string };

/** Changes what an account hears. Nothing is changed unless everything asked for is sound. */
export async function wish(
  db: Database,
  world: World,
  { account, about, words }: { account: Account; about: About; words: WishWords },
): Promise<Wished> {
  const found = await ownerOf(db, account, about);
  if (!found.ok) return found;
  const channels = await listChannels(db, account.id);
  const fault = faultOfWords(words) ?? faultOfChannels(channels, words.channelIds);
  if (fault !== null) return no(fault);
  const { owner, subscriptionId } = found;
  const { mutedUntil, watchWords, instruction } = words;
  const rules = await changedRules(db, found, words);
  await db.transaction().execute(async (tx) => {
    await changeWish(tx, owner, {
      ...(rules === undefined ? {} : { rules }),
      ...(mutedUntil === null ? {} : { mutedUntil: mutedUntil === 'none' ? null : mutedUntil }),
      ...(watchWords === null ? {} : { watchWords }),
      ...(instruction === null ? {} : { instruction: instruction === '' ? null : instruction }),
    });
    if (mutedUntil === 'none' && subscriptionId !== null) await endMutes(tx, subscriptionId);
  });
  return {
    ok: true,
    subscriptionId,
    pageId: found.pageId,
    words: await wishWords(db, world, { account, about }),
  };
}

/** What holds for a page, a competitor or everything, as a sentence; a wish that is not found is said so. */
export async function wishWords(
  db: Database,
  world: World,
  { account, about }: { account: Account; about: About },
): Promise<string> {
  const found = await ownerOf(db, account, about);
  if (!found.ok) return found.say;
  const channels = await listChannels(db, account.id);
  const of = 'url' in about ? found.name : 'competitor' in about ? about.competitor : null;
  return rulesWords(found.rules, {
    of,
    channels: namedChannels(world, channels),
    days: account.digestDays,
  });
}

interface Owner {
  readonly ok: true;
  readonly owner: WishOwner;
  /** The rules that hold, its own or those of a level above. */
  readonly rules: Rules;
  readonly subscriptionId: number | null;
  readonly pageId: number | null;
  readonly name: string;
}

async function ownerOf(
  db: Database,
  account: Account,
  about: About,
): Promise<Owner | { readonly ok: false; readonly say: string }> {
  const ofAccount = (await ownRules(db, { account: account.id })) ?? HOUSE_RULES;
  const none = { ok: true, subscriptionId: null, pageId: null } as const;
  if ('all' in about)
    return { ...none, owner: { account: account.id }, rules: ofAccount, name: 'everything' };
  if ('competitor' in about) {
    const found = await findCompetitor(db, { accountId: account.id, name: about.competitor });
    if (found === null) return no(`No competitor is called ${about.competitor}.`);
    const owner = { competitor: found.id };
    return { ...none, owner, rules: (await ownRules(db, owner)) ?? ofAccount, name: found.name };
  }
  const page = URL.canParse(about.url) ? await pageByKey(db, pageKey(about.url)) : null;
  const own = await subscriptionsOfAccount(db, account.id);
  const subscription = page && own.find((s) => s.pageId === page.id);
  if (!subscription || page === null)
    return no(`${about.url} is not watched; add it first: npm run -s sightline -- add ${about.url}`);
  return {
    ok: true,
    owner: { subscription: subscription.id },
    rules: subscription.rules,
    subscriptionId: subscription.id,
    pageId: page.id,
    name: subscription.url,
  };
}

/** @returns undefined: the rules stay; null: those of the level above hold again */
async function changedRules(
  db: Database,
  { owner, rules }: Owner,
  { reset, first, kinds, least, pace, channelIds }: WishWords,
): Promise<Rules | null | undefined> {
  if (reset) return null;
  if (kinds === null && least === null && pace === null && channelIds === null) return undefined;
  const base = (await ownRules(db, owner)) ?? rules;
  const last = base.at(-1) ?? HOUSE_RULES[0];
  const from = first ? HOUSE_RULES[0] : last;
  const rule: Rule = {
    kinds: kinds === null ? from.kinds : kinds.includes('all') ? null : kinds,
    least: isSeverity(least) ? least : from.least,
    pace: isPace(pace) ? pace : from.pace,
    channels: channelIds ?? from.channels,
  };
  if (first) return [rule, ...base];
  const [head, ...rest] = [...base.slice(0, -1), rule];
  return [head ?? rule, ...rest];
}

function faultOfChannels(channels: readonly Channel[], ids: readonly number[] | null): string | null {
  const missing = ids?.find((id) => !channels.some((channel) => channel.id === id));
  return missing === undefined
    ? null
    : `There is no channel ${missing}; see: npm run -s sightline -- channel list`;
}

const MOST_WORDS = 50;
const MOST_INSTRUCTION = 500;

/** What is wrong with the words of a wish; null: nothing. Needs no database. */
export function faultOfWords({ least, kinds, pace, watchWords, instruction }: WishWords): string | null {
  if (least !== null && !isSeverity(least)) return `--least is one of ${SEVERITIES.join(', ')}`;
  if (pace !== null && !isPace(pace)) return `--pace is one of ${PACES.map((p) => `"${p}"`).join(', ')}`;
  if ((watchWords?.length ?? 0) > MOST_WORDS) return `At most ${MOST_WORDS} watch words.`;
  if ((instruction?.length ?? 0) > MOST_INSTRUCTION)
    return `An instruction has at most ${MOST_INSTRUCTION} characters.`;
  const families = new Set([...KINDS, ...NOTICE_KINDS].map(familyOf));
  const known = new Set<string>([...KINDS, ...NOTICE_KINDS, ...families, 'all']);
  const unknown = kinds?.find((kind) => !known.has(kind));
  if (unknown === undefined) return null;
  return `"${unknown}" is no kind; use all, a family (${[...families].join(', ')}) or one of ${KINDS.join(', ')}`;
}

/** The channels by the names that words about rules use. */
export function namedChannels(world: World, channels: readonly Channel[]): readonly NamedChannel[] {
  const { mailLeaves } = world.settings;
  const open = channels.filter(
    ({ disabledAt, confirmedAt }) => disabledAt === null && (confirmedAt !== null || !mailLeaves),
  );
  return open.map((channel) => {
    const alone = open.filter(({ kind }) => kind === channel.kind).length === 1;
    const label = channel.name ?? (alone ? channel.kind : shownAddress(world, channel));
    return { id: channel.id, label, takesDigest: channel.takesDigest };
  });
}

function isSeverity(word: string | null): word is Severity {
  return SEVERITIES.some((severity) => severity === word);
}

function isPace(word: string | null): word is Pace {
  return PACES.some((pace) => pace === word);
}

function no(say: string): { readonly ok: false; readonly say: string } {
  return { ok: false, say };
}
