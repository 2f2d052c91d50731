import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** What came of a call: what the model wrote, or why it wrote nothing. */
export type CallOutput =
  | { readonly kind: 'answer'; readonly text: string }
  | {
      readonly kind: 'failure';
      readonly failure: string;
      readonly reason: string;
      readonly retryable: boolean;
    };

export interface ModelCall {
  readonly inputHash: string;
  readonly purpose: string;
  readonly promptVersion: string;
  readonly model: string;
  readonly output: CallOutput;
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly costUsd: number;
}

/** What an earlier call with exactly this input came to; null: it was never asked. */
export async function outputOf(db: Kysely<Tables>, inputHash: string): Promise<CallOutput | null> {
  const row = await db
    .selectFrom('model_calls')
    .select('output')
    .where('input_hash', '=', inputHash)
    .executeTakeFirst();
  return row === undefined ? null : (row.output as CallOutput);
}

/**
 * Records a call and its cost. The same input asked again after a failure replaces the row and adds to its cost, so that
 * the day's sum stays true.
 */
export async function recordCall(db: Kysely<Tables>, call: ModelCall, now: Date): Promise<void> {
  const values = {
    input_hash: call.inputHash,
    purpose: call.purpose,
    prompt_version: call.promptVersion,
    model: call.model,
    output: JSON.stringify(call.output),
    tokens_in: call.tokensIn,
    tokens_out: call.tokensOut,
    cost_usd: call.costUsd,
    created_at: now,
  };
  await db
    .insertInto('model_calls')
    .values(values)
    .onConflict((conflict) =>
      conflict.column('input_hash').doUpdateSet((row) => ({
        output: row.ref('excluded.output'),
        tokens_in: row('model_calls.tokens_in', '+', row.ref('excluded.tokens_in')),
        tokens_out: row('model_calls.tokens_out', '+', row.ref('excluded.tokens_out')),
        cost_usd: row('model_calls.cost_usd', '+', row.ref('excluded.cost_usd')),
        created_at: row.ref('excluded.created_at'),
      })),
    )
    .execute();
}

/** What calls since a time have cost, in US dollars. */
export async function spentSince(db: Kysely<Tables>, since: Date): Promise<number> {
  const row = await db
    .selectFrom('model_calls')
    .select(({ fn }) => fn.sum<number | string | null>('cost_usd').as('usd'))
    .where('created_at', '>=', since)
    .executeTakeFirst();
  return Number(row?.usd ?? 0);
}

/** How many of the newest calls since a time failed in a row, for reasons that pass. */
export async function failuresInARow(db: Kysely<Tables>, since: Date): Promise<number> {
  const rows = await db
    .selectFrom('model_calls')
    .select('output')
    .where('created_at', '>=', since)
    .orderBy('created_at', 'desc')
    .limit(10)
    .execute();
  const outputs = rows.map((row) => row.output as CallOutput);
  const answered = outputs.findIndex((output) => output.kind === 'answer' || !output.retryable);
  return answered < 0 ? outputs.length : answered;
}
