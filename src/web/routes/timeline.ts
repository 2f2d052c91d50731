import type { Context, Hono } from 'hono';
import type { App } from '../../cli/command.ts';
import { localDate, type Zone } from '../../core/messages/local-time.ts';
import { rank } from '../../core/routing.ts';
import { familyOf, SEVERITIES } from '../../core/telling.ts';
import { listChannels } from '../../store/channels.ts';
import { eventsOfAccount, type AccountEvent } from '../../store/events.ts';
import { noticesOfAccount } from '../../store/notices.ts';
import { checkCounts, watchedPages, watchState } from '../../store/watched-pages.ts';
import { addDays, calendarDate, startOfDay, type CalendarDate } from '../calendar.ts';
import { stretchesOf, type Stretch } from '../days.ts';
import { readersZone } from '../readers-zone.ts';
import type { Show } from '../show.ts';
import { timelineView, type TimelineFilter, type Told } from '../views/timeline.ts';

const DAYS = 30;

/** GET /: whole days of the account's own clock, thirty at a time; the newest page has no end, for clocks differ. */
export function timelineRoute(web: Hono, app: App, show: Show): void {
  const { db, account, world } = app;

  web.get('/', async (c) => {
    const zone = await readersZone(app);
    const today = localDate(world.now(), zone);
    const until = calendarDate(c.req.query('until'));
    const first = addDays(until ?? addDays(today, 1), -DAYS);
    const span = { since: startOfDay(first, zone), until: until === null ? null : startOfDay(until, zone) };
    const filter = filterOf(c);
    const [events, notices, counts, pages, state, channels] = await Promise.all([
      eventsOfAccount(db, account.id, span),
      noticesOfAccount(db, account.id, span),
      checkCounts(db, account.id, span),
      watchedPages(db, account.id),
      watchState(db, account.id),
      listChannels(db, account.id),
    ]);
    const fitting = events.filter((one) => fits(one, filter));
    const isFiltered = Object.values(filter).some((value) => value !== null);
    const told: Told[] = [
      ...fitting.map((one) => ({ ...one, at: one.event.toldAt })),
      ...(isFiltered ? [] : notices.map((one) => ({ ...one, at: one.notice.createdAt }))),
    ];
    const started = state.firstCheckAt === null ? today : localDate(state.firstCheckAt, zone);
    const last = until === null ? today : addDays(until, -1);
    const known = { items: told, counts, first: started > first ? started : first, last, zone };
    return show(
      c,
      timelineView({
        stretches: state.firstCheckAt === null && told.length === 0 ? [] : shownStretches(known, isFiltered),
        shown: fitting.length,
        hidden: events.length - fitting.length,
        filter,
        competitors: [...new Set(pages.map((one) => one.competitor))].toSorted(),
        families: [...new Set(events.map(({ event }) => familyOf(event.kind)))].toSorted(),
        pages: state.pages,
        unreadable: state.unreadable,
        channels: channels.some((channel) => channel.disabledAt === null),
        days: DAYS,
        until,
        older: started < first ? first : null,
        today,
        zone,
      }),
    );
  });
}

/** Behind a filter a day without rows is no day without news, so only days with rows are drawn. */
function shownStretches(
  known: Parameters<typeof stretchesOf<Told>>[0] & { zone: Zone; first: CalendarDate },
  isFiltered: boolean,
): readonly Stretch<Told>[] {
  const all = stretchesOf(known);
  return isFiltered ? all.filter(({ kind }) => kind === 'news') : all;
}

function filterOf(c: Context): TimelineFilter {
  const query = (name: string): string | null => c.req.query(name) || null;
  const severity = SEVERITIES.find((one) => one === query('severity')) ?? null;
  return { competitor: query('competitor'), family: query('family'), severity };
}

function fits({ event, competitor }: AccountEvent, filter: TimelineFilter): boolean {
  const floor = SEVERITIES.find((severity) => severity === filter.severity);
  if (floor !== undefined && rank(event.severity) < rank(floor)) return false;
  if (filter.competitor !== null && competitor !== filter.competitor) return false;
  return (
    filter.family === null || [event.kind, ...event.tags].some((kind) => familyOf(kind) === filter.family)
  );
}
