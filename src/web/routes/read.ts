import type { Hono } from 'hono';
import type { App } from '../../cli/command.ts';
import { shownAddress } from '../../flows/route.ts';
import { pageFaces } from '../../flows/page-faces.ts';
import { whatHolds } from '../../flows/what-holds.ts';
import { whyUnsent } from '../../flows/why-unsent.ts';
import { deliveriesOfEvent } from '../../store/told.ts';
import { costOfWords } from '../../store/model-calls.ts';
import { eventsOfAccount, versionsOfEvent } from '../../store/events.ts';
import { heldBackFrom } from '../../store/ledger.ts';
import { pageById } from '../../store/pages.ts';
import { earlierAddresses, openMove } from '../../store/moves.ts';
import { differencesOfEvent, openDifferences } from '../../store/story.ts';
import { newestChecks, sightingsOf, versionsSeen, watchedPages } from '../../store/watched-pages.ts';
import { placeOf } from '../place.ts';
import { readersZone } from '../readers-zone.ts';
import type { Show } from '../show.ts';
import { eventView } from '../views/event.ts';
import { ledgerView } from '../views/ledger.ts';
import { pagesView, pageView } from '../views/pages.ts';

const STRIP_CHECKS = 90;
const LEDGER_DAYS = 30;
const LEDGER_MOST = 300;
const DAY_MS = 24 * 3_600_000;

/** Events, pages and the ledger. Whatever is not the account's own answers 404 (P16). */
export function readRoutes(web: Hono, app: App, show: Show): void {
  const { db, account, world } = app;
  eventRoute(web, app, show);

  web.get('/pages', async (c) =>
    show(
      c,
      pagesView({
        pages: await watchedPages(db, account.id),
        zone: await readersZone(app),
        now: world.now(),
      }),
    ),
  );

  web.get('/pages/:id{[0-9]{1,15}}', async (c) => {
    const pageId = Number(c.req.param('id'));
    const [watched] = await watchedPages(db, account.id, pageId);
    if (watched === undefined) return c.notFound();
    const [checks, pending, events, versions, move, earlier, holds, zone] = await Promise.all([
      newestChecks(db, account.id, { pageId, most: STRIP_CHECKS }),
      openDifferences(db, pageId, account.id),
      eventsOfAccount(db, account.id, { pageId }),
      versionsSeen(db, account.id, pageId),
      openMove(db, pageId),
      earlierAddresses(db, pageId),
      whatHolds(db, world, { account, about: { url: watched.storedUrl } }),
      readersZone(app),
    ]);
    const faces = await pageFaces(db, sightingsOf(checks));
    const told = holds.ok ? holds.held.lines : [];
    const seen = { watched, checks, pending, events, versions, faces, move, earlier, told };
    return show(c, pageView({ ...seen, zone, now: world.now() }));
  });

  web.get('/ledger', async (c) => {
    const since = new Date(+world.now() - LEDGER_DAYS * DAY_MS);
    const lines = await heldBackFrom(db, account.id, { since, most: LEDGER_MOST });
    const filter = { competitor: c.req.query('competitor') || null, reason: c.req.query('reason') || null };
    const cut = lines.length === LEDGER_MOST;
    return show(c, ledgerView({ lines, filter, cut, days: LEDGER_DAYS, zone: await readersZone(app) }));
  });
}

function eventRoute(web: Hono, app: App, show: Show): void {
  const { db, account, world } = app;

  web.get('/events/:id{[0-9]{1,15}}', async (c) => {
    const id = Number(c.req.param('id'));
    const [one] = await eventsOfAccount(db, account.id, { id });
    if (one === undefined) return c.notFound();
    const { event, pageId } = one;
    const [differences, sent, unsent, history, undone, versions, page, cost, zone] = await Promise.all([
      differencesOfEvent(db, account.id, id),
      deliveriesOfEvent(db, id, account.id),
      whyUnsent(db, world, { account, one }),
      eventsOfAccount(db, account.id, { pageId, before: id, most: 3 }),
      event.reversesEventId === null ? [] : eventsOfAccount(db, account.id, { id: event.reversesEventId }),
      versionsOfEvent(db, id),
      pageById(db, pageId),
      costOfWords(db, id),
      readersZone(app),
    ]);
    const noarchive = page?.noarchive === true;
    const told = sent.map((one) => ({ ...one, channel: one.name ?? shownAddress(world, one) }));
    const left = unsent.map(({ channel, why }) => ({ channel: placeOf(world, channel), why }));
    const ways = { sent: told, unsent: left };
    const undoes = undone[0] ?? null;
    const kept = { noarchive, cost };
    return show(c, eventView({ ...one, zone, differences, ...ways, history, undoes, versions, ...kept }));
  });
}
