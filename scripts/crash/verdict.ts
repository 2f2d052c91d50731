import { sql } from 'kysely';
import type { Database } from '../../src/flows/world.ts';
import type { Plan } from './plan.ts';
import { progressOf, type Before } from './settled.ts';
import type { Seen } from './sinks.ts';
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
  { plan, seen, before, deaths }: { plan: Plan; seen: Seen; before: Before; deaths: number },
): Promise<Verdict> {
  const counts = new Counts();
  const progress = await progressOf(db, before);
  const owed = owedByAll(plan);
  for (const key of ['events', 'changes', 'notices', 'digests', 'troubles'] as const)
    counts.expect(`${key} in the database`, owed[key], progress[key]);
  if (progress.underWay > 0) counts.lost.push(`${progress.underWay} things are still under way`);
  countMails(counts, seen, owed);
  countPosts(counts, seen, owed);
  const givenUp = await givenUpOn(db, before);
  const slackRepeats = plan.parts.includes('trouble') ? 0 : countSlack(counts, { seen, owed, givenUp });
  countQuestions(counts, seen, deaths);
  counts.broken.push(...seen.faults, ...(await brokenRows(db, before)));
  const { lost, double, broken } = counts;
  return { lost, double, broken, slackRepeats, givenUp };
}

type Owed = ReturnType<typeof owedByAll>;

class Counts {
  readonly lost: string[] = [];
  readonly double: string[] = [];
  readonly broken: string[] = [];

  expect(what: string, owed: number, found: number): void {
    if (found < owed) this.lost.push(`${what}: ${found} of ${owed}`);
    if (found > owed) this.double.push(`${what}: ${found} for ${owed}`);
  }
}

function countMails(counts: Counts, { mails }: Seen, owed: Owed): void {
  const ofKind = (prefix: string) => mails.filter(({ key }) => key.startsWith(prefix));
  const alerts = ofKind('alert_');
  for (const { text, times } of owed.signs)
    counts.expect(`mails that tell ${text}`, times, alerts.filter((mail) => tells(mail.text, text)).length);
  counts.expect('mails of notices', owed.notices, ofKind('notice_').length);
  counts.expect('mails of digests', owed.digests, ofKind('digest_').length);
  counts.expect('mails about a channel', owed.troubles, ofKind('channel_').length);
}

/** What a mail says of other messages of its thread is no second telling. */
function tells(mail: string, sign: string): boolean {
  return mail.includes(sign);
}

function countPosts(counts: Counts, { webhook }: Seen, owed: Owed): void {
  const ids = (prefix: string): number =>
    new Set(webhook.filter(({ key }) => key.startsWith(prefix)).map(({ key }) => key)).size;
  counts.expect('webhook ids of events', owed.events, ids('alert_'));
  counts.expect('webhook ids of notices', owed.notices, ids('notice_'));
}

interface SlackCount {
  readonly seen: Seen;
  readonly owed: Owed;
  readonly givenUp: number;
}

/** Slack knows no keys: what may have arrived comes once more, and says so. */
function countSlack(counts: Counts, { seen, owed, givenUp }: SlackCount): number {
  const texts = seen.slack.map(({ body }) => (JSON.parse(body) as { text: string }).text);
  const whole = seen.slack.map(({ body }) => body);
  const wanted = [
    ...owed.signs,
    ...(owed.notices > 0 ? [{ text: 'We cannot read', times: owed.notices }] : []),
  ];
  let repeats = 0;
  for (const { text, times } of wanted) {
    const posts = texts.filter((_, index) => whole[index]?.includes(text));
    const plain = posts.filter((post) => !post.startsWith(MARK)).length;
    if (posts.length < times && givenUp === 0) counts.lost.push(`Slack posts of ${text}: ${posts.length} of ${times}`);
    if (plain > times) counts.double.push(`Slack posts of ${text} that do not say they are repeats: ${plain} for ${times}`);
    if (posts.length > 2 * times) counts.double.push(`Slack posts of ${text}: ${posts.length} for ${times}`);
    repeats += Math.max(0, posts.length - times);
  }
  return repeats;
}

/** The model is paid once for a question, and once more for each worker that died over it (C7). */
function countQuestions(counts: Counts, { asked }: Seen, deaths: number): void {
  for (const times of Map.groupBy(asked, (body) => body).values())
    if (times.length > 1 + deaths) counts.double.push(`a question to the model: asked ${times.length} times`);
}

async function givenUpOn(db: Database, { event }: Before): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from deliveries
    join channels on channels.id = deliveries.channel_id
    where deliveries.state = 'dead' and channels.kind = 'slack' and (event_id is null or event_id > ${event})
      and (select count(*) from delivery_attempts a
        where a.delivery_id = deliveries.id and (a.outcome is null or a.outcome = 'unclear')) > 1`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Rows that no crash may leave. */
const RULES: readonly (readonly [string, string])[] = [
  ['changes without a difference', 'select 1 from changes where not exists (select from differences where change_id = changes.id)'],
  ['events without a difference', 'select 1 from events where not exists (select from differences where event_id = events.id)'],
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
  ['sent messages without a try that says so', `select 1 from deliveries where state = 'sent' and not exists (
      select from delivery_attempts a where a.delivery_id = deliveries.id and a.outcome = 'sent')`],
  ['messages with two tries that were answered', `select 1 from delivery_attempts where outcome = 'sent' group by delivery_id having count(*) > 1`],
  ['versions that no check saw', 'select 1 from versions where not exists (select from checks where sighted_version_id = versions.id)'],
  ['pages visited three times or more', `select 1 from checks where checked_at > now() - interval '1 hour'
      and outcome in ('suspected', 'changed') group by page_id, outcome having count(*) > 2`],
];

async function brokenRows(db: Database, before: Before): Promise<readonly string[]> {
  const broken: string[] = [];
  for (const [what, query] of RULES) {
    const text = query.replace('$1', String(before.event));
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from (${sql.raw(text)}) found`.execute(db);
    if ((rows[0]?.n ?? 0) > 0) broken.push(`${what}: ${rows[0]?.n}`);
  }
  return broken;
}
