import { untilWords } from '../core/messages/hold-words.ts';
import { zoneOf } from '../core/messages/local-time.ts';
import { HOUSE_RULES, PACES, type Pace, type Rule, type Rules } from '../core/routing.ts';
import { familyOf, KINDS, NOTICE_KINDS, SEVERITIES, type Severity } from '../core/telling.ts';
import type { Account } from '../store/accounts.ts';
import { listChannels, type Channel } from '../store/channels.ts';
import { changeWish, endMutes } from '../store/wishes.ts';
import { ownerOf, whatHolds, type About, type Held, type Owner } from './what-holds.ts';
import type { Database, World } from './world.ts';

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
      /** What holds from now on. */
      readonly held: Held;
    }
  | { readonly ok: false; readonly say: string };

interface Asked {
  readonly account: Account;
  readonly about: About;
  readonly words: WishWords;
}

/** Changes what an account hears. Nothing is changed unless everything asked for is sound. */
export async function wish(db: Database, world: World, asked: Asked): Promise<Wished> {
  const { account, about, words } = asked;
  const found = await ownerOf(db, account, about);
  if (!found.ok) return found;
  const channels = await listChannels(db, account.id);
  const fault =
    faultOfWords(words) ??
    faultOfChannels(channels, words.channelIds) ??
    faultOfMute(words, world.now(), account);
  if (fault !== null) return no(fault);
  await db.transaction().execute(async (tx) => change(tx, asked, found));
  const now = await whatHolds(db, world, { account, about });
  if (!now.ok) return now;
  return { ok: true, subscriptionId: found.subscriptionId, pageId: found.pageId, held: now.held };
}

async function change(tx: Database, { account, about, words }: Asked, found: Owner): Promise<void> {
  const { owner, subscriptionId } = found;
  const { mutedUntil, watchWords, instruction } = words;
  if (words.reset) await changeWish(tx, owner, { rules: null });
  // What is asked beside a reset changes the rules of the level above, which hold from then on.
  const held = words.reset ? await ownerOf(tx, account, about) : found;
  const rules = held.ok ? changedRules(held.wish.rules, words) : undefined;
  await changeWish(tx, owner, {
    ...(rules === undefined ? {} : { rules }),
    ...(mutedUntil === null ? {} : { mutedUntil: mutedUntil === 'none' ? null : mutedUntil }),
    ...(watchWords === null ? {} : { watchWords }),
    ...(instruction === null ? {} : { instruction: instruction === '' ? null : instruction }),
  });
  if (mutedUntil === 'none' && subscriptionId !== null) await endMutes(tx, subscriptionId);
}

/** @returns undefined: the rules stay */
function changedRules(base: Rules, { first, kinds, least, pace, channelIds }: WishWords): Rules | undefined {
  if (kinds === null && least === null && pace === null && channelIds === null) return undefined;
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

function faultOfMute({ mutedUntil }: WishWords, now: Date, { timeZone }: Account): string | null {
  if (mutedUntil === null || mutedUntil === 'none' || mutedUntil > now) return null;
  return `--mute-until ${untilWords(mutedUntil, zoneOf(timeZone), now)} is over already; give a time to come, or none to end a mute.`;
}

function faultOfChannels(channels: readonly Channel[], ids: readonly number[] | null): string | null {
  const missing = ids?.find((id) => !channels.some((channel) => channel.id === id));
  return missing === undefined
    ? null
    : `There is no channel ${missing}; see: npm run -s sightline -- channel list`;
}

const MOST_WORDS = 50;
const LONGEST_WORD = 60;
const MOST_INSTRUCTION = 500;

/** What is wrong with the words of a wish; null: nothing. Needs no database. */
export function faultOfWords({ least, kinds, pace, watchWords, instruction }: WishWords): string | null {
  if (least !== null && !isSeverity(least)) return `--least is one of ${SEVERITIES.join(', ')}`;
  if (pace !== null && !isPace(pace)) return `--pace is one of ${PACES.map((p) => `"${p}"`).join(', ')}`;
  if ((watchWords?.length ?? 0) > MOST_WORDS) return `--watch-words takes at most ${MOST_WORDS} words`;
  if (watchWords?.some((word) => word.length > LONGEST_WORD) === true)
    return `A watch word has at most ${LONGEST_WORD} characters`;
  if ((instruction?.length ?? 0) > MOST_INSTRUCTION)
    return `--instruction takes at most ${MOST_INSTRUCTION} characters`;
  const families = new Set([...KINDS, ...NOTICE_KINDS].map(familyOf));
  const known = new Set<string>([...KINDS, ...NOTICE_KINDS, ...families, 'all']);
  const unknown = kinds?.find((kind) => !known.has(kind));
  if (unknown === undefined) return null;
  return `"${unknown}" is no kind; use all, a family (${[...families].join(', ')}) or one of ${KINDS.join(', ')}`;
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
