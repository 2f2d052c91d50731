import type { App } from '../../../src/cli/command.ts';
import type { Severity, Telling } from '../../../src/core/telling.ts';
import { deliverEvent } from '../../../src/flows/route.ts';
import { addEvent, eventById } from '../../../src/store/events.ts';
import type { FreshApp } from '../../support/fresh-app.ts';
import type { SeededPage } from './seed.ts';

/** What a phase wrote. */
export interface Written {
  /** By event: when its transaction was over, in milliseconds of `performance.now()`. */
  readonly committed: ReadonlyMap<number, number>;
  /** From the first event's start to the last one's commit. */
  readonly seconds: number;
}

/** What a phase wrote, and what its worker used for it. */
export interface Played extends Written {
  readonly workerSeconds: number | null;
}

export interface Pace {
  readonly perSecond: number;
  readonly seconds: number;
}

/** Transactions at the same time; the pool has 8 connections. A machine that cannot keep the pace shows in the rate. */
const SIDE_BY_SIDE = 7;

/**
 * Writes events at a steady pace as commit B does: event, deliveries and the jobs that wake them in one transaction. Every
 * other one is critical; the rest is high, and would gather with what its competitor tells meanwhile.
 */
export async function writeEvents(
  { app, setClock }: FreshApp,
  pages: readonly SeededPage[],
  { perSecond, seconds }: Pace,
): Promise<Written> {
  const committed = new Map<number, number>();
  const started = performance.now();
  const numbers = Array.from({ length: perSecond * seconds }, (_, number) => number).values();
  const lane = async (): Promise<void> => {
    for (const number of numbers) {
      const waitMs = started + (number * 1000) / perSecond - performance.now();
      if (waitMs > 0) await app.world.sleep(waitMs);
      setClock(new Date());
      const page = pages[(number * 7) % pages.length];
      if (page === undefined) throw new Error('no page was seeded');
      const id = await commit(app, page, number % 2 === 0 ? 'critical' : 'high');
      committed.set(id, performance.now());
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, lane));
  return { committed, seconds: (performance.now() - started) / 1000 };
}

async function commit({ db, world }: App, page: SeededPage, severity: Severity): Promise<number> {
  const now = world.now();
  return db.transaction().execute(async (tx) => {
    const id = await addEvent(tx, {
      pageId: page.id,
      site: page.site,
      beforeVersionId: page.before,
      afterVersionId: page.after,
      telling: tellingOf(severity),
      window: { from: now, to: now },
      confirmedAt: now,
      toldAt: now,
      returns: null,
      reversesEventId: null,
      checkId: page.checkId,
      pageKind: 'pricing',
      calls: [],
      wantsWords: false,
    });
    const event = await eventById(tx, id);
    if (event === null) throw new Error('an event vanished');
    await deliverEvent(tx, world, { event, pageId: page.id, checkId: page.checkId, aside: new Set() });
    return id;
  });
}

function tellingOf(severity: Severity): Telling {
  const place = { role: 'p', region: 'main', headings: ['Plans', 'Harbour'] } as const;
  return {
    kind: 'pricing.price',
    tags: [],
    severity,
    severityReasons: [`pricing.price: ${severity}`],
    headline: 'Harbour now costs $39 per month, it was $29',
    summary: 'The plan Harbour went from $29 to $39 per month.',
    ourRead: null,
    action: null,
    numbers: [{ what: 'Harbour', from: '$29', to: '$39', unit: 'USD', period: 'month', percent: 34 }],
    quotes: [{ place, before: '$29 per month', after: '$39 per month' }],
    writtenBy: 'rules',
  };
}
