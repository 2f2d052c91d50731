import { sharedKeys } from '../../src/core/sight/agreement.ts';
import type { Conditional, PageAnswer } from '../../src/core/http/answer.ts';
import type { Difference } from '../../src/core/difference.ts';
import { judgeHealth, type Health } from '../../src/core/health/health.ts';
import { goneBy, redirectElsewhere, type Gone } from '../../src/core/watch/move.ts';
import { decideNotice, type VisitNotice } from '../../src/core/watch/notice.ts';
import { readPage, type Reading } from '../../src/core/read/read-page.ts';
import type { Outcome } from '../../src/core/watch/schedule.ts';
import { judgeSighting, type SightingVerdict } from '../../src/core/sight/sighting.ts';
import { chooseValidators, vouch, type ValidatorChoice } from '../../src/core/http/validators.ts';
import { difference, PageMemory, placeNamed, type Sheet } from './page-memory.ts';

/** A text that a site may show: its body, and what stands at each place of it. */
export interface Text {
  readonly name: string;
  readonly body: string;
  readonly sheet: Sheet;
}

/** One row of checks, as far as later visits ask for it. */
interface Row {
  readonly at: Date;
  readonly outcome: Outcome;
  readonly url: string;
  readonly etag: string | null;
  readonly vouchesFor: number | null;
  readonly sighted: number | null;
  readonly notModified: boolean;
  readonly gone: Gone | null;
  readonly status: number | null;
}

type Sight =
  | { readonly id: number; readonly notModified: boolean }
  | {
      readonly id: null;
      readonly outcome: 'failed' | 'blocked' | 'gone';
      readonly trouble: string;
      readonly gone: Gone | null;
    };

const CONFIRM_MS = 300_000;

/** Reading and judging a body costs more than all else here, and a history shows the same few. */
function remembering<A extends readonly unknown[], R>(
  make: (...args: A) => R,
  keyOf: (...args: A) => string,
) {
  const known = new Map<string, R>();
  return (...args: A): R => {
    const key = keyOf(...args);
    if (!known.has(key)) known.set(key, make(...args));
    return known.get(key) as R;
  };
}

type Answered = Extract<PageAnswer, { answered: true }>;

const bodyOf = ({ body }: Answered): string => new TextDecoder().decode(body);

const readingOf = remembering(
  (answer: Answered): Reading =>
    readPage({ body: answer.body, contentType: answer.contentType, url: answer.finalUrl, scope: null }),
  (answer) => `${answer.contentType} ${bodyOf(answer)}`,
);

const healthOf = remembering(
  (answer: Answered, last: number | null): Health =>
    judgeHealth({ answer, reading: readingOf(answer), last: last === null ? null : { textLength: last } }),
  (answer, last) =>
    JSON.stringify([answer.status, answer.finalUrl, answer.hops, answer.headers, bodyOf(answer), last]),
);

/**
 * What Sightline knows of one page, in memory and moved by the real decisions: which validators are sent, whether an answer
 * is the page, what a sighting means, what is told of the watch, and what waits and is told of the content. It does what
 * the flows do with them, so that ten thousand histories can be played without a database.
 */
export class WatchMemory {
  readonly rows: Row[] = [];
  readonly notices: { readonly kind: VisitNotice; readonly at: Date }[] = [];
  /** Bodies that were taken for the page and are none of its texts. */
  readonly strange: string[] = [];
  readonly told: PageMemory;
  baseline: { id: number; seenTwice: boolean; lastSeenAt: Date } | null = null;
  private readonly texts: readonly Text[];
  private readonly lastSeen = new Map<number, Date>();
  private readonly url: string;
  private failingSince: Date | null = null;

  /** @param urgent what differs falls due at once; else when it has stood a day */
  constructor(
    url: string,
    {
      texts,
      first,
      urgent,
    }: { readonly texts: readonly Text[]; readonly first: Text; readonly urgent: boolean },
  ) {
    this.url = url;
    this.texts = texts;
    this.told = new PageMemory(first.sheet, { urgency: urgent ? { by: 'fact', reason: 'money' } : null });
  }

  /** One visit; `serve` gets the validators that are sent and answers. */
  visit(now: Date, serve: (conditional: Conditional | null) => PageAnswer): Outcome {
    const suspicion = this.suspicion();
    const choice = this.choose(now, suspicion);
    const answer = serve(choice.send);
    const sight = this.sight(answer, choice);
    const verdict = sight.id === null ? null : this.judge(sight.id, { suspicion, now });
    const outcome = verdict?.outcome ?? (sight.id === null ? sight.outcome : 'failed');
    this.tell(now, { answer, sight });
    this.record(now, { answer, sight, outcome });
    if (sight.id !== null && verdict !== null) this.act(sight.id, verdict, { suspicion, now });
    return outcome;
  }

  get shows(): Text | null {
    return this.baseline === null ? null : (this.texts[this.baseline.id] ?? null);
  }

  private suspicion(): { readonly id: number; readonly since: Date } | null {
    const sightings = this.rows.filter(({ sighted }) => sighted !== null);
    const newest = sightings.at(-1);
    if (newest?.outcome !== 'suspected' || newest.sighted === null) return null;
    const settled = sightings.findLastIndex(({ outcome }) => outcome !== 'suspected');
    return { id: newest.sighted, since: sightings[settled + 1]?.at ?? newest.at };
  }

  private choose(now: Date, suspicion: { readonly id: number } | null): ValidatorChoice {
    const row = this.rows.findLast(({ etag }) => etag !== null);
    const { url = '', etag = null, vouchesFor = null } = row ?? {};
    const full = this.rows.findLast(({ sighted, notModified }) => sighted !== null && !notModified);
    const since = full === undefined ? 0 : this.rows.indexOf(full);
    return chooseValidators({
      freshest:
        row === undefined ? null : { url, etag, lastModified: null, requestDigest: 'same', vouchesFor },
      suspectedVersionId: suspicion?.id ?? null,
      independent: suspicion !== null || this.baseline?.seenTwice === false ? 'a second read' : null,
      requestDigest: 'same',
      lastFullReadAt: full?.at ?? null,
      notModifiedSince: this.rows.slice(since).filter(({ notModified }) => notModified).length,
      now,
    });
  }

  private sight(answer: PageAnswer, choice: ValidatorChoice): Sight {
    if (!answer.answered) return { id: null, outcome: 'failed', trouble: answer.failure, gone: null };
    const redirect = redirectElsewhere(answer);
    if (answer.status === 304 && redirect === null) {
      if (choice.vouchesFor === null)
        return { id: null, outcome: 'failed', trouble: 'status 304', gone: null };
      return { id: choice.vouchesFor, notModified: true };
    }
    const known = this.texts.findIndex(({ body }, id) => this.lastSeen.has(id) && body === bodyOf(answer));
    if (answer.status === 200 && redirect === null && known >= 0) return { id: known, notModified: false };
    return this.sightContent(answer, redirect && goneBy(redirect).gone);
  }

  private sightContent(answer: Answered, moved: Gone | null): Sight {
    const last = this.shows === null ? null : this.shows.body.length;
    const health = healthOf(answer, last);
    if (health.health !== 'page') {
      const gone =
        health.health !== 'gone' ? null : health.kind === 'moved' ? moved : ({ as: 'missing' } as const);
      return { id: null, outcome: health.health, trouble: health.kind, gone };
    }
    const id = this.texts.findIndex(({ body }) => body === bodyOf(answer));
    if (id < 0) this.strange.push(bodyOf(answer));
    return { id, notModified: false };
  }

  private differences(id: number): readonly Difference[] {
    const [before, after] = [this.shows?.sheet ?? {}, this.texts[id]?.sheet ?? {}];
    return Object.keys(after).flatMap((name) => {
      const [one = null, other = null] = [before[name], after[name]];
      return one === other ? [] : [difference(one, other, { place: placeNamed(name) })];
    });
  }

  private judge(
    id: number,
    { suspicion, now }: { suspicion: { readonly id: number; readonly since: Date } | null; now: Date },
  ): SightingVerdict {
    const seen = this.lastSeen.get(id);
    const { baseline } = this;
    const differences = this.differences(id);
    const long = seen !== undefined && +now - +seen >= CONFIRM_MS;
    return judgeSighting({
      baseline: baseline && { seenTwice: baseline.seenTwice },
      sightsBaseline: baseline?.id === id,
      seenBefore:
        !long || baseline === null ? 'never' : seen > baseline.lastSeenAt ? 'since the baseline' : 'earlier',
      suspicion: suspicion && {
        sighted: suspicion.id === id,
        ripe: +now - +suspicion.since >= CONFIRM_MS,
        keys: sharedKeys(this.differences(suspicion.id), differences),
      },
      differences,
      allVolatile: false,
      allInVolatilePlaces: false,
      agreesMostly: true,
    });
  }

  private act(
    id: number,
    verdict: SightingVerdict,
    { suspicion, now }: { suspicion: { readonly since: Date } | null; now: Date },
  ): void {
    this.lastSeen.set(id, now);
    const { outcome } = verdict;
    if (outcome === 'first') this.baseline = { id, seenTwice: verdict.seenTwice, lastSeenAt: now };
    if (outcome === 'changed') {
      this.baseline = { id, seenTwice: true, lastSeenAt: now };
      this.told.visit(this.texts[id]?.sheet ?? {}, now, { beganAt: suspicion?.since ?? now });
    }
    if (outcome === 'unchanged' && this.shows !== null) {
      this.baseline = { id, seenTwice: true, lastSeenAt: now };
      this.told.visit(this.shows.sheet, now);
    }
  }

  private record(
    now: Date,
    { answer, sight, outcome }: { answer: PageAnswer; sight: Sight; outcome: Outcome },
  ): void {
    const [url, etag, status] = answer.answered
      ? [answer.finalUrl, answer.etag, answer.status]
      : [this.url, null, null];
    const row = this.rows.findLast(
      (one) =>
        one.url === url &&
        one.etag === etag &&
        (one.vouchesFor !== null || (one.sighted !== null && !one.notModified)),
    );
    const earlier = etag === null || row === undefined ? null : { vouchesFor: row.vouchesFor };
    const notModified = sight.id !== null && sight.notModified;
    const vouchesFor = answer.answered ? vouch(sight.id, earlier, status === 304) : null;
    const gone = sight.id === null ? sight.gone : null;
    this.rows.push({ at: now, outcome, url, etag, vouchesFor, sighted: sight.id, notModified, gone, status });
  }

  private tell(now: Date, { answer, sight }: { answer: PageAnswer; sight: Sight }): void {
    this.failingSince = sight.id === null ? (this.failingSince ?? now) : null;
    const gone = sight.id === null ? sight.gone : null;
    const movedTo = gone?.as === 'moved' ? gone.to : null;
    const alike = (row: Row): boolean =>
      row.gone?.as === gone?.as && (row.gone?.as === 'moved' ? row.gone.to : null) === movedTo;
    const streak = gone === null ? [] : this.rows.slice(this.rows.findLastIndex((row) => !alike(row)) + 1);
    const statuses = [...streak.map(({ status }) => status), answer.answered ? answer.status : null];
    const draft = decideNotice({
      visit: visitOf(sight),
      trouble: sight.id === null ? sight.trouble : '',
      reason: '',
      movedTo,
      streak: {
        length: streak.length + 1,
        removed: statuses.filter((status) => status === 410).length,
        since: streak[0]?.at ?? now,
      },
      unreadSince: this.failingSince ?? now,
      last: this.notices.at(-1)?.kind ?? null,
      pageKind: 'pricing',
      now,
    });
    if (draft !== null) this.notices.push({ kind: draft.kind, at: now });
  }
}

function visitOf(sight: Sight): 'seen' | 'unread' | 'gone' | 'moved' {
  if (sight.id !== null) return 'seen';
  if (sight.gone === null || sight.gone.as === 'elsewhere') return 'unread';
  return sight.gone.as === 'moved' ? 'moved' : 'gone';
}
