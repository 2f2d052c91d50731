import { sql } from 'kysely';
import { claimIn } from '../../src/core/link-token.ts';
import type { Database } from '../../src/flows/world.ts';
import type { Plan } from './plan.ts';
import { progressOf, type Before } from './settled.ts';
import type { Post, Seen } from './sinks.ts';
import { owedByAll } from './story.ts';

/** What a run came to. Each line is one message, row or promise, in words. */
export interface Verdict {
  readonly lost: readonly string[];
  readonly double: readonly string[];
  readonly broken: readonly string[];
  /** Slack posts that came twice, the second marked. */
  readonly slackRepeats: number;
  /** Slack messages that may have arrived twice before and were given up openly. */
  readonly givenUp: number;
}

const MARK = '(may be a repeat)';

/** Compares what was owed with what the outside saw and what the database holds. */
export async function judge(
  db: Database,
  { plan, seen, before }: { plan: Plan; seen: Seen; before: Before },
): Promise<Verdict> {
  const counts = new Counts();
  const progress = await progressOf(db, before);
  const givenUp = await givenUpOn(db, before);
  const owes = owedByAll(plan);
  // What was given up because it may have arrived is told once elsewhere.
  const owed = { ...owes, troubles: owes.troubles + Number(givenUp > 0) };
  for (const key of ['events', 'changes', 'notices', 'digests', 'troubles'] as const)
    counts.expect(`${key} in the database`, owed[key], progress[key]);
  if (progress.underWay > 0) counts.lost.push(`${progress.underWay} things are still under way`);
  const wanted: Wanted = { owed, events: await eventsAfter(db, before), givenUp };
  countMails(counts, seen, wanted);
  countPosts(counts, seen, wanted);
  const slackRepeats = plan.parts.includes('trouble') ? 0 : countSlack(counts, seen, wanted);
  countQuestions(counts, seen, plan.again === null ? 1 : 2);
  counts.broken.push(...seen.faults, ...(await brokenRows(db, { before, plan })));
  const { lost, double, broken } = counts;
  return { lost, double, broken, slackRepeats, givenUp };
}

interface Wanted {
  readonly owed: ReturnType<typeof owedByAll>;
  readonly events: readonly number[];
  /** Slack messages that were given up because two tries may have arrived. */
  readonly givenUp: number;
}

class Counts {
  readonly lost: string[] = [];
  readonly double: string[] = [];
  readonly broken: string[] = [];

  expect(what: string, owed: number, found: number): void {
    if (found < owed) this.lost.push(`${what}: ${found} of ${owed}`);
    if (found > owed) this.double.push(`${what}: ${found} for ${owed}`);
  }
}

/** Alerts: by the events that their own buttons name, not by what they quote of other messages of the thread. */
function countMails(counts: Counts, { mails }: Seen, { owed, events }: Wanted): void {
  const ofKind = (prefix: string) => mails.filter(({ key }) => key.startsWith(prefix));
  const alerts = ofKind('alert_');
  for (const event of events)
    counts.expect(
      `mails of event ${event}`,
      1,
      alerts.filter(({ text }) => eventsIn(text).has(event)).length,
    );
  for (const { text, times } of owed.signs)
    if (alerts.filter((mail) => mail.text.includes(text)).length < times)
      counts.lost.push(`a mail that says ${text}`);
  counts.expect('mails of notices', owed.notices, ofKind('notice_').length);
  counts.expect('mails of digests', owed.digests, ofKind('digest_').length);
  counts.expect('mails about a channel', owed.troubles, ofKind('channel_').length);
}

function countPosts(counts: Counts, { webhook }: Seen, { owed, events }: Wanted): void {
  const idsOf = (posts: readonly Post[]): number => new Set(posts.map(({ key }) => key)).size;
  for (const event of events)
    counts.expect(
      `webhook ids of event ${event}`,
      1,
      idsOf(webhook.filter(({ body }) => eventsIn(body).has(event))),
    );
  counts.expect(
    'webhook ids of notices',
    owed.notices,
    idsOf(webhook.filter(({ key }) => key.startsWith('notice_'))),
  );
}

/** Slack knows no keys: what may have arrived comes once more, and says so. @returns posts that came twice */
function countSlack(counts: Counts, { slack }: Seen, { owed, events, givenUp }: Wanted): number {
  const wanted = [
    ...events.map((event) => ({
      what: `event ${event}`,
      posts: slack.filter(({ body }) => eventsIn(body).has(event)),
    })),
    ...(owed.notices === 0
      ? []
      : [{ what: 'the notice', posts: slack.filter(({ body }) => body.includes('We cannot read')) }]),
  ];
  for (const { what, posts } of wanted) {
    const plain = posts.filter(({ body }) => !(JSON.parse(body) as { text: string }).text.startsWith(MARK));
    if (posts.length === 0 && givenUp === 0) counts.lost.push(`Slack: ${what}`);
    if (plain.length > 1) counts.double.push(`Slack: ${what} came ${plain.length} times without saying so`);
    if (posts.length > 2) counts.double.push(`Slack: ${what} came ${posts.length} times`);
  }
  return wanted.reduce((sum, { posts }) => sum + Math.max(0, posts.length - 1), 0);
}

/** Numbers of the events that a message tells: each has buttons of its own, whose links name it (core/link-token.ts). */
function eventsIn(message: string): ReadonlySet<number> {
  const events = [...message.matchAll(/\/m\/([\w-]+)\.[\w-]+/g)].map(
    ([, token = '']) => claimIn(token)?.claim.event ?? 0,
  );
  return new Set(events.filter((event) => event > 0));
}

/** The model is paid once for a question, and once more for each worker that died over it (C7). */
function countQuestions(counts: Counts, { asked }: Seen, victims: number): void {
  for (const times of Map.groupBy(asked, (body) => body).values())
    if (times.length > 1 + victims)
      counts.double.push(`a question to the model: asked ${times.length} times`);
}

async function eventsAfter(db: Database, { event }: Before): Promise<readonly number[]> {
  const rows = await db.selectFrom('events').select('id').where('id', '>', event).orderBy('id').execute();
  return rows.map(({ id }) => id);
}

async function givenUpOn(db: Database, { event }: Before): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from deliveries
    join channels on channels.id = deliveries.channel_id
    where deliveries.state = 'dead' and channels.kind = 'slack' and (event_id is null or event_id > ${event})
      and (select count(*) from delivery_attempts a
        where a.delivery_id = deliveries.id and (a.outcome is null or a.outcome = 'unclear')) > 1`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** Rows that no crash may leave. */
const RULES: readonly (readonly [string, string])[] = [
  [
    'changes without a difference',
    'select 1 from changes where not exists (select from differences where change_id = changes.id)',
  ],
  [
    'events without a difference',
    'select 1 from events where not exists (select from differences where event_id = events.id)',
  ],
  [
    'events that a channel has no message of',
    `select 1 from events, channels where events.id > $1 and not exists (
      select from deliveries where event_id = events.id and channel_id = channels.id)`,
  ],
  [
    'dead messages of channels that take them',
    `select 1 from deliveries join channels on channels.id = channel_id where deliveries.state = 'dead'
      and channels.disabled_at is null and channels.kind <> 'slack'`,
  ],
  [
    'sent messages without a try that says so',
    `select 1 from deliveries where state = 'sent' and not exists (
      select from delivery_attempts a where a.delivery_id = deliveries.id and a.outcome = 'sent')`,
  ],
  [
    'messages with two tries that were answered',
    `select 1 from delivery_attempts where outcome = 'sent' group by delivery_id having count(*) > 1`,
  ],
  [
    'versions that no check saw',
    'select 1 from versions where not exists (select from checks where sighted_version_id = versions.id)',
  ],
  [
    // A read by a clock that was wrong is too soon or too late to be believed: that costs one more.
    'pages visited more often than their news needs',
    `select 1 from checks where checked_at > now() - interval '1 hour'
      and outcome in ('suspected', 'changed') group by page_id, outcome having count(*) > $2`,
  ],
];

async function brokenRows(
  db: Database,
  { before, plan }: { before: Before; plan: Plan },
): Promise<readonly string[]> {
  const most = plan.death.by === 'clock' ? 3 : 2;
  const broken: string[] = [];
  for (const [what, query] of RULES) {
    const text = query.replace('$1', String(before.event)).replace('$2', String(most));
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from (${sql.raw(text)}) found`.execute(db);
    if ((rows[0]?.n ?? 0) > 0) broken.push(`${what}: ${rows[0]?.n}`);
  }
  return broken;
}
