import { parseAddress } from '../core/address.ts';
import type { AnsweredPage, Hop, PageAnswer } from '../core/answer.ts';
import { judgeHealth } from '../core/health.ts';
import { readPage } from '../core/read/read-page.ts';
import { afterAnswer, judgeRobots, robotsUrl, type RobotsVerdict } from '../core/robots.ts';
import type { World } from './world.ts';

/** What an address answers, without anything being written down. */
export interface Tried {
  readonly url: string;
  readonly status: number | null;
  readonly hops: readonly Hop[];
  readonly finalUrl: string | null;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly lane: 'html';
  /** Whether robots.txt lets us ask for it. */
  readonly robots: RobotsVerdict;
  readonly health: { readonly state: 'page' | 'failed' | 'blocked' | 'gone'; readonly reason: string };
  readonly textLength: number;
  readonly text: readonly string[];
  /** What the same address answers when its own validators are sent back; null when it gave none. */
  readonly askedAgain: { readonly status: number | null; readonly notModified: boolean } | null;
  /** What the other slash form answers; null where there is no other form. */
  readonly otherSlash: {
    readonly url: string;
    readonly status: number | null;
    readonly finalUrl: string | null;
  } | null;
}

export type TryAnswer =
  | { readonly ok: true; readonly tried: Tried }
  | { readonly ok: false; readonly say: string };

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
  if (!parsed.ok) return { ok: false, say: parsed.say };
  const url = parsed.url.href;
  const robots = await tryRobots(world, url);
  if (robots.verdict !== 'allowed' && !despiteRobots) return { ok: true, tried: notAsked(url, robots) };
  const answer = await world.fetchPage({ url, conditional: null, fresh: false });
  const askedAgain = answer.answered ? await askAgain(world, url, answer) : null;
  const otherSlash = await askOtherSlash(world, parsed.url);
  return {
    ok: true,
    tried: { ...describe(answer), url, hops: answer.hops, lane: 'html', robots, askedAgain, otherSlash },
  };
}

async function tryRobots(world: World, url: string): Promise<RobotsVerdict> {
  const answer = await world.fetchPage({ url: robotsUrl(url), conditional: null, fresh: false });
  const { productToken: token } = world.settings;
  const now = world.now();
  return judgeRobots(afterAnswer(null, answer, { token, now }), { url, token, now });
}

const NOTHING = { status: null, finalUrl: null, etag: null, lastModified: null, textLength: 0, text: [] };

function notAsked(url: string, robots: Exclude<RobotsVerdict, { verdict: 'allowed' }>): Tried {
  const health =
    robots.verdict === 'disallowed'
      ? ({ state: 'blocked', reason: `robots.txt keeps us out: ${robots.rule}` } as const)
      : ({ state: 'failed', reason: robots.reason } as const);
  return { ...NOTHING, url, robots, health, hops: [], lane: 'html', askedAgain: null, otherSlash: null };
}

function describe(answer: PageAnswer) {
  if (!answer.answered) return { ...NOTHING, health: { state: 'failed', reason: answer.reason } as const };
  const { status, finalUrl, etag, lastModified, body, contentType } = answer;
  const reading = readPage({ body, contentType, url: finalUrl, scope: null });
  const judged = judgeHealth({ answer, reading, last: null });
  const health = { state: judged.health, reason: judged.health === 'page' ? 'the page' : judged.reason };
  const text = reading.ok ? reading.blocks.map((block) => block.text) : [];
  return {
    status,
    finalUrl,
    etag,
    lastModified,
    health,
    textLength: reading.ok ? reading.textLength : 0,
    text,
  };
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
