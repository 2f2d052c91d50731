import { dayAndTime, localDate, clockTime, zoneOf } from '../core/messages/local-time.ts';
import type { Account } from '../store/accounts.ts';

/** Times as lines for people show them: on the account's own clock. JSON has them in UTC. */
export interface Clock {
  /** "2026-12-01 16:10", for a column. */
  column(at: Date): string;
  /** "Tue 1 Dec 16:10 (Europe/Berlin)", within a sentence. */
  sentence(at: Date): string;
  /** Says whose clock the columns show. */
  readonly note: string;
}

/** The account's clock, in words. */
export function clockOf({ timeZone }: Pick<Account, 'timeZone'>): Clock {
  const zone = zoneOf(timeZone);
  return {
    column: (at) => `${localDate(at, zone)} ${clockTime(at, zone)}`,
    sentence: (at) => `${dayAndTime(at, zone)} (${zone.name})`,
    note: `Times are those of ${zone.name}.`,
  };
}
