import {
  checkStory,
  newestCheckId,
  openDifferences,
  type CheckStory,
  type DifferenceStory,
} from '../store/story.ts';
import { answer, Refused, withApp, type App, type Command } from './command.ts';
import { short } from './events.ts';
import { watchedPage } from './watched-page.ts';

export const explain: Command = {
  name: 'explain',
  usage: 'URL | CHECK',
  about: 'the story of a decision, with row ids: a check, or the newest check of a page',
  flags: {},
  takes: [1, 1],
  async run(invocation) {
    const [what = ''] = invocation.positionals;
    return withApp(invocation, async (app) => {
      const story = await storyOf(app, what);
      const pending = await openDifferences(app.db, story.check.pageId);
      answer(invocation, { ...story, pending }, linesOf(story, pending));
      return 0;
    });
  },
};

async function storyOf(app: App, what: string): Promise<CheckStory> {
  if (/^\d{1,15}$/.test(what)) {
    const story = await checkStory(app.db, Number(what));
    if (story === null) throw new Refused(`There is no check ${what}.`);
    return story;
  }
  const page = await watchedPage(app, what);
  const id = await newestCheckId(app.db, page.id);
  const story = id === null ? null : await checkStory(app.db, id);
  if (story === null)
    throw new Refused(`${what} has not been checked yet. Next: npm run -s sightline -- check ${what}`);
  return story;
}

function linesOf(
  { check, change, differences }: CheckStory,
  pending: readonly DifferenceStory[],
): readonly string[] {
  const asked = 'asked' in check.trace ? String(check.trace.asked) : '';
  const stands =
    check.sightedVersion === null ? 'no version was seen' : `version ${check.sightedVersion} was seen`;
  return [
    `Check ${check.id} of ${check.url} at ${check.at.toISOString()}: ${check.outcome}.`,
    `  ${check.reason}${check.witness === null ? '' : ` (witness: ${check.witness})`}.`,
    `  ${check.requests} requests (${asked}); status ${check.status ?? 'none'}; ${stands}${check.adopted ? ', adopted' : ''}.`,
    `  validators: ${check.etag ?? check.lastModified ?? 'none'}${check.vouchesFor === null ? ', vouching for nothing' : `, vouching for version ${check.vouchesFor}`}.`,
    ...(change === null ? [] : [`Change ${change.id}: version ${change.from} -> ${change.to}.`]),
    ...differences.flatMap(differenceLines),
    ...(pending.length === 0 ? ['Nothing is pending.'] : ['Pending:', ...pending.flatMap(differenceLines)]),
    ...(change === null ? [] : ['Next: npm run -s sightline -- ledger, npm run -s sightline -- events']),
  ];
}

function differenceLines(d: DifferenceStory): readonly string[] {
  const until = d.state === 'pending' && d.dueAt !== null ? `, due ${d.dueAt.toISOString()}` : '';
  const event = d.event === null ? '' : `, event ${d.event}`;
  return [
    `  difference ${d.id} (${d.kind}) ${d.state}${until}${event}: ${d.reason}`,
    ...(d.headings.length === 0 ? [] : [`    under ${d.headings.join(' > ')}`]),
    ...(d.before === null ? [] : [`    − ${short(d.before)}`]),
    ...(d.after === null ? [] : [`    + ${short(d.after)}`]),
  ];
}
