import type { Conditional, PageAnswer } from './answer.ts';
import { crawlDelayS, robotsText, ruleFor } from './robots-rules.ts';

/** What we know of an origin's robots.txt. */
export interface RobotsFile {
  /** The rules of the newest answer; empty: everything may be fetched. */
  readonly rules: string;
  readonly askedAt: Date;
  /** When it answered last; null: never. */
  readonly answeredAt: Date | null;
  /** Since when it does not answer, and why; null: it answered last time. */
  readonly unreachable: { readonly since: Date; readonly reason: string } | null;
  readonly status: number | null;
  /** What to send back, to the URL that it came from. */
  readonly conditional: Conditional | null;
  readonly crawlDelayS: number;
}

/** May the address be fetched? `unknown`: the file does not answer, and RFC 9309 2.3.1.4 then reads it as "nothing may". */
export type RobotsVerdict =
  | { readonly verdict: 'allowed' }
  | { readonly verdict: 'disallowed'; readonly rule: string }
  | { readonly verdict: 'unknown'; readonly reason: string };

const DAY_MS = 24 * 3_600_000;
/** RFC 9309 2.4: a copy is used for a day. */
const FRESH_MS = DAY_MS;
/** One that does not answer is asked again when the first back-off is over, once for all pages of its origin. */
const RETRY_MS = 5 * 60_000;
/** RFC 9309 2.3.1.4: unreachable for so long, the file may be taken for one that is not there. */
const GIVEN_UP_MS = 30 * DAY_MS;
/** RFC 9309 2.3.1.2: at least five; the file then may be taken for one that is not there. */
const MOST_REDIRECTS = 5;

/** Where the robots.txt of an address stands (RFC 9309 2.3): one for each scheme, host and port. */
export function robotsUrl(url: string): string {
  return `${new URL(url).origin}/robots.txt`;
}

/** Need it not be asked again? Also a copy from a clock that is ahead of ours is used for a day only. */
export function isFresh(file: RobotsFile, now: Date): boolean {
  const age = Math.abs(+now - +file.askedAt);
  return age < (file.unreachable === null ? FRESH_MS : RETRY_MS);
}

/** What is known after an answer: rules (2xx), no rules (3xx, 4xx), the same rules (304), or that it is unreachable. */
export function afterAnswer(
  before: RobotsFile | null,
  answer: PageAnswer,
  { token, now }: { token: string; now: Date },
): RobotsFile {
  const status = answer.answered ? answer.status : null;
  const reached = { askedAt: now, answeredAt: now, unreachable: null, status };
  if (answer.answered && answer.status === 304 && before !== null && answer.conditionalSent)
    return { ...before, ...reached };
  const rules = rulesOf(answer);
  if (rules === null) return unreached(before, answer, now);
  const { etag, lastModified } = answer.answered ? answer : { etag: null, lastModified: null };
  const given = answer.answered && answer.status < 300 && (etag !== null || lastModified !== null);
  const conditional = given ? { url: answer.finalUrl, etag, lastModified } : null;
  return { ...reached, rules, conditional, crawlDelayS: crawlDelayS(rules, token) };
}

/** Null: unreachable. Too many redirects are as good as no file (RFC 9309 2.3.1.2), and so is any 4xx (2.3.1.3). */
function rulesOf(answer: PageAnswer): string | null {
  if (!answer.answered) return answer.failure === 'redirects' ? '' : null;
  const { status, hops, body } = answer;
  if (hops.length - 1 > MOST_REDIRECTS) return '';
  if (status < 200 || status === 304 || status >= 500) return null;
  return status < 300 ? robotsText(body) : '';
}

function unreached(before: RobotsFile | null, answer: PageAnswer, now: Date): RobotsFile {
  const reason = answer.answered ? `it answers ${answer.status}` : answer.reason;
  const since = before?.unreachable?.since ?? now;
  const known = before ?? { rules: '', answeredAt: null, conditional: null, crawlDelayS: 0 };
  const status = answer.answered ? answer.status : null;
  return { ...known, askedAt: now, unreachable: { since, reason }, status };
}

/**
 * Reads the verdict about an address off what is known: by the rules; while the file is unreachable by its last good copy,
 * without one not at all; after 30 days of that as if there were none (RFC 9309 2.3.1.4).
 */
export function judgeRobots(
  file: RobotsFile,
  { url, token, now }: { url: string; token: string; now: Date },
): RobotsVerdict {
  const { unreachable, answeredAt } = file;
  if (unreachable !== null && +now - +unreachable.since >= GIVEN_UP_MS) return { verdict: 'allowed' };
  if (unreachable !== null && answeredAt === null) {
    const reason = `robots.txt cannot be read (${unreachable.reason}), so no page of the site is asked for until it can be`;
    return { verdict: 'unknown', reason };
  }
  const rule = ruleFor(file.rules, url, token);
  return rule === null || rule.allows ? { verdict: 'allowed' } : { verdict: 'disallowed', rule: rule.words };
}
