import { addPage } from '../../src/flows/add-page.ts';
import { checkNow } from '../../src/flows/check-now.ts';
import { sendDigests } from '../../src/flows/send-digests.ts';
import { earliestDueAt, toldDifferences, type ToldDifference } from '../../src/store/due-differences.ts';
import { headlinesToldTwice } from '../../src/store/events.ts';
import { freshApp, type FreshApp } from '../support/fresh-app.ts';
import { openPageServer, type PageServer } from './page-server.ts';

/** A page with the bodies that it showed, and when. */
export interface PlayedPage {
  readonly url: string;
  readonly versions: readonly { readonly at: Date; read(): Uint8Array }[];
}

export interface Played {
  readonly told: readonly ToldDifference[];
  /** Differences told twice without a told inverse between (P8): must be none. */
  readonly repeated: number;
  /** Changes that were adopted, over all pages. */
  readonly changes: number;
}

const HOUR = 3_600_000;

/**
 * Plays the pages of one competitor through the real flows at their stored times: visits with their second reads, the
 * pending list with its memory, a visit when something falls due, and the digest at 08:00. On a database of its own.
 */
export async function play(pages: readonly PlayedPage[], progress: (text: string) => void): Promise<Played> {
  const moments = momentsOf(pages);
  const opened = await freshApp(progress, moments[0]?.at ?? new Date(0));
  if (!opened.ok) throw new Error(opened.say);
  const server = await openPageServer();
  try {
    const pageIds = await watch(opened, server, pages);
    for (const [index, { at, shown }] of moments.entries()) {
      for (const { path, body } of shown) server.show(path, body());
      await visit(opened, pageIds, at);
      await rest(opened, pageIds, { from: at, to: moments[index + 1]?.at ?? after(at, 50) });
    }
    const { db } = opened.app;
    const { n } = await db
      .selectFrom('changes')
      .select((select) => select.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    return { told: await toldDifferences(db), repeated: (await headlinesToldTwice(db)).length, changes: n };
  } finally {
    await server.close();
    await opened.close();
  }
}

interface Moment {
  readonly at: Date;
  readonly shown: readonly { readonly path: string; body(): Uint8Array }[];
}

/** Versions in the order of time; those of several pages within an hour are one visit. */
function momentsOf(pages: readonly PlayedPage[]): readonly Moment[] {
  const steps = pages.flatMap(({ url, versions }) =>
    versions.map(({ at, read }) => ({ at, path: new URL(url).pathname, body: read })),
  );
  const moments: { at: Date; shown: { path: string; body(): Uint8Array }[] }[] = [];
  for (const { at, ...step } of steps.toSorted((a, b) => +a.at - +b.at)) {
    const last = moments.at(-1);
    if (last !== undefined && pages.length > 1 && +at - +last.at < HOUR) last.shown.push(step);
    else moments.push({ at, shown: [step] });
  }
  return moments;
}

async function watch(
  { app }: FreshApp,
  server: PageServer,
  pages: readonly PlayedPage[],
): Promise<readonly number[]> {
  const ids: number[] = [];
  for (const { url, versions } of pages) {
    const path = new URL(url).pathname;
    server.show(path, versions[0]?.read() ?? new Uint8Array());
    const wish = { url: server.origin + path, competitor: 'played', everyS: null, account: app.account };
    const added = await addPage(app.db, app.world, wish);
    if (!added.ok) throw new Error(added.say);
    ids.push(added.page.id);
  }
  return ids;
}

async function visit({ app, setClock }: FreshApp, pageIds: readonly number[], at: Date): Promise<void> {
  setClock(at);
  await checkNow(app.db, app.world, { pageIds, at, noWait: false, progress: () => {} });
}

/**
 * Until the next version: the third read of a heading after an hour (P7), one look after a day where the page was not crawled
 * for longer, and the digest each morning. The stored times are the visits; more of them would not be the crawl's.
 */
async function rest(
  opened: FreshApp,
  pageIds: readonly number[],
  { from, to }: { from: Date; to: Date },
): Promise<void> {
  const third = await thirdReadAt(opened, pageIds, from);
  if (third !== null && third < to) await visit(opened, pageIds, third);
  const nextDay = after(from, 24.2);
  if (nextDay < to) await visit(opened, pageIds, nextDay);
  for (let day = nextEight(from); day < to && +day - +from < 4 * 24 * HOUR; day = after(day, 24)) {
    opened.setClock(day);
    await sendDigests(opened.app.db, opened.app.world);
  }
}

/** When a heading that this visit believed wants its third read, an hour later; five minutes are added. */
async function thirdReadAt(
  { app }: FreshApp,
  pageIds: readonly number[],
  visitedAt: Date,
): Promise<Date | null> {
  const dues = await Promise.all(pageIds.map(async (id) => earliestDueAt(app.db, id)));
  const isThird = (due: Date): boolean => due >= after(visitedAt, 0.9) && due <= after(visitedAt, 1.2);
  const thirds = dues.filter((due) => due !== null).filter(isThird);
  return thirds.length === 0 ? null : after(new Date(Math.min(...thirds.map(Number))), 1 / 12);
}

function nextEight(from: Date): Date {
  const eight = new Date(from);
  eight.setUTCHours(8, 5, 0, 0);
  return eight > from ? eight : after(eight, 24);
}

function after(from: Date, hours: number): Date {
  return new Date(+from + hours * HOUR);
}

/** How many messages the told differences came to. */
export function eventsIn(told: readonly ToldDifference[]): number {
  return new Set(told.map((d) => `${+d.toldAt} ${d.headline}`)).size;
}
