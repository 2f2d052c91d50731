import { sql, type Kysely, type Selectable } from 'kysely';
import { budgetOf, budgetWithout } from '../core/ask-again.ts';
import type { ModelCallRow, Tables } from './tables.ts';

/** What came of a call: what the model wrote, or why it wrote nothing. */
export type CallOutput =
  | { readonly kind: 'answer'; readonly text: string }
  | {
      readonly kind: 'failure';
      readonly failure: string;
      readonly reason: string;
      readonly retryable: boolean;
      readonly retryAfterS?: number | null;
    };

/** A question that is about to be asked, and whose budget it takes from. */
export interface NewCall {
  readonly inputHash: string;
  readonly purpose: string;
  readonly promptVersion: string;
  readonly model: string;
  /** The most that it can cost, in US dollars. */
  readonly mostUsd: number;
  readonly pageId: number | null;
  /** Null: it is for every account that watches the page. */
  readonly accountId: number | null;
}

export interface DoneCall {
  readonly inputHash: string;
  readonly output: CallOutput;
  readonly model: string;
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly costUsd: number;
  /** How often it was asked until then. */
  readonly tries: number;
}

/** What an earlier call with exactly this input came to; null: it was never asked, or nothing came back. */
export async function outputOf(db: Kysely<Tables>, inputHash: string): Promise<CallOutput | null> {
  const row = await db
    .selectFrom('model_calls')
    .select('output')
    .where('input_hash', '=', inputHash)
    .executeTakeFirst();
  return (row?.output ?? null) as CallOutput | null;
}

/**
 * Sets aside what a question may cost, before it is asked: two processes that ask at once cannot spend the same money, and
 * one that dies over its question has spent it. The day is that of UTC, by the clock of all that is due.
 * @param terms.leaseS seconds until others may ask the same, unless `keepAsking` says that the asker lives
 * @returns why not: somebody asks it just now, or a budget is spent
 */
export async function reserveCall(
  db: Kysely<Tables>,
  call: NewCall,
  terms: { usdPerDay: number; leaseS: number; now: Date },
): Promise<'reserved' | 'being asked' | 'budget spent'> {
  const { usdPerDay, now } = terms;
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('model budget'))`.execute(tx);
    if (await isBeingAsked(tx, call.inputHash)) return 'being asked';
    const accounts = await tx
      .selectFrom('accounts')
      .select((s) => s.fn.countAll<number>().as('n'))
      .executeTakeFirst();
    const budget = budgetOf(usdPerDay, Number(accounts?.n ?? 1));
    const full = budgetWithout(await spentToday(tx, call, midnight(now)), budget, call.mostUsd);
    if (full !== null) return 'budget spent';
    await setAside(tx, call, terms);
    return 'reserved';
  });
}

function midnight(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));
}

async function isBeingAsked(tx: Kysely<Tables>, inputHash: string): Promise<boolean> {
  const row = await tx
    .selectFrom('model_calls')
    .select('input_hash')
    .where('input_hash', '=', inputHash)
    .where('asking_until', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row !== undefined;
}

interface SpentRow {
  readonly all: string | number;
  readonly page: string | number | null;
  readonly account: string | number | null;
}

/** A call about a page is shared by the accounts that watch it. What is set aside counts as spent. */
async function spentToday(tx: Kysely<Tables>, { pageId, accountId }: NewCall, since: Date) {
  const { rows } = await sql<SpentRow>`
    with today as (
      select page_id, account_id, cost_usd + reserved_usd as usd,
        greatest(1, (select count(distinct account_id) from subscriptions where subscriptions.page_id = model_calls.page_id)) as sharers
      from model_calls where created_at >= ${since}),
    askers as (
      select ${accountId}::bigint as id where ${accountId}::bigint is not null
      union select account_id from subscriptions where page_id = ${pageId} and ${accountId}::bigint is null)
    select
      (select coalesce(sum(usd), 0) from today) as all,
      case when ${pageId}::bigint is not null then (select coalesce(sum(usd), 0) from today where page_id = ${pageId}) end as page,
      (select min((select coalesce(sum(case when today.account_id = askers.id then usd else usd / sharers end), 0) from today
        where today.account_id = askers.id or (today.account_id is null and exists (
          select from subscriptions where subscriptions.page_id = today.page_id and subscriptions.account_id = askers.id))))
        from askers) as account`.execute(tx);
  const [row] = rows;
  const number = (value: string | number | null | undefined): number | null =>
    value === null || value === undefined ? null : Number(value);
  return { all: Number(row?.all ?? 0), page: number(row?.page), account: number(row?.account) };
}

async function setAside(
  tx: Kysely<Tables>,
  call: NewCall,
  { leaseS, now }: { leaseS: number; now: Date },
): Promise<void> {
  const asking = { asking_until: leaseEnd(leaseS), created_at: now };
  await tx
    .insertInto('model_calls')
    .values({
      input_hash: call.inputHash,
      purpose: call.purpose,
      prompt_version: call.promptVersion,
      model: call.model,
      output: null,
      tokens_in: 0,
      tokens_out: 0,
      cost_usd: 0,
      reserved_usd: call.mostUsd,
      page_id: call.pageId,
      account_id: call.accountId,
      ...asking,
    })
    .onConflict((conflict) =>
      conflict.column('input_hash').doUpdateSet((row) => ({
        ...asking,
        // What a process that died had set aside stays spent.
        reserved_usd: row('model_calls.reserved_usd', '+', row.ref('excluded.reserved_usd')),
      })),
    )
    .execute();
}

function leaseEnd(leaseS: number) {
  return sql<Date>`now() + make_interval(secs => ${leaseS})`;
}

/** Says that the asker lives: others wait for its answer as long again. */
export async function keepAsking(db: Kysely<Tables>, inputHash: string, leaseS: number): Promise<void> {
  await db
    .updateTable('model_calls')
    .set({ asking_until: leaseEnd(leaseS) })
    .where('input_hash', '=', inputHash)
    .execute();
}

/** Notes what came of a call, and what it cost in place of what was set aside for it. */
export async function settleCall(db: Kysely<Tables>, done: DoneCall, mostUsd: number): Promise<void> {
  await db
    .updateTable('model_calls')
    .set((row) => ({
      output: JSON.stringify(done.output),
      model: done.model,
      tokens_in: row('tokens_in', '+', done.tokensIn),
      tokens_out: row('tokens_out', '+', done.tokensOut),
      cost_usd: row('cost_usd', '+', done.costUsd),
      reserved_usd: sql<number>`greatest(0, reserved_usd - ${mostUsd})`,
      tries: done.tries,
      asking_until: null,
    }))
    .where('input_hash', '=', done.inputHash)
    .execute();
}

/** The newest call that came to an end: when, and how. */
export async function newestOutput(
  db: Kysely<Tables>,
): Promise<{ readonly output: CallOutput; readonly at: Date } | null> {
  const row = await db
    .selectFrom('model_calls')
    .select(['output', 'created_at'])
    .where('output', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : { output: row.output as CallOutput, at: row.created_at };
}

/** What questions to a model cost. */
export interface WordsCost {
  /** The model that answered last; null: none was asked. */
  readonly model: string | null;
  readonly calls: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly usd: number;
}

/** What the words of an event cost, over all questions that they came from. */
export async function costOfWords(db: Kysely<Tables>, eventId: number): Promise<WordsCost> {
  const rows = await db
    .selectFrom('model_calls')
    .innerJoin('events', (join) => join.on(sql<boolean>`events.calls ? model_calls.input_hash`))
    .select(['model', 'tokens_in', 'tokens_out', 'cost_usd'])
    .where('events.id', '=', eventId)
    .orderBy('model_calls.created_at')
    .execute();
  return costOf(rows);
}

/** What the calls since a time cost. */
export async function callsSince(db: Kysely<Tables>, since: Date): Promise<WordsCost> {
  const rows = await db
    .selectFrom('model_calls')
    .select(['model', 'tokens_in', 'tokens_out', 'cost_usd'])
    .where('created_at', '>=', since)
    .orderBy('created_at')
    .execute();
  return costOf(rows);
}

function costOf(
  rows: readonly Pick<Selectable<ModelCallRow>, 'model' | 'tokens_in' | 'tokens_out' | 'cost_usd'>[],
): WordsCost {
  const sum = (of: (row: (typeof rows)[number]) => number | string): number =>
    rows.reduce((all, row) => all + Number(of(row)), 0);
  return {
    model: rows.at(-1)?.model ?? null,
    calls: rows.length,
    tokensIn: sum((row) => row.tokens_in),
    tokensOut: sum((row) => row.tokens_out),
    usd: sum((row) => row.cost_usd),
  };
}
