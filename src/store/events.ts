import { sql, type Kysely, type Selectable } from 'kysely';
import type { PageKind, Telling } from '../core/telling.ts';
import type { ToldEvent, Window } from '../core/told-event.ts';
import { correctionIn, correctionOf, type CorrectedColumns } from './corrections.ts';
import type { EventRow, Tables } from './tables.ts';

export interface NewEvent {
  readonly pageId: number;
  readonly site: string;
  readonly beforeVersionId: number;
  readonly afterVersionId: number;
  readonly telling: Telling;
  readonly window: Window;
  readonly confirmedAt: Date;
  readonly toldAt: Date;
  readonly returns: 'reversal' | 'alternation' | null;
  readonly reversesEventId: number | null;
  /** The check that believed the first of its differences. */
  readonly checkId: number;
  /** As what the page was worded. */
  readonly pageKind: PageKind;
  /** The questions to a model that its words came from, by input hash. */
  readonly calls: readonly string[];
  /** Rules wrote it because no model could be asked just now. */
  readonly wantsWords: boolean;
}

export async function addEvent(db: Kysely<Tables>, event: NewEvent): Promise<number> {
  const { telling } = event;
  const row = await db
    .insertInto('events')
    .values({
      page_id: event.pageId,
      site: event.site,
      before_version_id: event.beforeVersionId,
      after_version_id: event.afterVersionId,
      kind: telling.kind,
      tags: JSON.stringify(telling.tags),
      severity: telling.severity,
      severity_reasons: JSON.stringify(telling.severityReasons),
      headline: telling.headline,
      summary: telling.summary,
      our_read: telling.ourRead,
      action: telling.action,
      numbers: JSON.stringify(telling.numbers),
      quotes: JSON.stringify(telling.quotes),
      written_by: telling.writtenBy,
      last_seen_unchanged_at: event.window.from,
      first_seen_changed_at: event.window.to,
      confirmed_at: event.confirmedAt,
      told_at: event.toldAt,
      returns: event.returns,
      reverses_event_id: event.reversesEventId,
      check_id: event.checkId,
      page_kind: event.pageKind,
      calls: JSON.stringify(event.calls),
      wants_words: event.wantsWords,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Events newest first: all of them unless a time, a page or a number is given. */
export async function listEvents(
  db: Kysely<Tables>,
  filter: { readonly since?: Date | null; readonly pageId?: number; readonly most?: number } = {},
): Promise<readonly ToldEvent[]> {
  const { since, pageId, most } = filter;
  const rows = await events(db)
    .$if(since !== undefined && since !== null, (q) => q.where('events.told_at', '>=', since ?? new Date(0)))
    .$if(pageId !== undefined, (q) => q.where('events.page_id', '=', pageId ?? 0))
    .orderBy('events.id', 'desc')
    .$if(most !== undefined, (q) => q.limit(most ?? 0))
    .execute();
  return rows.map(toEvent);
}

/** An event with what the account calls the competitor and the page. */
export interface AccountEvent {
  readonly event: ToldEvent;
  /** The page that the account watches: the event's own, or one that joined it. */
  readonly pageId: number;
  readonly competitor: string;
  /** The URL as this account gave it. */
  readonly storedUrl: string;
}

export interface EventFilter {
  readonly since?: Date;
  readonly until?: Date | null;
  readonly pageId?: number;
  readonly id?: number;
  /** Only events with smaller ids. */
  readonly before?: number;
  readonly most?: number;
}

/**
 * Events of the pages that the account watches, from its subscription on (P16), newest first: those told on such a page,
 * and those that it joined later.
 */
export async function eventsOfAccount(
  db: Kysely<Tables>,
  accountId: number,
  filter: EventFilter = {},
): Promise<readonly AccountEvent[]> {
  const { since, until, pageId, id, before, most } = filter;
  const rows = await events(db)
    .innerJoin('differences', 'differences.event_id', 'events.id')
    .innerJoin('changes', 'changes.id', 'differences.change_id')
    .innerJoin('subscriptions', 'subscriptions.page_id', 'differences.page_id')
    .innerJoin('competitors', 'competitors.id', 'subscriptions.competitor_id')
    .distinctOn('events.id')
    .select(['competitors.name as competitor', 'subscriptions.url as stored_url'])
    .select('subscriptions.page_id as watched_id')
    .where('subscriptions.account_id', '=', accountId)
    .whereRef('changes.check_id', '>', 'subscriptions.after_check_id')
    .$if(since !== undefined, (q) => q.where('events.told_at', '>=', since ?? new Date(0)))
    .$if(until !== undefined && until !== null, (q) => q.where('events.told_at', '<', until ?? new Date(0)))
    .$if(pageId !== undefined, (q) => q.where('subscriptions.page_id', '=', pageId ?? 0))
    .$if(before !== undefined, (q) => q.where('events.id', '<', before ?? 0))
    .$if(id !== undefined, (q) => q.where('events.id', '=', id ?? 0))
    .orderBy('events.id', 'desc')
    .orderBy(sql`subscriptions.page_id <> events.page_id`)
    .$if(most !== undefined, (q) => q.limit(most ?? 0))
    .execute();
  return rows.map((row) => ({
    event: toEvent(row),
    pageId: row.watched_id,
    competitor: row.competitor,
    storedUrl: row.stored_url,
  }));
}

/** The two versions that an event compares. */
export async function versionsOfEvent(
  db: Kysely<Tables>,
  id: number,
): Promise<{ readonly before: number; readonly after: number }> {
  const row = await db
    .selectFrom('events')
    .select(['before_version_id', 'after_version_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { before: row.before_version_id, after: row.after_version_id };
}

export async function eventById(db: Kysely<Tables>, id: number): Promise<ToldEvent | null> {
  const row = await events(db).where('events.id', '=', id).executeTakeFirst();
  return row === undefined ? null : toEvent(row);
}

/** Up to `most` earlier events of the same page, newest first; none from before a subscription's own check (P16). */
export async function eventsBefore(
  db: Kysely<Tables>,
  { pageId, id, afterCheckId, most }: { pageId: number; id: number; afterCheckId: number; most: number },
): Promise<readonly { readonly id: number; readonly toldAt: Date; readonly headline: string }[]> {
  const rows = await db
    .selectFrom('events')
    .select(['id', 'told_at', 'headline'])
    .where('page_id', '=', pageId)
    .where('id', '<', id)
    .where('check_id', '>', afterCheckId)
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  return rows.map((row) => ({ id: row.id, toldAt: row.told_at, headline: row.headline }));
}

/** Headlines that were told more than once on one page with no reversal between: what P8 forbids. */
export async function headlinesToldTwice(
  db: Kysely<Tables>,
): Promise<readonly { readonly headline: string; readonly times: number }[]> {
  const rows = await db
    .selectFrom('differences as later')
    .innerJoin('differences as earlier', (join) =>
      join
        .onRef('earlier.page_id', '=', 'later.page_id')
        .onRef('earlier.key', '=', 'later.key')
        .onRef('earlier.id', '<', 'later.id'),
    )
    .innerJoin('events', 'events.id', 'later.event_id')
    .select(['events.headline', (select) => select.fn.countAll<number>().as('times')])
    .where('earlier.state', '=', 'told')
    .where('later.state', '=', 'told')
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('differences as between')
            .select('between.id')
            .whereRef('between.page_id', '=', 'later.page_id')
            .whereRef('between.key', '=', 'later.inverse_key')
            .where('between.state', '=', 'told')
            .whereRef('between.id', '>', 'earlier.id')
            .whereRef('between.id', '<', 'later.id'),
        ),
      ),
    )
    .groupBy('events.headline')
    .execute();
  return rows.map((row) => ({ headline: row.headline, times: row.times + 1 }));
}

/** Events whose believing check followed right after a failed or blocked one: worth a second look. */
export async function eventsAfterFailure(db: Kysely<Tables>): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('events')
    .select('events.id')
    .where((where) =>
      where(
        where
          .selectFrom('checks')
          .select('outcome')
          .whereRef('checks.page_id', '=', 'events.page_id')
          .whereRef('checks.id', '<', 'events.check_id')
          .orderBy('checks.id', 'desc')
          .limit(1),
        'in',
        ['failed', 'blocked', 'gone'],
      ),
    )
    .orderBy('events.id')
    .execute();
  return rows.map((row) => row.id);
}

function events(db: Kysely<Tables>) {
  return db
    .selectFrom('events')
    .innerJoin('pages', 'pages.id', 'events.page_id')
    .leftJoinLateral(correctionOf('events.id'), (join) => join.onTrue())
    .selectAll('events')
    .select(['pages.url', 'corrected_at', 'corrected_because']);
}

type EventColumns = Selectable<EventRow> & CorrectedColumns & { readonly url: string };

function toEvent(row: EventColumns): ToldEvent {
  return {
    id: row.id,
    pageId: row.page_id,
    url: row.url,
    site: row.site,
    kind: row.kind,
    tags: row.tags,
    severity: row.severity,
    severityReasons: row.severity_reasons,
    headline: row.headline,
    summary: row.summary,
    ourRead: row.our_read,
    action: row.action,
    numbers: row.numbers,
    quotes: row.quotes,
    writtenBy: row.written_by,
    window: { from: row.last_seen_unchanged_at, to: row.first_seen_changed_at },
    confirmedAt: row.confirmed_at,
    toldAt: row.told_at,
    returns: row.returns,
    reversesEventId: row.reverses_event_id,
    corrected: correctionIn(row),
  };
}
