import { counted } from '../core/messages/local-time.ts';
import { clockOf, type Clock } from './times.ts';
import { asSentence } from '../core/messages/hold-words.ts';
import { pageStory, type PageStory } from '../flows/page-story.ts';
import { checkStory, newestCheckId, type CheckStory, type DifferenceStory } from '../store/story.ts';
import { pageById } from '../store/pages.ts';
import { answer, Refused, withApp, type App, type Command } from './command.ts';
import { short } from './events.ts';
import { watchedPage } from './watched-page.ts';

export const explain: Command = {
  name: 'explain',
  usage: 'URL | CHECK',
  about: 'the story of a decision, with row ids: a check, or a page with its newest check',
  flags: {},
  takes: [1, 1],
  async run(invocation) {
    const [what = ''] = invocation.positionals;
    return withApp(invocation, async (app) => {
      const check = await storyOf(app, what);
      const { db, world, account } = app;
      const page = await pageById(db, check.check.pageId);
      if (page === null) throw new Refused(`The page of check ${check.check.id} was deleted just now.`);
      const story = await pageStory(db, world, { account, page });
      answer(invocation, { ...check, ...story }, [
        ...checkLines(check, clockOf(account)),
        ...pageLines(story, { pageId: page.id, clock: clockOf(account) }),
      ]);
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

function checkLines({ check, change, differences }: CheckStory, clock: Clock): readonly string[] {
  const asked = 'asked' in check.trace ? String(check.trace.asked) : '';
  const stands =
    check.sightedVersion === null ? 'no version was seen' : `version ${check.sightedVersion} was seen`;
  return [
    `Check ${check.id} of ${check.url} at ${clock.sentence(check.at)}: ${check.outcome}.`,
    `  ${check.reason}${check.witness === null ? '' : ` (witness: ${check.witness})`}.`,
    `  ${counted(check.requests, 'request')} (${asked}); status ${check.status ?? 'none'}; ${stands}${check.adopted ? ', adopted' : ''}.`,
    `  validators: ${check.etag ?? check.lastModified ?? 'none'}${check.vouchesFor === null ? ', vouching for nothing' : `, vouching for version ${check.vouchesFor}`}.`,
    ...(change === null ? [] : [`Change ${change.id}: version ${change.from} -> ${change.to}.`]),
    ...differences.flatMap((d) => differenceLines(d, clock)),
  ];
}

function pageLines(story: PageStory, { pageId, clock }: { pageId: number; clock: Clock }): readonly string[] {
  const { focus, newsPage, faces, pending, withdrawn, explained, volatile, told, unsent } = story;
  const { scope, ignored, side } = focus;
  const lines = (d: DifferenceStory) => differenceLines(d, clock);
  const seen = faces
    .map((face) => `version ${face.versionId} (${counted(face.times, 'time')})`)
    .join(' and ');
  return [
    `Page ${pageId}: ${scope === null ? 'read whole' : `only "${scope}" is read`}${side === 'both' ? '' : `, only what is ${side} is told`}.`,
    ...ignored.map((place) => `  ignored: ${place}`),
    ...(newsPage ? ['  It brings news on most visits: its entries are one line a day.'] : []),
    ...(faces.length === 0 ? [] : [`  It shows ${faces.length} faces in turn: ${seen}.`]),
    ...listed('Pending', pending.flatMap(lines), 'Nothing is pending.'),
    ...listed(
      'Withdrawn in the last 30 days',
      withdrawn.flatMap(lines),
      'Nothing was withdrawn in the last 30 days.',
    ),
    ...explained.map(
      (label) => `Explained ${counted(label.times, 'time')} as ${label.noise}: ${label.reason}.`,
    ),
    ...volatile.flatMap((place) => [
      `Differs between two reads moments apart, ${counted(place.times, 'time')}: ${place.place.role} in ${place.place.region}${under(place.place.headings)}`,
      ...sides(place),
    ]),
    'Told of it:',
    ...told.map((line) => `  ${asSentence(line)}`),
    ...unsent.flatMap(({ event, headline, channels }) => [
      `Event ${event} (${short(headline)}):`,
      ...channels.map(({ channel, kind, why }) => `  not sent to ${kind} (channel ${channel}): ${why}.`),
    ]),
    'Next: npm run -s sightline -- ledger, npm run -s sightline -- events',
  ];
}

function listed(title: string, lines: readonly string[], none: string): readonly string[] {
  return lines.length === 0 ? [none] : [`${title}:`, ...lines];
}

function differenceLines(d: DifferenceStory, clock: Clock): readonly string[] {
  const until = d.state === 'pending' && d.dueAt !== null ? `, due ${clock.sentence(d.dueAt)}` : '';
  const event = d.event === null ? '' : `, event ${d.event}`;
  return [
    `  difference ${d.id} (${d.kind}) ${d.state}${until}${event}: ${d.reason}`,
    ...d.labels.map(({ noise, rule, reason }) => `    ${noise}, by the rule "${rule}": ${reason}`),
    ...(d.headings.length === 0 ? [] : [`   ${under(d.headings)}`]),
    ...sides(d),
  ];
}

function under(headings: readonly string[]): string {
  return headings.length === 0 ? '' : ` under ${headings.join(' > ')}`;
}

function sides({ before, after }: { before: string | null; after: string | null }): readonly string[] {
  return [
    ...(before === null ? [] : [`    − ${short(before)}`]),
    ...(after === null ? [] : [`    + ${short(after)}`]),
  ];
}
