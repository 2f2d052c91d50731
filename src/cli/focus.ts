import { faultOfSelector, focusPage } from '../flows/focus-page.ts';
import { counted } from '../core/messages/local-time.ts';
import { SIDES, type Focus } from '../core/pending/focus.ts';
import { answer, flagText, Misused, quoted, Refused, withApp, type Command } from './command.ts';

export const focus: Command = {
  name: 'focus',
  usage: 'URL [--scope CSS] [--ignore DIFFERENCE] [--side added|removed|both] [--whole]',
  about: 'choose which part of a page is watched; nothing is told for the choice itself',
  flags: {
    scope: { type: 'string' },
    ignore: { type: 'string' },
    side: { type: 'string' },
    whole: { type: 'boolean' },
  },
  takes: [1, 1],
  async run(invocation) {
    const [url = ''] = invocation.positionals;
    const scope = flagText(invocation, 'scope')?.trim() ?? null;
    if (scope === '') throw new Misused('--scope takes a CSS selector such as "#pricing"; --whole lifts it');
    const ignore = flagText(invocation, 'ignore');
    if (ignore !== null && !/^\d{1,15}$/.test(ignore))
      throw new Misused(
        `--ignore takes the number of a difference, not ${quoted(ignore)}; see: npm run -s sightline -- explain ${url}`,
      );
    const side = flagText(invocation, 'side');
    if (side !== null && !SIDES.some((one) => one === side))
      throw new Misused(`--side is one of ${SIDES.join(', ')}`);
    if (scope !== null && invocation.flags['whole'] === true)
      throw new Misused('--scope chooses a part and --whole takes it back: give one of them');
    const fault = scope === null ? null : faultOfSelector(scope);
    if (fault !== null) throw new Misused(fault);
    const wish = {
      url,
      scope,
      side,
      ignore: ignore === null ? null : Number(ignore),
      whole: invocation.flags['whole'] === true,
    };
    return withApp(invocation, async ({ db, account }) => {
      const done = await focusPage(db, account, wish);
      if (!done.ok) throw new Refused(done.say);
      answer(invocation, { page: done.pageId, focus: done.focus }, [sentence(url, done.focus)]);
      return 0;
    });
  },
};

const SIDE_WORDS = { both: '', added: ', only what is added', removed: ', only what is removed' } as const;

function sentence(url: string, { scope, ignored, side }: Focus): string {
  const part = scope === null ? 'the whole page' : `the part that matches "${scope}"`;
  const but = ignored.length === 0 ? '' : `, but for ${counted(ignored.length, 'ignored place')}`;
  return `${url}: ${part} is watched${SIDE_WORDS[side]}${but}.`;
}
