import type { Hono } from 'hono';
import type { App } from '../../cli/command.ts';
import { shownAddress } from '../../core/channel-address.ts';
import { zoneOf, type Zone } from '../../core/messages/local-time.ts';
import { rank } from '../../core/routing.ts';
import { SEVERITIES } from '../../core/telling.ts';
import { listChannels } from '../../store/channels.ts';
import { deliveriesOfEvent } from '../../store/deliveries.ts';
import { eventsBefore, eventsOfAccount, versionsOfEvent, type AccountEvent } from '../../store/events.ts';
import { ledger } from '../../store/ledger.ts';
import { noticesOfAccount } from '../../store/notices.ts';
import { openDifferences } from '../../store/story.ts';
import { checkTimes, newestChecks, watchedPages } from '../../store/watched-pages.ts';
import { eventView } from '../views/event.ts';
import { ledgerView } from '../views/ledger.ts';
import { pagesView, pageView } from '../views/pages.ts';
import { timelineView, type TimelineFilter } from '../views/timeline.ts';

const DAYS = 30;
const DAY_MS = 24 * 3_600_000;
const STRIP_CHECKS = 90;

/** Routes that only read. Whatever is not the account's own answers 404 (P16). */
export function readRoutes(web: Hono, app: App): void {
  const { db, account } = app;
  const zone = zoneOf(account.timeZone);

  timelineRoute(web, app, zone);

  web.get('/events/:id{[0-9]{1,15}}', async (c) => {
    const id = Number(c.req.param('id'));
    const [one] = await eventsOfAccount(db, account.id, { id });
    if (one === undefined) return c.notFound();
    const [sent, history, versions] = await Promise.all([
      deliveriesOfEvent(db, id),
      eventsBefore(db, { pageId: one.event.pageId, id, most: 3 }),
      versionsOfEvent(db, id),
    ]);
    const sentTo = sent
      .filter((delivery) => delivery.accountId === account.id)
      .map((delivery) => ({ ...delivery, address: shownAddress(delivery) }));
    return c.html(eventView({ ...one, zone, sentTo, history, versions }));
  });

  web.get('/pages', async (c) => c.html(pagesView({ pages: await watchedPages(db, account.id), zone })));

  web.get('/pages/:id{[0-9]{1,15}}', async (c) => {
    const pageId = Number(c.req.param('id'));
    const [watched] = await watchedPages(db, account.id, pageId);
    if (watched === undefined) return c.notFound();
    const [checks, pending, events] = await Promise.all([
      newestChecks(db, pageId, STRIP_CHECKS),
      openDifferences(db, pageId),
      eventsOfAccount(db, account.id, { pageId }),
    ]);
    return c.html(pageView({ watched, checks, pending, events, zone }));
  });

  web.get('/ledger', async (c) => {
    const lines = await ledger(db, monthAgo(app), account.id);
    return c.html(ledgerView({ lines, days: DAYS, zone }));
  });
}

function timelineRoute(web: Hono, app: App, zone: Zone): void {
  const { db, account } = app;
  web.get('/', async (c) => {
    const since = monthAgo(app);
    const query = (name: string): string | null => c.req.query(name) || null;
    const filter = { competitor: query('competitor'), severity: query('severity'), family: query('family') };
    const [events, notices, checks, pages, channels] = await Promise.all([
      eventsOfAccount(db, account.id, { since }),
      noticesOfAccount(db, account.id, since),
      checkTimes(db, account.id, since),
      watchedPages(db, account.id),
      listChannels(db, account.id),
    ]);
    const filtered = Object.values(filter).some((value) => value !== null);
    return c.html(
      timelineView({
        events: events.filter((one) => fits(one, filter)),
        notices: filtered ? [] : notices,
        competitors: [...new Set(pages.map((one) => one.competitor))].toSorted(),
        families: [...new Set(events.map(({ event }) => familyOf(event.kind)))].toSorted(),
        filter,
        checks,
        pages: pages.length,
        unreadable: pages.filter(({ page }) => page.failingSince !== null).length,
        told: channels.some((channel) => channel.disabledAt === null),
        days: DAYS,
        zone,
      }),
    );
  });
}

function monthAgo({ world }: App): Date {
  return new Date(+world.now() - DAYS * DAY_MS);
}

function fits({ event, competitor }: AccountEvent, filter: TimelineFilter): boolean {
  const floor = SEVERITIES.find((severity) => severity === filter.severity);
  if (floor !== undefined && rank(event.severity) < rank(floor)) return false;
  if (filter.competitor !== null && competitor !== filter.competitor) return false;
  return (
    filter.family === null || [event.kind, ...event.tags].some((kind) => familyOf(kind) === filter.family)
  );
}

function familyOf(kind: string): string {
  return kind.split('.')[0] ?? kind;
}
