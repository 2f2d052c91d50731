import { z } from 'zod';
import { emailAddress } from '../address/channel-address.ts';
import { clip, oneLine, startWithin } from './inert.ts';

/** What Resend's webhook says of an address that takes no more mail of ours. */
export interface ReportedAddress {
  readonly reason: 'bounce' | 'complaint';
  readonly address: string;
  /** In Resend's words, one line. */
  readonly detail: string;
}

export interface MailReports {
  readonly addresses: readonly ReportedAddress[];
  /** Where an address should stand and none can be read: its start and its length. Somebody's address is in no log. */
  readonly unread: readonly string[];
  /** When it happened; null: it does not say. */
  readonly at: Date | null;
}

const text = z.string().catch('');
const said = z.object({ type: text, subType: text, message: text }).partial().catch({});

const REPORT = z.object({
  type: z.string(),
  created_at: z.string().pipe(z.coerce.date()).nullable().catch(null),
  data: z.object({
    to: z.unknown().optional(),
    email: z.unknown().optional(),
    origin: text,
    bounce: said,
    suppressed: said,
  }),
});

type Report = z.infer<typeof REPORT>['data'];

const MOST_DETAIL = 200;

/**
 * Reads the body of Resend's webhook (resend.com/docs/webhooks/event-types). Taken are email.bounced, email.complained,
 * email.suppressed (Resend itself holds mail to the address back) and suppression.added with an origin of ours.
 * email.failed is not: its reasons (a quota, a domain) say nothing of the address.
 * @returns null: this is no report of Resend
 */
export function readMailReport(body: string): MailReports | null {
  const read = REPORT.safeParse(jsonOf(body));
  if (!read.success) return null;
  const { type, data, created_at: at } = read.data;
  const said = (Object.hasOwn(KINDS, type) ? KINDS[type] : undefined)?.(data) ?? null;
  if (said === null) return { addresses: [], unread: [], at };
  const { reason, to } = said;
  const detail = detailOf(said.words);
  const mailboxes = mailboxesIn(to).map((given) => ({ given, address: emailAddress(given) }));
  return {
    addresses: mailboxes.flatMap(({ address }) => (address === null ? [] : [{ reason, address, detail }])),
    unread:
      mailboxes.length === 0
        ? ['nothing']
        : mailboxes.flatMap(({ given, address }) => (address === null ? [hint(given)] : [])),
    at,
  };
}

interface Told {
  readonly reason: 'bounce' | 'complaint';
  /** As it came. */
  readonly to: unknown;
  readonly words: readonly string[];
}

/** Null: it says nothing of an address that concerns us. */
const KINDS: Readonly<Record<string, (data: Report) => Told | null>> = {
  'email.bounced': ({ to, bounce }) =>
    isPassing(bounce.type) ? null : { to, reason: 'bounce', words: wordsOf(bounce) },
  'email.complained': ({ to }) => ({ to, reason: 'complaint', words: ['marked as spam'] }),
  'email.suppressed': ({ to, suppressed }) => ({ to, reason: 'bounce', words: wordsOf(suppressed) }),
  'suppression.added': ({ email, origin }) =>
    origin === 'bounce' || origin === 'complaint'
      ? { to: email, reason: origin, words: [`Resend holds it back after a ${origin}`] }
      : null,
};

/** The addresses of a list in a header's form (RFC 5322 3.4), or of several, each without its display name. */
function mailboxesIn(to: unknown): readonly string[] {
  const texts = [to].flat().filter((one) => typeof one === 'string');
  const entries = texts.flatMap((one) => one.match(/(?:"(?:[^"\\]|\\.)*"|<[^<>]*>|[^,;"<]|["<])+/gs) ?? []);
  return entries.map((entry) => (/<([^<>]*)>\s*$/.exec(entry)?.[1] ?? entry).trim()).filter(Boolean);
}

/** `"Fr…", 34 characters` */
function hint(given: string): string {
  return `"${startWithin(oneLine(given), 2)}…", ${given.length} characters`;
}

/** A full mailbox or a greylisting passes by itself (RFC 3463, class 4). */
function isPassing(type = ''): boolean {
  return ['transient', 'temporary'].includes(type.toLowerCase());
}

function wordsOf({ type = '', subType = '', message = '' }: Report['bounce']): readonly string[] {
  return [[type, subType].filter((part) => part !== '').join(', '), message];
}

function detailOf(words: readonly string[]): string {
  const detail = clip(oneLine(words.filter((part) => part !== '').join(': ')), MOST_DETAIL);
  return detail === '' ? 'no reason given' : detail;
}

/** @returns undefined: this is no JSON */
function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
