import type { Conditional } from './answer.ts';

/** Validators as a check row keeps them, with the version that they came with. */
export interface StoredValidators {
  readonly url: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly requestDigest: string | null;
  readonly vouchesFor: number | null;
}

export interface ValidatorQuestion {
  /** The newest check of any outcome that carries validators (P2). */
  readonly freshest: StoredValidators | null;
  /** A version whose second read is still to come: a 304 must not stand in for that read. */
  readonly suspectedVersionId: number | null;
  /** Why this visit is an independent read of the whole page, whatever the validators say; null: it is not. */
  readonly independent: string | null;
  readonly requestDigest: string;
  readonly lastFullReadAt: Date | null;
  /** 304 answers since the last full read. */
  readonly notModifiedSince: number;
  readonly now: Date;
}

export type ValidatorChoice =
  | {
      readonly send: Conditional;
      readonly vouchesFor: number;
      readonly fresh: false;
      readonly reason: string;
    }
  | {
      readonly send: null;
      readonly vouchesFor: null;
      /** An independent read asks over a connection of its own (P7). */
      readonly fresh: boolean;
      readonly reason: string;
    };

/** P3: a server that answers 304 for ever is found out within 7 days or 50 visits, whichever comes first. */
const FULL_READ_EVERY_MS = 7 * 24 * 3_600_000;
const FULL_READ_EVERY_304S = 50;

/**
 * Which validators, if any, this visit sends (P3). They are sent only while they vouch for a version that nobody
 * doubts. If the freshest vouch for nothing, older ones are not dug up: the page has moved on since.
 */
export function chooseValidators(question: ValidatorQuestion): ValidatorChoice {
  const { freshest } = question;
  if (question.independent !== null) return { ...none(question.independent), fresh: true };
  if (freshest === null) return none('no validators known');
  if (freshest.vouchesFor === null) return none('the freshest validators vouch for nothing');
  if (freshest.vouchesFor === question.suspectedVersionId) {
    return none('the freshest validators vouch for a version that is only suspected');
  }
  if (freshest.requestDigest !== question.requestDigest) return none('our request headers have changed');
  if (question.notModifiedSince >= FULL_READ_EVERY_304S)
    return none('50 answers of 304 since the last full read');
  const age = question.lastFullReadAt === null ? Infinity : +question.now - +question.lastFullReadAt;
  if (age >= FULL_READ_EVERY_MS) return none('7 days since the last full read');
  return {
    send: { url: freshest.url, etag: freshest.etag, lastModified: freshest.lastModified },
    vouchesFor: freshest.vouchesFor,
    fresh: false,
    reason: 'validators sent',
  };
}

function none(reason: string): Extract<ValidatorChoice, { send: null }> {
  return { send: null, vouchesFor: null, fresh: false, reason };
}

/** What an answer brought, as far as its validators go. */
export interface AnsweredValidators {
  readonly status: number;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly conditionalSent: boolean;
}

/**
 * The validators that a check row keeps. A 304 may leave out what it does not change (RFC 9110 15.4.5: Last-Modified
 * beside an ETag is rare on one), so that one which repeats what was sent freshens it (RFC 9111 4.3.4): taken as it came,
 * it would be a validator never seen before, and every second visit would read the whole page.
 * @param sent the validators that this visit chose to send, or null
 */
export function validatorsToKeep(
  { status, etag, lastModified, conditionalSent }: AnsweredValidators,
  sent: Pick<Conditional, 'etag' | 'lastModified'> | null,
): Pick<Conditional, 'etag' | 'lastModified'> {
  if (status !== 304 || !conditionalSent || sent === null) return { etag, lastModified };
  const repeats =
    etag === null
      ? lastModified === null || lastModified === sent.lastModified
      : sent.etag !== null && opaque(etag) === opaque(sent.etag);
  return repeats ? { etag: sent.etag, lastModified: sent.lastModified } : { etag, lastModified };
}

/** The tag without its mark of weakness: what the server compared when it answered 304 (RFC 9110 13.1.2). */
function opaque(etag: string): string {
  return etag.replace(/^W\//, '');
}

/**
 * What the newest earlier row with an equal validator of the same URL says: the version that it vouches for, or null
 * where it was caught lying. Null as a whole: no such row, or only rows that showed no content of their own.
 */
export type EarlierVoucher = { readonly vouchesFor: number | null } | null;

/**
 * Which version the validators of an answer vouch for (P3).
 * - Nothing readable (wall, error, empty): only what an equal validator vouched for before.
 * - A 304 keeps the voucher if it repeats a validator of the version that it stands for; any other ETag on a 304 vouches
 *   for nothing, so that the next visit reads the whole page (RFC 9110 15.4.5: it is that of the selected representation).
 * - A 200 vouches for the version read, unless an equal validator came with another version: then it was caught lying.
 * @param sighted the version that this answer showed, or null
 */
export function vouch(sighted: number | null, earlier: EarlierVoucher, notModified: boolean): number | null {
  if (sighted === null) return earlier?.vouchesFor ?? null;
  if (earlier === null) return notModified ? null : sighted;
  return earlier.vouchesFor === sighted ? sighted : null;
}
