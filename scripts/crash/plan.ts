import type { FailPoint } from '../../src/flows/fail-points.ts';
import { chanceOf, type Chance } from './chance.ts';

/** What happens at the rival's and in the account, each owing something to the reader. */
export const PARTS = [
  'price',
  'plan',
  'second plan',
  'joined',
  'reversal',
  'notice',
  'digest',
  'trouble',
] as const;
export type Part = (typeof PARTS)[number];

/** Who holds its answer while the worker is killed. */
export const HOLDS = ['site head', 'site body', 'model', 'email', 'slack', 'webhook'] as const;
export type Hold = (typeof HOLDS)[number];

/** How a worker ends, or what else goes wrong. */
export type Death =
  | { readonly by: 'fail-point'; readonly point: FailPoint; readonly time: number }
  /** Stands still beyond its lease, and goes on when others have done its work (C13). */
  | { readonly by: 'standing still'; readonly point: FailPoint; readonly time: number }
  | { readonly by: 'hold'; readonly hold: Hold }
  | { readonly by: 'moment'; readonly afterMs: number }
  /** Nobody dies, but two work at once (C18). */
  | { readonly by: 'two at once' }
  /** The database takes nothing for a while; killed in it, or not (C19). */
  | { readonly by: 'full disk'; readonly killed: boolean }
  /** The worker's clock is a day off, and it dies at a point (C20). */
  | { readonly by: 'clock'; readonly days: 1 | -1; readonly point: FailPoint }
  /** In the middle of the newest migration (C15). */
  | { readonly by: 'migration' };

export interface Plan {
  readonly seed: number;
  readonly parts: readonly Part[];
  readonly model: boolean;
  readonly death: Death;
  /** Where the next worker dies too; null: it lives. */
  readonly again: FailPoint | null;
  /** The new price, in dollars: no two plans of a run share it. */
  readonly price: number;
}

/** Stories in which a point is passed, and how often at least. */
interface Passing {
  readonly parts: readonly [readonly Part[], ...(readonly Part[])[]];
  readonly times: number;
  readonly model?: true;
}

const ALERTS: Passing['parts'] = [
  ['price'],
  ['price', 'plan'],
  ['plan', 'second plan'],
  ['price', 'digest'],
  ['reversal'],
  ['plan', 'notice'],
];
const VISITS: Passing['parts'] = [['price'], ['price', 'plan'], ['joined'], ['reversal', 'notice']];
const DIGESTS: Passing['parts'] = [['digest'], ['digest', 'price']];

const PASSINGS: Readonly<Record<FailPoint, Passing>> = {
  'visit claimed': { parts: VISITS, times: 2 },
  'visit fetched': { parts: VISITS, times: 2 },
  'visit planned': { parts: VISITS, times: 2 },
  'visit in commit': { parts: [...VISITS, ['notice']], times: 1 },
  'visit committed': { parts: [...VISITS, ['notice']], times: 1 },
  'explain asking': { parts: VISITS, times: 1, model: true },
  'explain answered': { parts: VISITS, times: 1, model: true },
  'explain noted': { parts: VISITS, times: 1, model: true },
  'explain joining': { parts: [['joined']], times: 1 },
  'explain in commit': { parts: VISITS, times: 1 },
  'explain committed': { parts: VISITS, times: 1 },
  'deliver sealing': { parts: ALERTS, times: 4 },
  'deliver sealed': { parts: ALERTS, times: 4 },
  'deliver claimed': { parts: [...ALERTS, ['notice'], ['price', 'trouble']], times: 4 },
  'deliver sent': { parts: [...ALERTS, ['notice'], ['price', 'trouble']], times: 4 },
  'deliver recording': { parts: [...ALERTS, ['notice'], ['price', 'trouble']], times: 4 },
  'deliver recorded': { parts: [...ALERTS, ['notice'], ['price', 'trouble']], times: 4 },
  'digest in commit': { parts: DIGESTS, times: 1 },
  'digest committed': { parts: DIGESTS, times: 1 },
};

export const POINTS = Object.keys(PASSINGS) as [FailPoint, ...FailPoint[]];

/** Points at which a worker that stands still holds something of others. */
const STANDING: readonly [FailPoint, ...FailPoint[]] = [
  'visit claimed',
  'visit fetched',
  'visit planned',
  'visit in commit',
  'explain in commit',
  'deliver sealing',
  'deliver claimed',
  'deliver sent',
  'deliver recording',
  'digest in commit',
];

const CLOCKED: readonly [FailPoint, ...FailPoint[]] = [
  'visit committed',
  'explain committed',
  'deliver sent',
];

/** Of a hundred runs. */
const SHARES: readonly (readonly [number, (chance: Chance) => Death])[] = [
  [58, (chance) => atPoint(chance, chance.pick(POINTS))],
  [14, (chance) => ({ by: 'hold', hold: chance.pick(HOLDS) })],
  [12, (chance) => ({ by: 'moment', afterMs: chance.whole(100, 2500) })],
  [6, (chance) => standing(chance)],
  [4, () => ({ by: 'two at once' })],
  [3, (chance) => ({ by: 'full disk', killed: chance.happens(0.5) })],
  [2, (chance) => ({ by: 'clock', days: chance.pick([1, 1, 1, -1]), point: chance.pick(CLOCKED) })],
  [1, () => ({ by: 'migration' })],
];

/** Every seed has one plan. Those from 1 to the number of points pass each point once. */
export function planOf(seed: number): Plan {
  const chance = chanceOf(seed);
  const point = POINTS[seed - 1];
  const death = point === undefined ? deathOf(chance) : atPoint(chance, point);
  const { parts, model } = storyFor(chance, death);
  return {
    seed,
    parts,
    model,
    death,
    again: mayDieAgain(death) && chance.happens(0.15) ? chance.pick(POINTS) : null,
    price: chance.whole(36, 79),
  };
}

function deathOf(chance: Chance): Death {
  let left = chance.next() * 100;
  for (const [share, make] of SHARES) {
    if (left < share) return make(chance);
    left -= share;
  }
  return atPoint(chance, chance.pick(POINTS));
}

function atPoint(chance: Chance, point: FailPoint): Death {
  return { by: 'fail-point', point, time: chance.whole(1, PASSINGS[point].times) };
}

function standing(chance: Chance): Death {
  const point = chance.pick(STANDING);
  return { by: 'standing still', point, time: chance.whole(1, PASSINGS[point].times) };
}

function mayDieAgain({ by }: Death): boolean {
  return by === 'fail-point' || by === 'hold' || by === 'moment';
}

function storyFor(chance: Chance, death: Death): Pick<Plan, 'parts' | 'model'> {
  if ('point' in death) {
    const { parts, model = chance.happens(0.1) } = PASSINGS[death.point];
    return { parts: chance.pick(parts), model };
  }
  if (death.by === 'hold') {
    const model = death.hold === 'model';
    return { parts: chance.pick(model || death.hold.startsWith('site') ? VISITS : ALERTS), model };
  }
  const any: Passing['parts'] = [
    ...ALERTS,
    ...VISITS,
    ...DIGESTS,
    ['price', 'trouble'],
    ['price', 'plan', 'notice', 'digest'],
  ];
  return { parts: chance.pick(any), model: chance.happens(0.2) };
}
