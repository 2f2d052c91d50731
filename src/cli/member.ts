import { addMember, removeMember } from '../flows/members.ts';
import type { Role } from '../store/account-tables.ts';
import { listMembers } from '../store/members.ts';
import { answer, flagText, Misused, Refused, withApp, type Command } from './command.ts';

const ROLES: readonly Role[] = ['owner', 'member', 'viewer'];

const ROLES_WORDS =
  'who belongs to the account. Each gets a mail channel of their own with alerts and the digest, whatever their role: an owner hears of trouble with channels too; member and viewer are names only until there is sign-in';

export const member: Command = {
  name: 'member',
  usage: 'add EMAIL [--role owner|member|viewer] | list | remove EMAIL',
  about: ROLES_WORDS,
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
        const before = await listMembers(db, account.id);
        const added = await addMember(db, world, { account, email, role });
        if (!added.ok) throw new Refused(added.say);
        answer(invocation, { member: { email: added.email, role, confirmed: added.confirmed } }, [
          `${added.email} is ${role === 'owner' ? 'an owner' : `a ${role}`} now.`,
          ...(before.some(({ email: known }) => known === added.email)
            ? []
            : [mailWords(added, world.settings.mailLeaves)]),
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

function mailWords({ confirmed }: { confirmed: boolean }, mailLeaves: boolean): string {
  const gets =
    'Alerts and the digest go there, as to every mail channel (npm run -s sightline -- channel list)';
  if (!mailLeaves) return `${gets}; nobody is asked, because mail is only written to files here.`;
  return confirmed
    ? `${gets}.`
    : `They were mailed the question whether they want our mail. ${gets} once they say yes.`;
}
