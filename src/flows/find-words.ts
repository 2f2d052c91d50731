import type { AskModel } from '../adapters/ask-model.ts';
import { answerJsonSchema, readAnswer } from '../core/meaning/answer.ts';
import { inputHash, inputOf, repairOf } from '../core/meaning/prompt.ts';
import type { Input, Prompt } from '../core/meaning/prompt.ts';
import { hasNews, tellByRules } from '../core/meaning/tell-by-rules.ts';
import { verifyTelling } from '../core/meaning/verify.ts';
import type { Question, Telling } from '../core/telling.ts';
import { failuresInARow, outputOf, recordCall, spentSince } from '../store/model-calls.ts';
import type { CallOutput } from '../store/model-calls.ts';
import type { Database } from './world.ts';

/** The part of the world that finding words needs. */
export interface WordsWorld {
  readonly askModel: AskModel | null;
  readonly prompt: Prompt;
  now(): Date;
  readonly settings: { readonly modelBudgetUsdPerDay: number };
}

/** After this many failures in a row the model is left alone for a while: each costs up to half a minute. */
const FAILURES_MOST = 3;
const REST_MS = 10 * 60_000;

/**
 * The words of an event. Rules first, always; then, where a model is set and the day's budget allows, the model's, as far
 * as the page bears them, with one attempt at repair. Whatever the model does, there is a telling: it never throws for a
 * model's failure, and what it said once is never paid for again (P9, P10).
 */
export async function findWords(db: Database, world: WordsWorld, question: Question): Promise<Telling> {
  const rules = tellByRules(question);
  if (world.askModel === null || !hasNews(question)) return rules;
  const input = inputOf(world.prompt, question, rules);
  const first = await askOnce(db, world, input);
  if (first === null) return rules;
  const told = believed(first, question);
  if (told.ok) return told.telling;
  const second = await askOnce(db, world, repairOf(input, first, told.faults));
  const repaired = second === null ? null : believed(second, question);
  return repaired?.ok ? repaired.telling : rules;
}

type Believed =
  | { readonly ok: true; readonly telling: Telling }
  | { readonly ok: false; readonly faults: readonly string[] };

/** What a model wrote, read and checked against the page. */
function believed(text: string, question: Question): Believed {
  const read = readAnswer(text);
  return read.ok
    ? verifyTelling(read.draft, question)
    : { ok: false, faults: [`${read.kind}: ${read.reason}`] };
}

/** What the model wrote on this input, now or before; null when it may not be asked or wrote nothing. */
async function askOnce(db: Database, world: WordsWorld, input: Input): Promise<string | null> {
  const { askModel, prompt } = world;
  if (askModel === null) return null;
  const hash = inputHash(prompt.version, askModel.model, input);
  const known = await outputOf(db, hash);
  if (known !== null && isFinal(known)) return known.kind === 'answer' ? known.text : null;
  const ask = { ...input, schemaName: 'telling', schema: answerJsonSchema };
  if (!(await mayAsk(db, world, askModel.mostUsd(ask)))) return null;
  const answer = await askModel(ask);
  const output: CallOutput = answer.ok
    ? { kind: 'answer', text: answer.text }
    : { kind: 'failure', failure: answer.kind, reason: answer.reason, retryable: answer.retryable };
  const { tokensIn, tokensOut, model } = answer.ok
    ? answer
    : { tokensIn: 0, tokensOut: 0, model: askModel.model };
  const call = { inputHash: hash, purpose: 'classify', promptVersion: prompt.version, model, output };
  await recordCall(db, { ...call, tokensIn, tokensOut, costUsd: answer.costUsd }, world.now());
  return answer.ok ? answer.text : null;
}

/** A refusal stays a refusal: only what passes by itself is worth asking again. */
function isFinal(output: CallOutput): boolean {
  return output.kind === 'answer' || !output.retryable;
}

/** Is there money left for the dearest answer, and has the model answered lately? The day is that of UTC. */
async function mayAsk(db: Database, world: WordsWorld, mostUsd: number): Promise<boolean> {
  const now = world.now();
  const midnight = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));
  const spent = await spentSince(db, midnight);
  if (spent + mostUsd > world.settings.modelBudgetUsdPerDay) return false;
  return (await failuresInARow(db, new Date(+now - REST_MS))) < FAILURES_MOST;
}
