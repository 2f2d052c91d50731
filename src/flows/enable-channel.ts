import type { Account } from '../store/accounts.ts';
import { channelOf, enableChannel as storeEnabled } from '../store/channels.ts';
import { suppressionOf } from '../store/suppressions.ts';
import { askToConfirm, suppressedWords } from './channels.ts';
import type { Database, World } from './world.ts';

export type ChannelEnabled =
  | {
      readonly ok: true;
      /** Its reader is asked first, and gets nothing else before saying yes. */
      readonly asked: boolean;
    }
  /** Why it stays off. */
  | { readonly ok: false; readonly say: string };

/**
 * Switches a channel on again. A reader who unsubscribed is asked whether they want our mail after all; an address that
 * bounced or complained stays off.
 * @returns null: the account has no such channel (P16)
 */
export async function enableChannel(
  db: Database,
  world: World,
  { account, id }: { account: Account; id: number },
): Promise<ChannelEnabled | null> {
  return db.transaction().execute(async (tx) => {
    const channel = await channelOf(tx, { accountId: account.id, id });
    if (channel === null) return null;
    if (channel.disabledAt === null) return { ok: true, asked: false };
    const suppressed = channel.kind === 'email' ? await suppressionOf(tx, channel.address) : null;
    if (suppressed !== null) return { ok: false, say: suppressedWords(channel.address, suppressed) };
    const asks = channel.confirmedAt === null && world.settings.mailLeaves;
    const refused = asks ? await askToConfirm(tx, world, channel) : null;
    if (refused !== null) return { ok: false, say: refused };
    await storeEnabled(tx, id);
    return { ok: true, asked: asks };
  });
}
