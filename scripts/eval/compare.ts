import type { HistoryScores } from './score-histories.ts';
import type { PairScores } from './score-pairs.ts';
import type { SiteScores } from './score-sites.ts';

/** The figures that may not get worse, by name. More of `up` is better, less of `down`. */
export interface Figures {
  readonly up: Readonly<Record<string, number>>;
  readonly down: Readonly<Record<string, number>>;
}

export function figuresOf(pairs: PairScores, played: HistoryScores, sites: SiteScores): Figures {
  const told = (shares: PairScores['told'], label: string): number => shares[label]?.told ?? 0;
  return {
    up: {
      'pairs: real told': told(pairs.told, 'real'),
      'pairs: real told, ambiguous': told(pairs.told, 'real, ambiguous'),
      'pairs: high importance told at once': pairs.highToldAtOnce.told,
      'pairs: family fits a label': pairs.family.any.told,
      'histories: real told': told(played.told, 'real'),
    },
    down: {
      'pairs: noise told': told(pairs.told, 'noise'),
      'pairs: cosmetic told': told(pairs.told, 'cosmetic'),
      'pairs: noise told at once': told(pairs.atOnce, 'noise'),
      'pairs: cosmetic told at once': told(pairs.atOnce, 'cosmetic'),
      'histories: noise told': told(played.told, 'noise'),
      'histories: cosmetic told': told(played.told, 'cosmetic'),
      'sites: events of pages played together': Object.values(sites.bySite).reduce(
        (sum, { events }) => sum + events,
        0,
      ),
      'histories: told twice without a told inverse': played.repeated,
    },
  };
}

/** Sentences for every figure that is worse than the committed one; empty: none is. */
export function worseThan(committed: Figures, now: Figures): readonly string[] {
  const worse = (
    side: 'up' | 'down',
    isWorse: (before: number, after: number) => boolean,
  ): readonly string[] =>
    Object.entries(committed[side])
      .filter(([name, before]) => isWorse(before, now[side][name] ?? Number.NaN))
      .map(([name, before]) => `${name}: ${now[side][name]}, was ${before}`);
  return [
    ...worse('up', (before, after) => !(after >= before)),
    ...worse('down', (before, after) => !(after <= before)),
  ];
}
