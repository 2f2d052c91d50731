import { afterAll, describe, expect, test } from 'vitest';
import { listEvents, headlinesToldTwice } from '../../src/store/events.ts';
import { histories, type History, type HistoryVersion } from '../support/corpus.ts';
import { watch, type Visits } from '../support/visits.ts';

/** One line a history, printed at the end. */
const table: Record<string, Record<string, unknown>> = {};

/** "3/4" and "1/2" make "4/6". */
function sum(label: string): string {
  const parts = Object.values(table).map((row) =>
    String(row[label] ?? '0/0')
      .split('/')
      .map(Number),
  );
  return [0, 1].map((side) => parts.reduce((total, part) => total + (part[side] ?? 0), 0)).join('/');
}

describe('real histories, played at their own times through real checks', () => {
  if (histories().length === 0) test.skip('are absent beside the project, so none is played');
  test.each(histories().map((h) => [h.name, h] as const))(
    '%s',
    { timeout: 120_000 },
    async (name, history) => {
      const v = await watch(new URL(history.url).pathname);
      try {
        const outcomes = await play(v, history);
        await expectPromises(v);
        table[name] = await count(v, history, outcomes);
      } finally {
        await v.close();
      }
    },
  );

  afterAll(() => {
    for (const label of ['real told', 'cosmetic told', 'noise told'])
      table['all'] = { ...table['all'], [label]: sum(label) };
    console.table(table);
  });
});

async function play(v: Visits, history: History): Promise<readonly string[]> {
  const outcomes: string[] = [];
  const visit = async (at: Date): Promise<void> => {
    v.setClock(at);
    outcomes.push((await v.check()).outcome);
  };
  for (const version of history.versions) {
    const body = version.read();
    v.site.set(new URL(history.url).pathname, (_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(body),
    );
    await visit(version.at);
  }
  // Two quiet days at the end, so that what is pending falls due.
  const end = +(history.versions.at(-1)?.at ?? 0);
  for (const hours of [25, 49]) await visit(new Date(end + hours * 3_600_000));
  return outcomes;
}

async function expectPromises(v: Visits): Promise<void> {
  const changes = await v.db.selectFrom('changes').selectAll().execute();
  for (const change of changes) {
    // P1 and P7: two versions, and two reads at different times before the newer one was believed.
    expect(change.from_version_id).not.toBe(change.to_version_id);
    expect(+change.confirmed_at).toBeGreaterThanOrEqual(+change.first_seen_changed_at);
  }
  const checks = await v.db.selectFrom('checks').selectAll().orderBy('id').execute();
  for (const check of checks) {
    // P2: no check but an adopting one carries a hash. P7: what is believed was suspected by the check before.
    if (check.content_hash !== null) expect(['first', 'unchanged', 'changed']).toContain(check.outcome);
    if (check.outcome === 'changed') {
      const before = checks.findLast((c) => c.id < check.id && c.sighted_version_id !== null);
      expect(before?.outcome).toBe('suspected');
    }
  }
  // P4: every request went to the stored URL, which here redirects nowhere.
  expect(new Set(v.site.seen.map((request) => request.path))).toEqual(
    new Set([new URL(v.page.url).pathname]),
  );
  // P8: no difference is told twice without a told inverse between.
  expect(await headlinesToldTwice(v.db)).toEqual([]);
}

/** What was told, step by step: a told difference belongs to the visit that first showed it. */
async function count(
  v: Visits,
  history: History,
  outcomes: readonly string[],
): Promise<Record<string, unknown>> {
  const differences = await v.db
    .selectFrom('differences')
    .select(['state', 'before', 'after', 'began_at'])
    .execute();
  const versions = await v.db.selectFrom('versions').select('id').execute();
  const events = await listEvents(v.db);
  const told = differences.filter((d) => d.state === 'told');
  const toldAt = new Set(told.map((d) => +d.began_at));
  const steps = (label: string): readonly HistoryVersion[] =>
    history.versions.filter((x) => x.label === label);
  const share = (label: string): string => {
    const all = steps(label);
    return `${all.filter((x) => toldAt.has(+x.at)).length}/${all.length}`;
  };
  const of = (state: string): number => differences.filter((d) => d.state === state).length;
  printToldTwice(history.name, told);
  return {
    visits: outcomes.length,
    versions: versions.length,
    changes: outcomes.filter((o) => o === 'changed').length,
    'held or noise': outcomes.filter((o) => o === 'held' || o === 'noise').length,
    ledger: of('noise') + of('withdrawn'),
    told: told.length,
    events: events.length,
    alerts: events.filter((e) => e.severity === 'high' || e.severity === 'critical').length,
    'real told': share('real'),
    'cosmetic told': share('cosmetic'),
    'noise told': share('noise'),
  };
}

/** A text may be told again after a told reversal; such texts are for people to look at, not a failure. */
function printToldTwice(
  name: string,
  told: readonly { before: string | null; after: string | null }[],
): void {
  const counts = new Map<string, number>();
  for (const { before, after } of told) {
    const text = `${short(before)} -> ${short(after)}`;
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  for (const [text, times] of counts) if (times > 1) console.log(`${name}: told ${times} times: ${text}`);
}

function short(text: string | null): string {
  return text === null ? '(nothing)' : text.slice(0, 60);
}
