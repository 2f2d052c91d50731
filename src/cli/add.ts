import { oneLine } from '../core/messages/inert.ts';
import { everyWords } from '../core/messages/local-time.ts';
import { addPage } from '../flows/add-page.ts';
import { listChannels } from '../store/channels.ts';
import type { Page } from '../store/pages.ts';
import { answer, flagText, Misused, quoted, Refused, withApp, type Command } from './command.ts';

const ASK_ALL_THE_SAME =
  'If you ask for this page yourself, as you would in your browser: npm run -s sightline -- add';

const LONGEST_NAME = 80;

const UNITS: Readonly<Record<string, number>> = { m: 60, h: 3600, d: 86_400 };

export const add: Command = {
  name: 'add',
  usage: 'URL [--competitor NAME] [--every 6h] [--despite-robots]',
  about: "watch a competitor's page",
  flags: {
    competitor: { type: 'string' },
    every: { type: 'string' },
    'despite-robots': { type: 'boolean' },
  },
  takes: [1, 1],
  async run(invocation) {
    const url = invocation.positionals[0] ?? '';
    const competitor = flagText(invocation, 'competitor');
    if (competitor?.trim() === '') throw new Misused('--competitor needs a name');
    if ((competitor?.length ?? 0) > LONGEST_NAME)
      throw new Misused(`--competitor takes at most ${LONGEST_NAME} characters`);
    const everyS = everySeconds(flagText(invocation, 'every'));
    return withApp(invocation, async ({ db, world, account }) => {
      const channels = await listChannels(db, account.id);
      const added = await addPage(db, world, {
        url,
        competitor: competitor === null ? null : oneLine(competitor),
        everyS,
        account,
        despiteRobots: invocation.flags['despite-robots'] === true,
      });
      if (!added.ok)
        throw new (added.fault === 'address' || added.fault === 'robots' ? Refused : Misused)(
          added.fault === 'robots' ? `${added.say} ${ASK_ALL_THE_SAME} ${url} --despite-robots` : added.say,
        );
      const { page, created, competitor: name, competitorBefore, look } = added;
      const { id, url: stored, key } = page;
      const verb = created ? 'Watching' : 'Already watching';
      const lines = [`${verb} ${stored} (page ${id}, kind ${page.kind}) of ${name}, ${rhythmOf(page)}.`];
      if (competitorBefore !== null) lines.push(`It belonged to ${competitorBefore} until now.`);
      if (look !== null)
        lines.push(
          look.readable ? `Looked once: ${look.say}.` : `Added, but ${look.say}. It is tried again.`,
        );
      if (look?.readable === false) invocation.terminal.say(`sightline: ${stored}: ${look.say}`);
      answer(invocation, { page: { id, url: stored, key }, created }, [
        ...lines,
        ...(channels.length === 0
          ? ['You are told nowhere yet: npm run -s sightline -- channel add email you@example.com']
          : []),
        'Next: npm run -s sightline -- check',
      ]);
      return 0;
    });
  },
};

function rhythmOf({ everyS, everyExact }: Page): string {
  const every = `every ${everyWords(everyS)}`;
  return everyExact ? every : `${every}, less often while it is quiet`;
}

/** "30m", "6h", "1d" in seconds; null for none. */
function everySeconds(text: string | null): number | null {
  if (text === null) return null;
  const [, number, unit] = /^(\d{1,5})([mhd])$/.exec(text) ?? [];
  const seconds = Number(number) * (UNITS[unit ?? ''] ?? Number.NaN);
  if (seconds >= 60 && seconds <= 90 * 86_400) return seconds;
  throw new Misused(
    `--every takes minutes, hours or days from 1m to 90d, such as 30m, 6h or 1d, not ${quoted(text)}`,
  );
}
