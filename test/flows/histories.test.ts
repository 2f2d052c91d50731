import { afterAll, describe, expect, test } from 'vitest';
import { listEvents, headlinesToldTwice } from '../../src/store/events.ts';
import { hasCorpus, histories, type History } from '../support/corpus.ts';
import { watch, type Visits } from '../support/visits.ts';

/** One line a history, printed at the end. */
const table: Record<string, object> = {};

describe.runIf(hasCorpus())('real histories, played at their own times through real checks', () => {
  test.each(histories().map((h) => [h.name, h] as const))('%s', { timeout: 120_000 }, async (name, history) => {
    const v = await watch(new URL(history.url).pathname);
    try {
      const outcomes = await play(v, history);
      await expectPromises(v);
      table[name] = await count(v, history, outcomes);
    } finally {
      await v.close();
    }
  });

  afterAll(() => {
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
      const before = checks.filter((c) => c.id < check.id && c.sighted_version_id !== null).at(-1);
      expect(before?.outcome).toBe('suspected');
    }
  }
  // P4: every request went to the stored URL, which here redirects nowhere.
  expect(new Set(v.site.seen.map((request) => request.path))).toEqual(new Set([new URL(v.page.url).pathname]));
  // P8: no difference is told twice without a told inverse between.
  if (process.env['DBG']) { const tw = await headlinesToldTwice(v.db); if (tw.length) { const rows = await v.db.selectFrom('differences').select(['id','key','inverse_key','kind','before','after','state','reason','event_id','change_id','began_at']).orderBy('id').execute(); const keys = new Set(rows.filter(r=>r.state==='told' && rows.some(o=>o.id!==r.id&&o.state==='told'&&o.key===r.key)).flatMap(r=>[r.key,r.inverse_key])); for (const r of rows) if (keys.has(r.key)) console.log(r.id,r.key.slice(0,6),r.inverse_key.slice(0,6),r.kind,r.state,r.event_id,r.change_id,r.began_at.toISOString(),JSON.stringify(r.before?.slice(0,80)),JSON.stringify(r.after?.slice(0,80)),r.reason); } }
  expect(await headlinesToldTwice(v.db)).toEqual([]);
}

async function count(v: Visits, history: History, outcomes: readonly string[]): Promise<object> {
  const differences = await v.db.selectFrom('differences').select(['state', 'after', 'before']).execute();
  const events = await listEvents(v.db);
  const texts = differences.filter((d) => d.state === 'told').map((d) => `${d.before}\u0000${d.after}`);
  const of = (state: string): number => differences.filter((d) => d.state === state).length;
  return {
    visits: outcomes.length,
    versions: Number((await v.db.selectFrom('versions').select((s) => s.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n),
    changes: outcomes.filter((o) => o === 'changed').length,
    held: outcomes.filter((o) => o === 'held' || o === 'noise').length,
    noise: of('noise'),
    withdrawn: of('withdrawn'),
    told: of('told'),
    pending: of('pending'),
    events: events.length,
    alerts: events.filter((e) => e.severity === 'high' || e.severity === 'critical').length,
    'real steps': history.versions.filter((x) => x.label === 'real').length,
    'told twice': texts.length - new Set(texts).size,
  };
}
