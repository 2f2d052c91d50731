import { SEVERITIES, type Kind, type Severity } from './telling.ts';

/** What one account wants to hear of one page. */
export interface Subscription {
  readonly id: number;
  readonly accountId: number;
  /** The URL as this account gave it. */
  readonly url: string;
  readonly competitor: string;
  readonly timeZone: string;
  readonly least: Severity;
  /** Kinds ("pricing.price") or families ("pricing"); null: all. */
  readonly kinds: readonly string[] | null;
  readonly mutedUntil: Date | null;
  /** The page's newest check when the subscription began. */
  readonly afterCheckId: number;
}

export interface Routable {
  readonly kind: Kind;
  readonly tags: readonly Kind[];
  readonly severity: Severity;
  /** The check that believed it. */
  readonly checkId: number;
}

/** `alert`: at once. `digest`: it waits for the account's hour. `silent`: this subscription does not want it. */
export type Road =
  | { readonly road: 'alert' | 'digest' }
  | { readonly road: 'silent'; readonly reason: string };

/**
 * The road of an event to one subscription and channel (P7): critical and high at once, medium and low with the digest;
 * a channel that takes no digest gets them when they fall due. Unmuting later sends nothing old.
 */
export function routeEvent(
  event: Routable,
  subscription: Subscription,
  { takesDigest, now }: { takesDigest: boolean; now: Date },
): Road {
  if (event.checkId <= subscription.afterCheckId) return silent('older than the subscription');
  if (isMuted(subscription, now)) return silent('muted');
  if (rank(event.severity) < rank(subscription.least)) return silent(`below ${subscription.least}`);
  if (!wantsKind(event, subscription.kinds)) return silent('not a kind that was asked for');
  const urgent = rank(event.severity) >= rank('high');
  return { road: urgent || !takesDigest ? 'alert' : 'digest' };
}

export function isMuted(subscription: Pick<Subscription, 'mutedUntil'>, now: Date): boolean {
  return subscription.mutedUntil !== null && subscription.mutedUntil > now;
}

export function rank(severity: Severity): number {
  return SEVERITIES.indexOf(severity);
}

function wantsKind(event: Routable, kinds: Subscription['kinds']): boolean {
  if (kinds === null) return true;
  return [event.kind, ...event.tags].some((kind) =>
    kinds.some((k) => kind === k || kind.startsWith(`${k}.`)),
  );
}

function silent(reason: string): Road {
  return { road: 'silent', reason };
}
