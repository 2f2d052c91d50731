import { addMember, removeMember } from '../flows/members.ts';
import type { Role } from '../store/account-tables.ts';
import { listMembers } from '../store/members.ts';
import { answer, flagText, Misused, Refused, withApp, type Command } from './command.ts';

const ROLES: readonly Role[] = ['owner', 'member', 'viewer'];

export const member: Command = {
  name: 'member',
  usage: 'add EMAIL [--role owner|member|viewer] | list | remove EMAIL',
  about: 'who belongs to the account; each is asked first, and owners hear of trouble with channels',
  flags: { role: { type: 'string' } },
  takes: [1, 2],
  async run(invocation) {
    const [action, email] = invocation.positionals;
    const role = ROLES.find((one) => one === (flagText(invocation, 'role') ?? 'member'));
    if (role === undefined) throw new Misused(`--role is one of ${ROLES.join(', ')}`);
    if (action === 'list' && email === undefined)
      return withApp(invocation, async ({ db, account }) => {
        const members = await listMembers(db, account.id);
        const none = ['Nobody yet. Next: npm run -s sightline -- member add you@example.com --role owner'];
        const lines = members.map((one) => `${one.email}, ${one.role}`);
        answer(invocation, members, lines.length > 0 ? lines : none);
        return 0;
      });
    if (email === undefined || (action !== 'add' && action !== 'remove'))
      throw new Misused('member takes add EMAIL, list or remove EMAIL');
    return withApp(invocation, async ({ db, world, account }) => {
      if (action === 'add') {
        const added = await addMember(db, world, { account, email, role });
        if (!added.ok) throw new Refused(added.say);
        const asked = added.confirmed ? '' : ' They were mailed the question whether they want our mail.';
        answer(invocation, { member: { email: added.email, role, confirmed: added.confirmed } }, [
          `${added.email} is ${role === 'owner' ? 'an' : 'a'} ${role}.${asked}`,
        ]);
        return 0;
      }
      const removed = await removeMember(db, account, email);
      if (!removed.ok) throw new Refused(removed.say);
      answer(invocation, { removed: email }, [`${email} is no member any more; no mail goes there.`]);
      return 0;
    });
  },
};
