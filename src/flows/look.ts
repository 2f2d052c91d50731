import type { PageAnswer } from '../core/http/answer.ts';
import { NOT_PUBLIC } from '../core/address/address.ts';
import { judgeHealth } from '../core/health/health.ts';
import { readPage } from '../core/read/read-page.ts';
import { judgeRobots } from '../core/http/robots.ts';
import { beginLook, endLook } from '../store/hosts.ts';
import { robotsOf } from '../store/robots.ts';
import { askRobots, leaveOf, needsRobots } from './robots.ts';
import type { Database, World } from './world.ts';

/** What an address answered when it was added. */
export interface Look {
  readonly readable: boolean;
  readonly say: string;
}

/** Where to look: an address, and the host by which turns are taken. */
export interface Place {
  readonly url: string;
  readonly host: string;
}

/** Whoever adds a page waits at most so long for the host's turn; then the first check looks. */
const PATIENCE_MS = 10_000;

/** What robots.txt says of an address that is being added: it is asked for now where no copy is fresh. */
export type AddLeave = 'yes' | 'not public' | { readonly rule: string };

/** Asks robots.txt at the host's turn; one that cannot be had now keeps nobody from adding: the checks will obey it. */
export async function askLeave(db: Database, world: World, place: Place): Promise<AddLeave> {
  const { url } = place;
  if (await needsRobots(db, world, place))
    await atTurn(db, world, { ...place, work: async () => askRobots(db, world, place) });
  const file = await robotsOf(db, new URL(url).origin);
  if (file === null) return 'yes';
  if (file.unreachable?.reason === NOT_PUBLIC) return 'not public';
  const { productToken: token } = world.settings;
  const judged = judgeRobots(file, { url, token, now: world.now() });
  return judged.verdict === 'disallowed' ? { rule: judged.rule } : 'yes';
}

/** Looks at the page once, at its host's turn. `not public`: the guard refuses where it leads. */
export async function lookAt(
  db: Database,
  world: World,
  place: Place & { readonly despiteRobots: boolean },
): Promise<Look | 'not public'> {
  if (await needsRobots(db, world, place)) return notYet(place);
  const { keptOut, barred } = await leaveOf(db, world, place);
  const visit = async (): Promise<PageAnswer> =>
    world.fetchPage({ url: place.url, conditional: null, fresh: false, barred });
  const answer = keptOut ?? (await atTurn(db, world, { ...place, work: visit }));
  if (answer === null) return notYet(place);
  return !answer.answered && answer.failure === 'refused' ? 'not public' : lookOf(answer);
}

function notYet({ host }: Place): Look {
  return { readable: false, say: `it was not looked at yet: it is not the turn of ${host}` };
}

/** Does the work at the host's turn; null when that does not come in time. */
async function atTurn<T>(
  db: Database,
  world: World,
  { host, work }: { host: string; work: () => Promise<T> },
): Promise<T | null> {
  const { hostGapMs } = world.settings;
  let patience = PATIENCE_MS;
  for (;;) {
    const waitMs = await beginLook(db, host, hostGapMs);
    if (waitMs === 0) break;
    patience -= waitMs;
    if (patience < 0) return null;
    await world.sleep(waitMs);
  }
  try {
    return await work();
  } finally {
    await endLook(db, host, hostGapMs);
  }
}

function lookOf(answer: PageAnswer): Look {
  if (!answer.answered) return { readable: false, say: `it cannot be read now: ${answer.reason}` };
  const { body, contentType, finalUrl } = answer;
  const reading = readPage({ body, contentType, url: finalUrl, scope: null });
  const health = judgeHealth({ answer, reading, last: null });
  if (health.health !== 'page') return { readable: false, say: `it cannot be read now: ${health.reason}` };
  if (!reading.ok) return { readable: false, say: `it cannot be read now: ${reading.reason}` };
  const validators = answer.etag ?? answer.lastModified;
  const cost = validators === null ? 'without validators' : 'with validators: unchanged checks are free';
  return {
    readable: true,
    say: `it answers ${answer.status} with ${reading.textLength} characters of text, ${cost}`,
  };
}
