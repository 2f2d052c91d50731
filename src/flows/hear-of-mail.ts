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
}

const WORDS = { bounce: 'mail to it bounced', complaint: 'its reader complained about our mail' };

/**
 * Suppresses an address at once: in every account its channels are off, what waits for them is given up, and the owners hear
 * of it by another way.
 * @returns how many channels had that address; 0 also for what is no address
 */
export async function hearOfMail(db: Database, world: World, report: MailReport): Promise<number> {
  const address = emailAddress(report.address);
  if (address === null) return 0;
  const { reason, detail } = report;
  return db.transaction().execute(async (tx) => {
    await suppress(tx, { address, reason, detail, createdAt: world.now() });
    const channels = await channelsAt(tx, { kind: 'email', address });
    for (const channel of channels)
      await switchOff(tx, world, { channel, reason: `${WORDS[reason]} (${detail})` });
    return channels.length;
  });
}
