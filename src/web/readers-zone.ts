import type { App } from '../cli/command.ts';
import { zoneOf, type Zone } from '../core/messages/local-time.ts';
import { accountById } from '../store/accounts.ts';

/** The account's time zone as it stands now: it may have been changed since this process began. */
export async function readersZone({ db, account }: Pick<App, 'db' | 'account'>): Promise<Zone> {
  const now = await accountById(db, account.id);
  return zoneOf((now ?? account).timeZone);
}
