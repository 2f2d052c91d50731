import { z } from 'zod';
import { clip, oneLine } from './inert.ts';

/** What Resend's webhook says of an address that takes no more mail of ours. */
export interface ReportedAddress {
  readonly reason: 'bounce' | 'complaint';
  readonly address: string;
  /** In Resend's words, one line. */
  readonly detail: string;
}

const text = z.string().catch('');
const said = z.object({ type: text, subType: text, message: text }).partial().catch({});

const REPORT = z.object({
  type: z.string(),
  data: z.object({
    to: z.union([z.string().transform((one) => [one]), z.array(z.string())]).catch([]),
    email: z.string().optional().catch(undefined),
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
 * @returns null: this is no report of Resend; empty: one that says nothing of addresses
 */
export function readMailReport(body: string): readonly ReportedAddress[] | null {
  const read = REPORT.safeParse(jsonOf(body));
  if (!read.success) return null;
  const { type, data } = read.data;
  return (Object.hasOwn(KINDS, type) ? KINDS[type] : undefined)?.(data) ?? [];
}

const KINDS: Readonly<Record<string, (data: Report) => readonly ReportedAddress[]>> = {
  'email.bounced': ({ to, bounce }) =>
    isPassing(bounce.type) ? [] : reported(to, { reason: 'bounce', words: wordsOf(bounce) }),
  'email.complained': ({ to }) => reported(to, { reason: 'complaint', words: ['marked as spam'] }),
  'email.suppressed': ({ to, suppressed }) => reported(to, { reason: 'bounce', words: wordsOf(suppressed) }),
  'suppression.added': ({ email, origin }) =>
    email !== undefined && (origin === 'bounce' || origin === 'complaint')
      ? reported([email], { reason: origin, words: [`Resend holds it back after a ${origin}`] })
      : [],
};

/** A full mailbox or a greylisting passes by itself (RFC 3463, class 4). */
function isPassing(type = ''): boolean {
  return ['transient', 'temporary'].includes(type.toLowerCase());
}

function wordsOf({ type = '', subType = '', message = '' }: Report['bounce']): readonly string[] {
  return [[type, subType].filter((part) => part !== '').join(', '), message];
}

function reported(
  to: readonly string[],
  { reason, words }: { reason: 'bounce' | 'complaint'; words: readonly string[] },
): readonly ReportedAddress[] {
  const detail = clip(oneLine(words.filter((part) => part !== '').join(': ')), MOST_DETAIL);
  return to.map((address) => ({ reason, address, detail: detail === '' ? 'no reason given' : detail }));
}

/** @returns undefined: this is no JSON */
function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
