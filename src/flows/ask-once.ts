import type { Ask, AskModel } from '../adapters/ask-model.ts';
import { inputHash } from '../core/meaning/prompt.ts';
import { failuresInARow, outputOf, recordCall, spentSince, type CallOutput } from '../store/model-calls.ts';
import type { FailPoint } from './fail-points.ts';
import type { Database } from './world.ts';

/** The part of the world that asking the model needs. */
export interface ModelWorld {
  /** Null: no key is set. */
  readonly askModel: AskModel | null;
  now(): Date;
  reach(point: FailPoint): Promise<void>;
  readonly settings: { readonly modelBudgetUsdPerDay: number };
}

/** One question, with the prompt that it is asked by. */
export interface Question extends Ask {
  readonly purpose: string;
  readonly promptVersion: string;
}

/** After this many failures in a row the model is left alone for a while: each costs up to half a minute. */
const FAILURES_MOST = 3;
const REST_MS = 10 * 60_000;

/**
 * What the model wrote on this input, now or before: the same question is never paid for twice.
 * @returns null when it may not be asked or wrote nothing
 */
export async function askOnce(db: Database, world: ModelWorld, question: Question): Promise<string | null> {
  const { askModel } = world;
  if (askModel === null) return null;
  const { purpose, promptVersion, ...ask } = question;
  const hash = inputHash(promptVersion, askModel.model, ask);
  const known = await outputOf(db, hash);
  if (known !== null && isFinal(known)) return known.kind === 'answer' ? known.text : null;
  if (!(await mayAsk(db, world, askModel.mostUsd(ask)))) return null;
  await world.reach('explain asking');
  const answer = await askModel(ask);
  await world.reach('explain answered');
  const output: CallOutput = answer.ok
    ? { kind: 'answer', text: answer.text }
    : { kind: 'failure', failure: answer.kind, reason: answer.reason, retryable: answer.retryable };
  const { tokensIn, tokensOut, model } = answer.ok
    ? answer
    : { tokensIn: 0, tokensOut: 0, model: askModel.model };
  const call = { inputHash: hash, purpose, promptVersion, model, output };
  await recordCall(db, { ...call, tokensIn, tokensOut, costUsd: answer.costUsd }, world.now());
  await world.reach('explain noted');
  return answer.ok ? answer.text : null;
}

/** A refusal stays a refusal: only what passes by itself is worth asking again. */
function isFinal(output: CallOutput): boolean {
  return output.kind === 'answer' || !output.retryable;
}

/** Is there money left for the dearest answer, and has the model answered lately? The day is that of UTC. */
async function mayAsk(db: Database, world: ModelWorld, mostUsd: number): Promise<boolean> {
  const now = world.now();
  const midnight = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));
  const spent = await spentSince(db, midnight);
  if (spent + mostUsd > world.settings.modelBudgetUsdPerDay) return false;
  return (await failuresInARow(db, new Date(+now - REST_MS))) < FAILURES_MOST;
}
