import { emailAddress } from '../core/address/channel-address.ts';
import type { Role } from '../store/account-tables.ts';
import type { Account } from '../store/accounts.ts';
import { listChannels, removeChannel } from '../store/channels.ts';
import { listMembers, removeMember as dropMember, setMember } from '../store/members.ts';
import { addChannel } from './channels.ts';
import type { Database, World } from './world.ts';

export type MemberAdded =
  | { readonly ok: true; readonly email: string; readonly confirmed: boolean }
  | { readonly ok: false; readonly say: string };

/**
 * Adds somebody to the account, or changes their role, and gives them a mail channel of their own. They are asked first
 * whether they want our mail.
 */
export async function addMember(
  db: Database,
  world: World,
  { account, email, role }: { account: Account; email: string; role: Role },
): Promise<MemberAdded> {
  const address = emailAddress(email);
  if (address === null) return { ok: false, say: `"${email}" is no e-mail address, such as you@example.com` };
  const added = await addChannel(db, world, {
    account,
    kind: 'email',
    address,
    name: null,
    takesDigest: null,
  });
  if (!added.ok) return added;
  await setMember(db, { accountId: account.id, email: address, role, now: world.now() });
  return { ok: true, email: address, confirmed: added.channel.confirmedAt !== null };
}

export type MemberRemoved = { readonly ok: true } | { readonly ok: false; readonly say: string };

/** Ends a membership together with the mail to that address. The last owner stays: somebody has to hear of trouble. */
export async function removeMember(db: Database, account: Account, email: string): Promise<MemberRemoved> {
  const address = emailAddress(email) ?? email;
  const members = await listMembers(db, account.id);
  const member = members.find((one) => one.email === address);
  if (member === undefined)
    return { ok: false, say: `${email} is no member; see: npm run -s sightline -- member list` };
  const owners = members.filter(({ role }) => role === 'owner');
  if (member.role === 'owner' && owners.length === 1 && members.length > 1)
    return { ok: false, say: `${address} is the only owner; make somebody else one first.` };
  const channel = (await listChannels(db, account.id)).find(
    (one) => one.kind === 'email' && one.address === address,
  );
  await db.transaction().execute(async (tx) => {
    await dropMember(tx, { accountId: account.id, email: address });
    if (channel !== undefined) await removeChannel(tx, { accountId: account.id, id: channel.id });
  });
  return { ok: true };
}
