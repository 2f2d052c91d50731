import { parseAddress, type AddressFault } from '../core/address/address.ts';
import { adviceFor } from '../core/watch/advice.ts';
import type { AnsweredPage, Hop, PageAnswer } from '../core/http/answer.ts';
import { charsetEvidence, type CharsetEvidence } from '../core/http/charset-evidence.ts';
import { judgeHealth } from '../core/health/health.ts';
import { evidenceFor, type Evidence } from '../core/health/marks-seen.ts';
import { goneBy, redirectElsewhere } from '../core/watch/move.ts';
import { readPage } from '../core/read/read-page.ts';
import { afterAnswer, judgeRobots, robotsUrl, type RobotsVerdict } from '../core/http/robots.ts';
import type { World } from './world.ts';

/** What an address answers, without anything being written down. */
export interface Tried extends Described {
  readonly url: string;
  /** Each with the network address that answered. */
  readonly hops: readonly Hop[];
  readonly lane: 'html';
  /** Whether robots.txt lets us ask for it. */
  readonly robots: RobotsVerdict;
  readonly requests: number;
  readonly ms: number;
  /** What the same address answers when its own validators are sent back; null when it gave none. */
  readonly askedAgain: { readonly status: number | null; readonly notModified: boolean } | null;
  /** What the other slash form answers; null where there is no other form. */
  readonly otherSlash: {
    readonly url: string;
    readonly status: number | null;
    readonly finalUrl: string | null;
  } | null;
}

interface Described {
  readonly status: number | null;
  readonly finalUrl: string | null;
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** Headers that decide how the page is watched, as they came. */
  readonly headers: Readonly<Record<string, string>>;
  readonly health: TriedHealth;
  /** Null where no text was read. */
  readonly charset: CharsetEvidence | null;
  /** Decoded bytes of the body. */
  readonly bytes: number;
  readonly textLength: number;
  readonly text: readonly string[];
}

export interface TriedHealth extends Evidence {
  readonly state: 'page' | 'failed' | 'blocked' | 'gone';
  readonly kind: string;
  readonly reason: string;
  /** What to try; null for a page. */
  readonly advice: string | null;
}

export type TryAnswer =
  | { readonly ok: true; readonly tried: Tried }
  | { readonly ok: false; readonly fault: AddressFault; readonly say: string };

/**
 * Looks at an address the way a check would, and asks again with the validators got and in the other slash form. One that
 * robots.txt disallows is not asked for, unless the person who looks insists.
 */
export async function tryPage(
  world: World,
  raw: string,
  { despiteRobots = false }: { readonly despiteRobots?: boolean } = {},
): Promise<TryAnswer> {
  const parsed = parseAddress(raw, { allow: world.settings.allowNet });
  if (!parsed.ok) return parsed;
  const url = parsed.url.href;
  const robots = await tryRobots(world, url);
  if (robots.verdict !== 'allowed' && !despiteRobots) return { ok: true, tried: notAsked(url, robots) };
  const answer = await world.fetchPage({ url, conditional: null, fresh: false });
  const { hops, requests, ms } = answer;
  const askedAgain = answer.answered ? await askAgain(world, url, answer) : null;
  const otherSlash = await askOtherSlash(world, parsed.url);
  return {
    ok: true,
    tried: { url, hops, lane: 'html', robots, requests, ms, ...describe(answer), askedAgain, otherSlash },
  };
}

async function tryRobots(world: World, url: string): Promise<RobotsVerdict> {
  const answer = await world.fetchPage({ url: robotsUrl(url), conditional: null, fresh: false });
  const { productToken: token } = world.settings;
  const now = world.now();
  return judgeRobots(afterAnswer(null, answer, { token, now }), { url, token, now });
}

function notAsked(url: string, robots: Exclude<RobotsVerdict, { verdict: 'allowed' }>): Tried {
  const described =
    robots.verdict === 'disallowed'
      ? notAnswered('kept out', `robots.txt keeps us out: ${robots.rule}`, 'blocked')
      : notAnswered('robots', robots.reason);
  const nothing = { hops: [], lane: 'html', requests: 0, ms: 0, askedAgain: null, otherSlash: null } as const;
  return { ...described, ...nothing, url, robots };
}

/** Caching, validators, robots, type, and who answered: the rest of the headers changes nothing for a watch. */
const HEADERS_THAT_MATTER = [
  'content-type',
  'content-encoding',
  'etag',
  'last-modified',
  'cache-control',
  'expires',
  'age',
  'vary',
  'x-robots-tag',
  'retry-after',
  'server',
  'via',
  'x-cache',
  'cf-cache-status',
  'cf-mitigated',
];

function describe(answer: PageAnswer): Described {
  if (!answer.answered) return notAnswered(answer.failure, answer.reason);
  const { status, finalUrl, etag, lastModified, body, contentType } = answer;
  const reading = readPage({ body, contentType, url: finalUrl, scope: null });
  const read = reading.ok ? reading : null;
  return {
    status,
    finalUrl,
    etag,
    lastModified,
    headers: Object.fromEntries(
      HEADERS_THAT_MATTER.flatMap((name) =>
        answer.headers[name] === undefined ? [] : [[name, answer.headers[name]]],
      ),
    ),
    health: healthOf(answer, reading),
    charset: read && charsetEvidence(body, contentType, read.charset),
    bytes: body.length,
    textLength: read?.textLength ?? 0,
    text: read?.blocks.map((block) => block.text) ?? [],
  };
}

function healthOf(answer: AnsweredPage, reading: ReturnType<typeof readPage>): TriedHealth {
  const judged = judgeHealth({ answer, reading, last: null });
  const evidence = evidenceFor(judged, answer, reading);
  if (judged.health === 'page')
    return { state: 'page', kind: 'page', reason: 'the page', advice: null, ...evidence };
  const redirect = judged.kind === 'moved' ? redirectElsewhere(answer) : null;
  const moved = redirect && goneBy(redirect);
  const kind = moved?.gone.as ?? judged.kind;
  const reason = moved?.reason ?? judged.reason;
  return { state: judged.health, kind, reason, advice: adviceFor(kind), ...evidence };
}

function notAnswered(kind: string, reason: string, state: 'failed' | 'blocked' = 'failed'): Described {
  const health = {
    state,
    kind,
    reason,
    advice: adviceFor(kind),
    decided: [],
    alsoSeen: [],
  } as const;
  const nothing = { status: null, finalUrl: null, etag: null, lastModified: null, charset: null };
  return { ...nothing, headers: {}, health, bytes: 0, textLength: 0, text: [] };
}

async function askAgain(world: World, url: string, first: AnsweredPage): Promise<Tried['askedAgain']> {
  const { etag, lastModified, finalUrl } = first;
  if (etag === null && lastModified === null) return null;
  const again = await world.fetchPage({
    url,
    conditional: { url: finalUrl, etag, lastModified },
    fresh: false,
  });
  const status = again.answered ? again.status : null;
  return { status, notModified: status === 304 };
}

async function askOtherSlash(world: World, url: URL): Promise<Tried['otherSlash']> {
  if (url.pathname === '/') return null;
  const other = new URL(url);
  other.pathname = url.pathname.endsWith('/') ? url.pathname.slice(0, -1) : `${url.pathname}/`;
  const answer = await world.fetchPage({ url: other.href, conditional: null, fresh: false });
  const answered = answer.answered ? answer : null;
  return { url: other.href, status: answered?.status ?? null, finalUrl: answered?.finalUrl ?? null };
}
