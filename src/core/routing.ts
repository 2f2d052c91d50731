import { SEVERITIES, type Kind, type NoticeKind, type Severity, type Some } from './telling.ts';

/** By severity: critical and high at once, medium and low with the digest. */
export const PACES = ['by severity', 'at once', 'digest'] as const;
export type Pace = (typeof PACES)[number];

/** What is told, how soon and where. The first rule whose kinds and severity fit an event decides about it. */
export interface Rule {
  /** Kinds ("pricing.price") or families ("pricing"); null: all that no earlier rule took. */
  readonly kinds: readonly string[] | null;
  readonly least: Severity;
  readonly pace: Pace;
  /** Numbers of channels; null: all of the account. */
  readonly channels: readonly number[] | null;
}

/** Never empty: an account without rules of its own has the house's one. */
export type Rules = Some<Rule>;

export const HOUSE_RULES: Rules = [{ kinds: null, least: 'low', pace: 'by severity', channels: null }];

/** What an account wants to hear, said of all its pages, of a competitor, or of one page. Null: as one level up. */
export interface Wish {
  readonly rules: Rules | null;
  readonly mutedUntil: Date | null;
  /** Words that make an event one step graver for this account. */
  readonly watchWords: readonly string[];
  /** What the account cares about, in its own words, for the model. */
  readonly instruction: string | null;
}

/** The three levels as one: the nearest rules and instruction, the latest mute, all the words. */
export function wishOf(account: Wish, competitor: Wish, page: Wish): Wish & { readonly rules: Rules } {
  const levels = [page, competitor, account];
  const mutes = levels.flatMap(({ mutedUntil }) => (mutedUntil === null ? [] : [+mutedUntil]));
  return {
    rules: levels.find(({ rules }) => rules !== null)?.rules ?? HOUSE_RULES,
    mutedUntil: mutes.length === 0 ? null : new Date(Math.max(...mutes)),
    watchWords: [...new Set(levels.flatMap(({ watchWords }) => watchWords))],
    instruction: levels.find(({ instruction }) => instruction !== null)?.instruction ?? null,
  };
}

/** What one account wants to hear of one page. */
export interface Subscription extends Wish {
  readonly id: number;
  readonly accountId: number;
  readonly competitorId: number;
  /** The URL as this account gave it. */
  readonly url: string;
  readonly competitor: string;
  readonly timeZone: string;
  readonly rules: Rules;
  /** Names of the account's own products. */
  readonly ownProducts: readonly string[];
  /** The page's newest check when the subscription began. */
  readonly afterCheckId: number;
}

/** What one channel does not want to hear of one page. */
export interface Mute {
  /** A kind or family; null: anything. */
  readonly kind: string | null;
  /** Null: for good. */
  readonly until: Date | null;
}

/** Where it would go. */
export interface Receiver {
  readonly id: number;
  readonly takesDigest: boolean;
  readonly mutes: readonly Mute[];
}

export interface Routable {
  readonly kind: Kind;
  readonly tags: readonly Kind[];
  /** As the account weighs it (core/weigh.ts). */
  readonly severity: Severity;
  /** The check that believed it. */
  readonly checkId: number;
}

/** An alert as it was routed: kept with its delivery, for its message. */
export interface Routed {
  readonly severity: Severity;
  readonly reasons: readonly string[];
  /** Why it comes at once, in words. */
  readonly why: string;
}

/** `alert`: at once. `digest`: it waits for the account's hour. `silent`: it is not wanted here. */
export type Road =
  | { readonly road: 'alert'; readonly rule: Rule }
  | { readonly road: 'digest' }
  | { readonly road: 'silent'; readonly reason: string };

/**
 * The road of an event to one channel (P7): critical and high at once, medium and low with the digest, unless a rule says
 * otherwise; a channel that takes no digest gets them when they fall due. Unmuting later sends nothing old.
 * @param aside the account's instruction does not ask for it: it comes with the digest, and never at once
 */
export function routeEvent(
  event: Routable,
  subscription: Subscription,
  { receiver, now, aside = false }: { receiver: Receiver; now: Date; aside?: boolean },
): Road {
  if (event.checkId <= subscription.afterCheckId) return silent('older than the subscription');
  const muted = isMuted(subscription, receiver, { kinds: [event.kind, ...event.tags], now });
  if (muted) return silent('muted');
  const rule = subscription.rules.find((r) => fits(r, event));
  if (rule === undefined) return silent(whyNot(subscription.rules, event));
  if (!isNamed(rule, receiver)) return silent('goes to other channels');
  if (!receiver.takesDigest) return aside ? silent('outside the instruction') : { road: 'alert', rule };
  const atOnce =
    rule.pace === 'at once' || (rule.pace === 'by severity' && rank(event.severity) >= rank('high'));
  return atOnce && !aside ? { road: 'alert', rule } : { road: 'digest' };
}

/** Whether a notice about the page goes to this channel: at once, by the rules as an event, whatever the pace. */
export function wantsNotice(
  notice: { readonly kind: NoticeKind; readonly severity: Severity },
  subscription: Subscription,
  { receiver, now }: { receiver: Receiver; now: Date },
): boolean {
  if (isMuted(subscription, receiver, { kinds: [notice.kind], now })) return false;
  const rule = subscription.rules.find((r) => r.kinds === null || asks(r.kinds, [notice.kind]));
  // A rule for kinds of news says nothing of the watch itself: that it cannot be done is told all the same (P12).
  return rule === undefined || isNamed(rule, receiver);
}

/** What keeps a page's news from a channel just now. */
export interface HoldingMute extends Mute {
  /** The account's own wish, for all its channels, or a button that was pressed for one. */
  readonly by: 'wish' | 'channel';
}

/**
 * The mute because of which this channel hears nothing of the page just now; null: none.
 * @param kinds the news's own kind first; a muted kind is one that leads
 */
export function muteThatHolds(
  { mutedUntil }: Pick<Subscription, 'mutedUntil'>,
  { mutes }: Pick<Receiver, 'mutes'>,
  { kinds, now }: { kinds: readonly string[]; now: Date },
): HoldingMute | null {
  if (mutedUntil !== null && mutedUntil > now) return { by: 'wish', kind: null, until: mutedUntil };
  const held = mutes.find(
    ({ kind, until }) =>
      (until === null || until > now) && (kind === null || asks([kind], kinds.slice(0, 1))),
  );
  return held === undefined ? null : { by: 'channel', ...held };
}

/** Does this channel hear nothing of the page just now? */
export function isMuted(...about: Parameters<typeof muteThatHolds>): boolean {
  return muteThatHolds(...about) !== null;
}

/** 0 for low, 3 for critical. */
export function rank(severity: Severity): number {
  return SEVERITIES.indexOf(severity);
}

function isNamed({ channels }: Rule, { id }: Receiver): boolean {
  return channels === null || channels.includes(id);
}

function fits({ kinds, least }: Rule, event: Routable): boolean {
  return rank(event.severity) >= rank(least) && (kinds === null || asks(kinds, [event.kind, ...event.tags]));
}

function asks(wanted: readonly string[], kinds: readonly string[]): boolean {
  return kinds.some((kind) => wanted.some((w) => kind === w || kind.startsWith(`${w}.`)));
}

function whyNot(rules: Rules, event: Routable): string {
  const ofItsKind = rules.filter(({ kinds }) => kinds === null || asks(kinds, [event.kind, ...event.tags]));
  if (ofItsKind.length === 0) return 'not a kind that was asked for';
  const floors = ofItsKind.map(({ least }) => rank(least));
  return `below ${SEVERITIES[Math.min(...floors)]}`;
}

function silent(reason: string): Road {
  return { road: 'silent', reason };
}
