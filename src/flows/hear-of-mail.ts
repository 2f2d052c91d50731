import { emailAddress } from '../core/address/channel-address.ts';
import type { SuppressionReason } from '../store/account-tables.ts';
import { channelsAt } from '../store/channels.ts';
import { suppress } from '../store/suppressions.ts';
import { switchOff } from './channel-trouble.ts';
import type { Database, World } from './world.ts';

/** What the mail service reports of an address. */
export interface MailReport {
  readonly reason: SuppressionReason;
  readonly address: string;
  /** In the service's words, one line. */
  readonly detail: string;
  /** When it happened; it may be reported late, or again. */
  readonly at: Date;
}

const WORDS = { bounce: 'mail to it bounced', complaint: 'its reader complained about our mail' };

/**
 * Suppresses an address at once: in every account its channels are off, what waits for them is given up, and the owners hear
 * of it by another way. A bounce from before the address was lifted changes nothing.
 * @returns how many channels had that address; 0 also for what is no address, or nothing new
 */
export async function hearOfMail(db: Database, world: World, report: MailReport): Promise<number> {
  const address = emailAddress(report.address);
  if (address === null) return 0;
  const { reason, detail } = report;
  return db.transaction().execute(async (tx) => {
    const createdAt = world.now();
    if (!(await suppress(tx, { address, reason, detail, createdAt, happenedAt: report.at }))) return 0;
    const channels = await channelsAt(tx, { kind: 'email', address });
    for (const channel of channels)
      await switchOff(tx, world, { channel, reason: `${WORDS[reason]} (${detail})` });
    return channels.length;
  });
}
