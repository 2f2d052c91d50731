import type { Database } from '../../../src/flows/world.ts';
import type { Sinks } from './sinks.ts';
import type { Played } from './write-events.ts';

/** Seconds from the commit of an event to its message at the receiver. */
export interface Latency {
  readonly deliveries: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly max: number;
}

export interface Measured {
  readonly events: number;
  readonly eventsPerSecond: number;
  readonly deliveriesPerSecond: number;
  /** Deliveries whose message never came. */
  readonly lost: number;
  /** Messages that came more than once. */
  readonly repeated: number;
  /** Several alerts in one message: how many came with another's. */
  readonly carried: number;
  /** Milliseconds of processor that the worker used for each of all the phase's deliveries; null: unknown. */
  readonly workerMs: number | null;
  readonly byKind: Readonly<Record<string, Latency>>;
}

/** One delivery, and how long it took; null: its message has not come. */
interface Line {
  readonly kind: string;
  readonly key: string;
  readonly carried: boolean;
  readonly seconds: number | null;
}

/**
 * What became of the deliveries of a phase. An alert that was carried by another's message came with that.
 * @param leaves channels that are left out
 */
export async function measure(
  db: Database,
  { written, sinks }: { written: Played; sinks: Sinks },
  leaves: ReadonlySet<number> = new Set(),
): Promise<Measured> {
  const rows = await db
    .selectFrom('deliveries')
    .innerJoin('channels', 'channels.id', 'deliveries.channel_id')
    .leftJoin('deliveries as carrier', 'carrier.id', 'deliveries.carried_by')
    .select(['deliveries.event_id as event', 'deliveries.channel_id as channel', 'channels.kind'])
    .select(['deliveries.idempotency_key as key', 'carrier.idempotency_key as carrierKey'])
    .where('deliveries.event_id', 'in', [...written.committed.keys()])
    .execute();
  const lines = rows
    .filter(({ channel }) => !leaves.has(channel))
    .map(({ event, kind, key, carrierKey }): Line => {
      const from = written.committed.get(event ?? 0) ?? 0;
      const came = sinks.arrivals.get(carrierKey ?? key)?.[0];
      const seconds = came === undefined ? null : Math.max(0, came - from) / 1000;
      return { kind, key, carried: carrierKey !== null, seconds };
    });
  const kinds = [...Map.groupBy(lines, ({ kind }) => kind)].toSorted(([a], [b]) => a.localeCompare(b));
  return {
    events: written.committed.size,
    eventsPerSecond: written.committed.size / written.seconds,
    deliveriesPerSecond: lines.length / written.seconds,
    lost: lines.filter(({ seconds }) => seconds === null).length,
    repeated: lines.filter(({ key }) => (sinks.arrivals.get(key)?.length ?? 0) > 1).length,
    carried: lines.filter(({ carried }) => carried).length,
    workerMs: written.workerSeconds === null ? null : (written.workerSeconds * 1000) / rows.length,
    byKind: Object.fromEntries(
      [...kinds, ['all', lines] as const].map(([kind, of]) => [kind, latencyOf(of)]),
    ),
  };
}

function latencyOf(lines: readonly Line[]): Latency {
  const sorted = lines
    .flatMap(({ seconds }) => (seconds === null ? [] : [seconds]))
    .toSorted((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { deliveries: lines.length, p50: at(0.5), p90: at(0.9), p99: at(0.99), max: sorted.at(-1) ?? 0 };
}
