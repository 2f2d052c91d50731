import type { ToldDifference } from '../../src/store/due-differences.ts';
import { histories, type History } from '../support/corpus.ts';
import { eventsIn, play, type Played } from './play.ts';
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

const HOUR = 3_600_000;

type PlayedHistory = Played & { readonly history: History };

/** Plays every history through the real flows, each on a database of its own, and scores what was told by its labels. */
export async function scoreHistories(progress: (text: string) => void): Promise<HistoryScores> {
  const played: PlayedHistory[] = [];
  for (const history of histories()) {
    progress(`playing ${history.name}`);
    played.push({ history, ...(await play([history], progress)) });
  }
  return scoresOf(played);
}

function scoresOf(played: readonly PlayedHistory[]): HistoryScores {
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
        if (found.length > 0) delays.push((Math.min(...found.map((d) => +d.toldAt)) - +version.at) / HOUR);
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

function repeatsIn(told: readonly ToldDifference[]): number {
  return told.length - new Set(told.map((d) => `${d.before}\u0000${d.after}`)).size;
}

function spread(values: readonly number[]): HistoryScores['delayHours'] {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    Math.round((sorted[Math.ceil(sorted.length * share) - 1] ?? 0) * 10) / 10;
  return { median: at(0.5), p90: at(0.9), most: at(1) };
}
