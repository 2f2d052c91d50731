import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a link of a message does once its button is pressed. */
export const LINK_ACTIONS = [
  'useful',
  'not useful',
  'wrong',
  'mute kind',
  'snooze',
  'unsubscribe page',
  'unsubscribe message',
  'unsubscribe all',
  'confirm',
] as const;
export type LinkAction = (typeof LINK_ACTIONS)[number];

/** What a link of a message stands for. It names the message it came in, and rights over nothing else. */
export interface LinkClaim {
  readonly action: LinkAction;
  /** The key of the delivery that carries the link. */
  readonly delivery: string;
  /** The event that the link is about; null: the message as a whole. */
  readonly event: number | null;
}

export type ReadLink =
  | { readonly ok: true; readonly claim: LinkClaim }
  | { readonly ok: false; readonly why: 'unknown' | 'expired' };

const DAY_S = 86_400;

/** Days that a link works: a button is of its day; a way out has to work as long as the mail is kept (RFC 8058). */
function lifeOf(action: LinkAction): number {
  if (action.startsWith('unsubscribe')) return 3 * 365;
  return action === 'confirm' ? 7 : 30;
}

/**
 * A link's last part: the claim with its end, and a signature over both (HMAC-SHA256, cut to 128 bits). Letters, digits,
 * "-", "_" and one "." only, so that no mail program breaks it.
 * @param key 32 random bytes
 */
export function signLink(claim: LinkClaim, { key, now }: { key: Buffer; now: Date }): string {
  const until = Math.floor(+now / 1000) + lifeOf(claim.action) * DAY_S;
  const fields = [LINK_ACTIONS.indexOf(claim.action), until, claim.delivery, claim.event ?? ''];
  const body = Buffer.from(fields.join('|')).toString('base64url');
  return `${body}.${signature(body, key)}`;
}

/** What a link stands for, if it is ours and its time is not over. */
export function readLink(token: string, { key, now }: { key: Buffer; now: Date }): ReadLink {
  const [body = '', given = '', more] = token.split('.');
  const expected = signature(body, key);
  const ours =
    more === undefined &&
    given.length === expected.length &&
    timingSafeEqual(Buffer.from(given), Buffer.from(expected));
  if (!ours) return { ok: false, why: 'unknown' };
  const [code = '', until = '', delivery = '', event = ''] = Buffer.from(body, 'base64url').toString().split('|');
  const action = LINK_ACTIONS[Number(code)];
  if (action === undefined) return { ok: false, why: 'unknown' };
  if (Number(until) * 1000 < +now) return { ok: false, why: 'expired' };
  return { ok: true, claim: { action, delivery, event: event === '' ? null : Number(event) } };
}

function signature(body: string, key: Buffer): string {
  return createHmac('sha256', key).update(`sightline link\n${body}`).digest().subarray(0, 16).toString('base64url');
}
