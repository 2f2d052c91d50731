import { VISIT_MS, type AnsweredPage, type PageAnswer, type PageRequest } from '../core/http/answer.ts';
import type { Side } from '../core/health/half-page.ts';
import { judgeHealth, type Unwell } from '../core/health/health.ts';
import { goneBy, redirectElsewhere, type Gone } from '../core/watch/move.ts';
import { readPage, type Read } from '../core/read/read-page.ts';
import type { ValidatorChoice } from '../core/http/validators.ts';
import { judgeWholeness, standsAs } from '../core/health/wholeness.ts';
import { contentStandsSince } from '../store/checks.ts';
import type { Page } from '../store/pages.ts';
import { readSnapshot } from '../store/snapshots.ts';
import type { Witness } from '../store/tables.ts';
import {
  readVersion,
  versionByBytes,
  versionByContent,
  versionHead,
  type VersionHead,
} from '../store/versions.ts';
import { todaysReading, todaysReadingOf } from './reread.ts';
import type { Database, World } from './world.ts';

/** What a visit showed: a version (known, or new with its reading), or that it was not the page (P5). */
export type Sight =
  | {
      readonly kind: 'known';
      readonly witness: Witness;
      readonly version: VersionHead;
      readonly answer: AnsweredPage;
    }
  | { readonly kind: 'new'; readonly witness: Witness; readonly reading: Read; readonly answer: AnsweredPage }
  | {
      readonly kind: 'unread';
      readonly outcome: 'failed' | 'blocked' | 'gone';
      readonly reason: string;
      /** The kind of trouble: what a founder may try depends on it. */
      readonly trouble: string;
      /** What stands in place of a page that is gone; null exactly for other outcomes. */
      readonly gone: Gone | null;
      /** What the text that could be read all the same is known by; null: none could. */
      readonly content: string | null;
      readonly answer: PageAnswer;
    };

/** A page that came in part, unready or as another is believed when it has stood so for a day: a relaunch does, a fault does not. */
const REFUSED_STANDS_MS = 24 * 3_600_000;

/**
 * Fetches the stored URL with the chosen validators. A 304 that nobody asked for is asked again, once, on a fresh
 * connection (P3); what comes then is the answer.
 */
export async function askPage(
  world: World,
  { url }: Page,
  { send, fresh, barred }: ValidatorChoice & Required<Pick<PageRequest, 'barred'>>,
): Promise<PageAnswer> {
  const answer = await world.fetchPage({ url, conditional: send, fresh, barred });
  if (!answer.answered || answer.status !== 304 || answer.conditionalSent) return answer;
  const withinMs = Math.max(VISIT_MS - answer.ms, 0);
  const again = await world.fetchPage({ url, conditional: null, fresh: true, barred, withinMs });
  return { ...again, requests: answer.requests + again.requests, ms: answer.ms + again.ms };
}

/** The witness ladder: 304, equal wire bytes, equal content; each step is taken only when the one before says nothing. */
export async function sightPage(
  db: Database,
  visit: {
    page: Page;
    choice: ValidatorChoice;
    answer: PageAnswer;
    baseline: VersionHead | null;
    now: Date;
  },
): Promise<Sight> {
  const { page, choice, answer, baseline, now } = visit;
  if (!answer.answered)
    return unread(
      {
        health: answer.failure === 'kept out' ? 'blocked' : 'failed',
        kind: answer.failure,
        reason: answer.reason,
      },
      answer,
    );
  // Another page is never compared, though it may show the very bytes of this one.
  const own = redirectElsewhere(answer) === null;
  if (answer.status === 304 && own) return sightNotModified(db, page, { choice, answer });
  if (answer.status === 200 && own) {
    const known = await versionByBytes(db, page.id, answer.bytesHash);
    const { body } = answer;
    const version =
      known === null || known.purged ? null : await todaysReadingOf(db, page, { version: known, body });
    if (version !== null) return { kind: 'known', witness: 'bytes', version, answer };
  }
  return sightContent(db, page, { answer, baseline, now });
}

function unread(unwell: Unwell, answer: PageAnswer, content: string | null = null): Unread {
  const { health: outcome, kind: trouble, reason } = unwell;
  const gone = outcome === 'gone' ? ({ as: 'missing' } as const) : null;
  const redirect = trouble === 'moved' && answer.answered ? redirectElsewhere(answer) : null;
  const moved = redirect && goneBy(redirect);
  return {
    kind: 'unread',
    outcome,
    trouble: moved?.gone.as ?? trouble,
    reason: moved?.reason ?? reason,
    gone: moved?.gone ?? gone,
    content,
    answer,
  };
}

type Unread = Extract<Sight, { kind: 'unread' }>;

function failed(kind: string, reason: string): Unwell {
  return { health: 'failed', kind, reason };
}

async function sightNotModified(
  db: Database,
  page: Page,
  { choice, answer }: { choice: ValidatorChoice; answer: AnsweredPage },
): Promise<Sight> {
  if (choice.vouchesFor === null || !answer.conditionalSent) {
    return unread(failed('status 304', 'a 304 that nobody asked for, twice'), answer);
  }
  const version = await todaysReading(db, page, await versionHead(db, choice.vouchesFor));
  if (version === null) return unread(failed('scope', 'nothing of the page lies in the scope'), answer);
  return { kind: 'known', witness: '304', version, answer };
}

/** A reading that is well by itself, seen from the baseline; the baseline's bytes are fetched only where the text shrank. */
async function judgeByBaseline(
  db: Database,
  now: Side,
  baseline: VersionHead | null,
): Promise<Unwell | null> {
  if (baseline === null) return null;
  const { blocks } = await readVersion(db, baseline.id);
  const shrank = now.textLength < baseline.textLength;
  const body = (shrank ? await readSnapshot(db, baseline.snapshotHash) : null) ?? NO_BYTES;
  return judgeWholeness(now, { body, blocks, textLength: baseline.textLength });
}

const NO_BYTES = new Uint8Array();

/** Refusals that a page may bring about on purpose: they are lifted when it has stood so for a day. */
const MAY_STAND = new Set(['collapsed', 'unready', 'stand-in']);

async function sightContent(
  db: Database,
  page: Page,
  { answer, baseline, now }: { answer: AnsweredPage; baseline: VersionHead | null; now: Date },
): Promise<Sight> {
  const { body, contentType, finalUrl: url } = answer;
  const { scope } = page.focus;
  const whole = readPage({ body, contentType, url, scope: null });
  // Whether it is the page, only the whole of it can say: a price box alone looks like a shell or a stump.
  const looks = judgeHealth({ answer, reading: whole, last: scope === null ? baseline : null });
  const reading = scope === null ? whole : readPage({ body, contentType, url, scope });
  const known = reading.ok ? await versionByContent(db, page.id, reading.contentHash) : null;
  const asBefore = baseline !== null && known?.id === baseline.id;
  const broken =
    looks.health === 'page' && reading.ok && !asBefore
      ? await judgeByBaseline(db, { ...reading, body }, baseline)
      : null;
  const health = broken ?? looks;
  if (health.health !== 'page') {
    const content = reading.ok ? standsAs(health.kind, reading.blocks) : null;
    const stood = MAY_STAND.has(health.kind) && (await hasStood(db, { page, content, now }));
    if (!stood) return unread(health, answer, content);
  }
  if (!reading.ok) return unread(failed('scope', reading.reason), answer);
  if (known !== null && !known.purged) return { kind: 'known', witness: 'content', version: known, answer };
  return { kind: 'new', witness: 'content', reading, answer };
}

async function hasStood(
  db: Database,
  { page, content, now }: { page: Page; content: string | null; now: Date },
): Promise<boolean> {
  const since = content === null ? null : await contentStandsSince(db, page.id, content);
  return since !== null && +now - +since >= REFUSED_STANDS_MS;
}
