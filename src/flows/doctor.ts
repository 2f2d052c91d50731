import { channelHealth, type ChannelHealth } from '../store/channel-health.ts';
import { eventsAfterFailure, headlinesToldTwice } from '../store/events.ts';
import { stuckLeases } from '../store/leases.ts';
import { databaseClock } from '../store/clock.ts';
import type { Database } from './world.ts';

/** One thing looked at. Doctor changes nothing: it says what is wrong and what would mend it. */
export interface Finding {
  readonly name: string;
  readonly ok: boolean;
  readonly say: string;
  readonly fix: string | null;
}

/** Looks at what the database can tell: clock, leases, and events that should not be there. */
export async function examine(
  db: Database,
  { now, mailLeaves }: { now: Date; mailLeaves: boolean },
): Promise<readonly Finding[]> {
  const health = await channelHealth(db, now);
  return [
    examineChannels(health, mailLeaves),
    examineDeliveries(health),
    await examineClock(db, now),
    await examineLeases(db),
    await examineFailures(db),
    await examineRepeats(db),
  ];
}

function examineChannels(health: ChannelHealth, mailLeaves: boolean): Finding {
  const { channels, off, failing } = health;
  const unconfirmed = mailLeaves ? health.unconfirmed : 0;
  const troubles = [
    off > 0 && `${off} off`,
    failing > 0 && `${failing} taking nothing`,
    unconfirmed > 0 && `${unconfirmed} whose reader has not said yes`,
  ].filter((trouble) => trouble !== false);
  if (channels === 0)
    return ill(
      'channels',
      'nobody is told anything',
      'npm run -s sightline -- channel add email you@example.com',
    );
  if (troubles.length === 0) return well('channels', `${channels}, all of them take what is sent`);
  const fix =
    'see which: npm run -s sightline -- channel list, then: npm run -s sightline -- channel enable ID, or channel ask ID';
  return ill('channels', `of ${channels}: ${troubles.join(', ')}`, fix);
}

function examineDeliveries({ dead, overdue }: ChannelHealth): Finding {
  if (overdue > 0)
    return ill(
      'deliveries',
      `${overdue} messages are more than an hour overdue`,
      'start a worker: npm start, or npm run -s sightline -- run',
    );
  if (dead === 0) return well('deliveries', 'no message was given up');
  const fix =
    'look: npm run -s sightline -- deliveries dead, then: npm run -s sightline -- deliveries replay CHANNEL';
  return ill('deliveries', `${dead} messages were given up`, fix);
}

const SKEW_MS = 5000;

async function examineClock(db: Database, now: Date): Promise<Finding> {
  const skew = Math.abs(+(await databaseClock(db)) - +now);
  if (skew <= SKEW_MS) return well('clock', 'this machine and the database agree');
  const seconds = Math.round(skew / 1000);
  return ill(
    'clock',
    `this machine and the database differ by ${seconds} s`,
    'set both by NTP; windows in messages are off by as much',
  );
}

async function examineLeases(db: Database): Promise<Finding> {
  const stuck = await stuckLeases(db);
  if (stuck.length === 0) return well('leases', 'no visit was left unfinished');
  const fix = 'none is needed: a worker takes them again when they are due';
  return ill('leases', `${stuck.length} visits were left unfinished, such as ${stuck[0]}`, fix);
}

async function examineFailures(db: Database): Promise<Finding> {
  const events = await eventsAfterFailure(db);
  if (events.length === 0)
    return well('events after failures', 'no event rests on a reading beside a failed one');
  const ids = events.slice(0, 5).join(', ');
  return ill(
    'events after failures',
    `the page failed just before events ${ids}`,
    'look at each: npm run -s sightline -- explain URL',
  );
}

async function examineRepeats(db: Database): Promise<Finding> {
  const repeats = await headlinesToldTwice(db);
  const [first] = repeats;
  if (first === undefined)
    return well('told once', 'no difference was told twice without a told reversal between');
  return ill(
    'told once',
    `"${first.headline}" was told ${first.times} times`,
    'report this as a bug, with: npm run -s sightline -- explain URL',
  );
}

export function well(name: string, say: string): Finding {
  return { name, ok: true, say, fix: null };
}

export function ill(name: string, say: string, fix: string): Finding {
  return { name, ok: false, say, fix };
}
