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
  'unsubscribe digest',
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

/** Bytes of a claim before the delivery's kind: action, end in seconds, event (0: none), the delivery's 16 random bytes. */
const AT = { until: 1, event: 6, key: 12, kind: 28 };

/** Deliveries are named by their kind and 16 random bytes, as "alert_3f…". */
const KEY = /^([a-z]+)_([0-9a-f]{32})$/;

/**
 * A link's last part: the claim with its end, and a signature over both (HMAC-SHA256, cut to 128 bits), about 70 letters,
 * digits, "-", "_" and one ".", so that no mail program breaks it.
 * @param key 32 random bytes
 */
export function signLink(claim: LinkClaim, { key, now }: { key: Buffer; now: Date }): string {
  const [, kind = '', hex = ''] = KEY.exec(claim.delivery) ?? [];
  if (hex === '') throw new Error(`no delivery is named ${claim.delivery}`);
  const bytes = Buffer.alloc(AT.kind + kind.length);
  bytes.writeUInt8(LINK_ACTIONS.indexOf(claim.action));
  // Five bytes: four end in 2106, and --at may play any time.
  bytes.writeUIntBE(Math.floor(+now / 1000) + lifeOf(claim.action) * DAY_S, AT.until, 5);
  bytes.writeUIntBE(claim.event ?? 0, AT.event, 6);
  bytes.write(hex, AT.key, 'hex');
  bytes.write(kind, AT.kind, 'latin1');
  const body = bytes.toString('base64url');
  return `${body}.${signature(body, key)}`;
}

/** What a link stands for, if it is ours and its time is not over. */
export function readLink(token: string, { key, now }: { key: Buffer; now: Date }): ReadLink {
  const [body = '', given = '', more] = token.split('.');
  const [expected, asked] = [signature(body, key), given].map((text) => Buffer.from(text));
  const isOurs =
    more === undefined &&
    expected !== undefined &&
    asked?.length === expected.length &&
    timingSafeEqual(asked, expected);
  const said = isOurs ? claimIn(token) : null;
  if (said === null) return { ok: false, why: 'unknown' };
  return said.until < now ? { ok: false, why: 'expired' } : { ok: true, claim: said.claim };
}

/**
 * What a link's last part says, whoever signed it: for those who look at messages from outside. Whoever acts on it reads it
 * by `readLink`. Null: it says nothing.
 */
export function claimIn(token: string): { readonly claim: LinkClaim; readonly until: Date } | null {
  const bytes = Buffer.from(token.split('.', 1)[0] ?? '', 'base64url');
  if (bytes.length <= AT.kind) return null;
  const action = LINK_ACTIONS[bytes.readUInt8()];
  if (action === undefined) return null;
  const event = bytes.readUIntBE(AT.event, 6);
  const delivery = `${bytes.toString('latin1', AT.kind)}_${bytes.toString('hex', AT.key, AT.kind)}`;
  const until = new Date(bytes.readUIntBE(AT.until, 5) * 1000);
  return { claim: { action, delivery, event: event === 0 ? null : event }, until };
}

function signature(body: string, key: Buffer): string {
  return createHmac('sha256', key)
    .update(`sightline link\n${body}`)
    .digest()
    .subarray(0, 16)
    .toString('base64url');
}
