import type { UnansweredPage } from '../core/http/answer.ts';
import { hostHeldUntil } from '../core/http/retry-after.ts';
import { NO_ADDRESS } from '../core/http/network-failure.ts';
import {
  afterAnswer,
  isFresh,
  judgeRobots,
  robotsUrl,
  type RobotsFile,
  type RobotsVerdict,
} from '../core/http/robots.ts';
import { heldUntil, leaveHost } from '../store/hosts.ts';
import { isAskedDespiteRobots, keepRobots, robotsOf } from '../store/robots.ts';
import type { Page } from '../store/pages.ts';
import type { Database, World } from './world.ts';

/** One that is asked for while robots.txt does not answer is looked at again in an hour. */
const UNREACHABLE_WAIT_S = 3600;

/** Must the robots.txt of this address be asked for before the address is? Not while its host is to be left alone. */
export async function needsRobots(
  db: Database,
  world: World,
  { url, host }: Pick<Page, 'url' | 'host'>,
): Promise<boolean> {
  const now = world.now();
  if ((await heldUntil(db, host, now)) !== null) return false;
  const file = await robotsOf(db, new URL(url).origin);
  return file === null || !isFresh(file, now);
}

/**
 * Asks an origin for its robots.txt, with the validators of the last copy, and keeps what it says for a day. The caller holds
 * the host's turn.
 */
export async function askRobots(
  db: Database,
  world: World,
  { url, host }: Pick<Page, 'url' | 'host'>,
): Promise<RobotsFile> {
  const { origin } = new URL(url);
  const before = await robotsOf(db, origin);
  const conditional = before?.conditional ?? null;
  const answer = await world.fetchPage({ url: robotsUrl(url), conditional, fresh: false });
  const now = world.now();
  const file = afterAnswer(before, answer, { token: world.settings.productToken, now });
  await keepRobots(db, { origin, host }, file);
  const until = hostHeldUntil(answer, now);
  if (until !== null) await leaveHost(db, host, { gapMs: 0, heldUntil: until });
  return file;
}

/** May an address be asked for, and where may it lead? */
export interface Leave {
  /** Why it is not asked for in this visit, as an answer that took no request; null: it may be. */
  readonly keptOut: UnansweredPage | null;
  /** Why a redirect of it must not be followed: the same robots.txt disallows where it leads. */
  readonly barred: (url: string) => string | null;
}

/** The leave of a stored page; somebody may ask for it whatever robots.txt says. */
export async function leaveOfPage(db: Database, world: World, page: Page): Promise<Leave> {
  return leaveOf(db, world, { ...page, despiteRobots: await isAskedDespiteRobots(db, page.id) });
}

/** As `leaveOfPage`, of any address whose robots.txt was asked for. */
export async function leaveOf(
  db: Database,
  world: World,
  { url, host, despiteRobots }: { url: string; host: string; despiteRobots: boolean },
): Promise<Leave> {
  const now = world.now();
  const held = await heldUntil(db, host, now);
  if (held !== null) {
    const until = held.toISOString().replace('T', ' ').slice(0, 16);
    const reason = `the site asked to be left alone until ${until} UTC (Retry-After)`;
    return { keptOut: out(reason, (+held - +now) / 1000), barred: () => null };
  }
  if (despiteRobots) return { keptOut: null, barred: () => null };
  const { origin } = new URL(url);
  const file = await robotsOf(db, origin);
  if (file === null) throw new Error(`robots.txt of ${url} was not asked for before the page`);
  const judge = (address: string): RobotsVerdict =>
    judgeRobots(file, { url: address, token: world.settings.productToken, now });
  const barred = (target: string): string | null => {
    const judged = new URL(target).origin === origin ? judge(target) : null;
    return judged?.verdict === 'disallowed'
      ? `robots.txt keeps us out of where it leads: ${judged.rule}`
      : null;
  };
  return { keptOut: keptOutBy(judge(url), file), barred };
}

function keptOutBy(judged: RobotsVerdict, file: RobotsFile): UnansweredPage | null {
  if (judged.verdict === 'allowed') return null;
  if (judged.verdict === 'disallowed') return out(`robots.txt keeps us out: ${judged.rule}`);
  // Nobody answers at all: a failure like any other, which backs off. A server that answers without its rules keeps us out.
  return file.status === null
    ? { ...out(judged.reason), failure: file.unreachable?.reason === NO_ADDRESS ? 'dns' : 'connect' }
    : out(judged.reason, UNREACHABLE_WAIT_S);
}

function out(reason: string, waitS?: number): UnansweredPage {
  const answer = { answered: false, failure: 'kept out', reason, hops: [], requests: 0, ms: 0 } as const;
  return waitS === undefined ? answer : { ...answer, waitS };
}
