import { addPage } from '../../src/flows/add-page.ts';
import { checkNow } from '../../src/flows/check-now.ts';
import { sendDigests } from '../../src/flows/send-digests.ts';
import { toldDifferences, type ToldDifference } from '../../src/store/due-differences.ts';
import { headlinesToldTwice } from '../../src/store/events.ts';
import { histories, type History } from '../support/corpus.ts';
import { freshApp, type FreshApp } from '../support/fresh-app.ts';
import { openPageServer, type PageServer } from './page-server.ts';
import { add, type Share } from './score-pairs.ts';

export interface HistoryScores {
  /**
   * Steps told, by label: a real step when any of its differences was told; a step of noise or of no meaning when it began a
   * message, for a message is what a founder is bothered by.
   */
  readonly told: Readonly<Record<string, Share>>;
  /** Steps of noise that had any part in a message, also in one that another step began. */
  readonly noiseInAnyMessage: number;
  readonly byHistory: Readonly<Record<string, Readonly<Record<string, Share>>>>;
  /** Messages that the steps of each history came to: several steps may share one. */
  readonly events: Readonly<Record<string, number>>;
  /** Differences told twice without a told inverse between: must be none (P8). */
  readonly repeated: number;
  /** Texts told more than once for any cause. */
  readonly textsToldTwice: number;
  /** Hours from the first sight of a real step to its event: median, 90 %, most. */
  readonly delayHours: { readonly median: number; readonly p90: number; readonly most: number };
  readonly errors: readonly {
    readonly history: string;
    readonly at: string;
    readonly decided: string;
    readonly should: string;
  }[];
}

interface Played {
  readonly history: History;
  readonly told: readonly ToldDifference[];
  readonly repeated: number;
}

const HOUR = 3_600_000;

/**
 * Plays every history through the real flows at its stored times: visits with their second reads, the pending list with
 * its memory, a visit when something falls due, and the digest at 08:00. Each on a database of its own.
 */
export async function scoreHistories(progress: (text: string) => void): Promise<HistoryScores> {
  const played: Played[] = [];
  for (const history of histories()) {
    progress(`playing ${history.name}`);
    played.push(await play(history, progress));
  }
  return scoresOf(played);
}

async function play(history: History, progress: (text: string) => void): Promise<Played> {
  const first = history.versions[0]?.at ?? new Date(0);
  const opened = await freshApp(progress, first);
  if (!opened.ok) throw new Error(opened.say);
  const server = await openPageServer();
  try {
    const pageIds = await watch(opened, server, history);
    for (const [index, version] of history.versions.entries()) {
      server.show(version.read());
      await visit(opened, pageIds, version.at);
      await rest(opened, pageIds, {
        from: version.at,
        to: history.versions[index + 1]?.at ?? after(version.at, 50),
      });
    }
    const { db } = opened.app;
    return { history, told: await toldDifferences(db), repeated: (await headlinesToldTwice(db)).length };
  } finally {
    await server.close();
    await opened.close();
  }
}

async function watch({ app }: FreshApp, server: PageServer, history: History): Promise<readonly number[]> {
  server.show(history.versions[0]?.read() ?? new Uint8Array());
  const url = server.origin + new URL(history.url).pathname;
  const added = await addPage(app.db, app.world, {
    url,
    competitor: null,
    everyS: null,
    account: app.account,
  });
  if (!added.ok) throw new Error(added.say);
  return [added.page.id];
}

async function visit({ app, setClock }: FreshApp, pageIds: readonly number[], at: Date): Promise<void> {
  setClock(at);
  await checkNow(app.db, app.world, { pageIds, at, noWait: false, progress: () => {} });
}

/** Until the next version: the digest each morning, and one look when a day has passed, as the schedule would have it. */
async function rest(
  opened: FreshApp,
  pageIds: readonly number[],
  { from, to }: { from: Date; to: Date },
): Promise<void> {
  const due = after(from, 24.2);
  if (due < to) await visit(opened, pageIds, due);
  for (let day = nextEight(from); day < to && +day - +from < 4 * 24 * HOUR; day = after(day, 24)) {
    opened.setClock(day);
    await sendDigests(opened.app.db, opened.app.world);
  }
}

function nextEight(from: Date): Date {
  const eight = new Date(from);
  eight.setUTCHours(8, 5, 0, 0);
  return eight > from ? eight : after(eight, 24);
}

function after(from: Date, hours: number): Date {
  return new Date(+from + hours * HOUR);
}

function scoresOf(played: readonly Played[]): HistoryScores {
  const told: Record<string, Share> = {};
  const byHistory: Record<string, Record<string, Share>> = {};
  const errors: HistoryScores['errors'][number][] = [];
  const delays: number[] = [];
  let noiseInAnyMessage = 0;
  for (const { history, told: differences } of played) {
    const own = (byHistory[history.name] ??= {});
    for (const version of history.versions) {
      if (version.label === null) continue;
      const any = differences.filter((d) => +d.beganAt === +version.at);
      if (version.label === 'noise' && any.length > 0) noiseInAnyMessage += 1;
      const found = version.label === 'real' ? any : any.filter((d) => beganAnEvent(d, differences));
      for (const shares of [told, own]) add((shares[version.label] ??= { told: 0, of: 0 }), found.length > 0);
      if (version.label === 'real')
        delays.push(...found.slice(0, 1).map((d) => (+d.toldAt - +version.at) / HOUR));
      if (found.length > 0 === (version.label === 'real')) continue;
      const decided = found.length === 0 ? 'not told' : `told: ${found[0]?.headline}`;
      const should = `${version.label}: ${version.what ?? 'nothing to tell'}`.slice(0, 140);
      errors.push({ history: history.name, at: version.at.toISOString(), decided, should });
    }
  }
  const repeated = played.reduce((sum, one) => sum + one.repeated, 0);
  const textsToldTwice = played.reduce((sum, one) => sum + repeatsIn(one.told), 0);
  const events = Object.fromEntries(played.map((one) => [one.history.name, eventsIn(one.told)]));
  return {
    told,
    noiseInAnyMessage,
    byHistory,
    events,
    repeated,
    textsToldTwice,
    delayHours: spread(delays),
    errors,
  };
}

function beganAnEvent(d: ToldDifference, all: readonly ToldDifference[]): boolean {
  const together = all.filter((other) => +other.toldAt === +d.toldAt && other.headline === d.headline);
  return together.every((other) => other.beganAt >= d.beganAt);
}

function eventsIn(told: readonly ToldDifference[]): number {
  return new Set(told.map((d) => `${+d.toldAt} ${d.headline}`)).size;
}

function repeatsIn(told: readonly ToldDifference[]): number {
  return told.length - new Set(told.map((d) => `${d.before}\u0000${d.after}`)).size;
}

function spread(values: readonly number[]): HistoryScores['delayHours'] {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    Math.round((sorted[Math.ceil(sorted.length * share) - 1] ?? 0) * 10) / 10;
  return { median: at(0.5), p90: at(0.9), most: at(1) };
}
