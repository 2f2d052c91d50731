import type { Account } from '../store/accounts.ts';
import { restUnwatched, settleFocus } from '../store/pages.ts';
import { unsubscribe } from '../store/subscriptions.ts';
import type { Database, World } from './world.ts';

/**
 * Stops watching a page for an account. A page that nobody else watches is visited no more; what was seen and told of it
 * stays, and watching it again goes on from there.
 * @returns false when the account does not watch it
 */
export async function removePage(
  db: Database,
  world: World,
  { account, pageId }: { account: Account; pageId: number },
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const removed = await unsubscribe(tx, { accountId: account.id, pageId });
    if (!removed) return false;
    await settleFocus(tx, pageId);
    await restUnwatched(tx, pageId, world.now());
    return true;
  });
}
