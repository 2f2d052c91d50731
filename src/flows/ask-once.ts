import type { Ask, AskModel, ModelAnswer, ModelFailure } from '../adapters/ask-model.ts';
import { restUntil, waitToAsk } from '../core/ask-again.ts';
import { inputHash } from '../core/meaning/prompt.ts';
import {
  keepAsking,
  newestOutput,
  outputOf,
  reserveCall,
  settleCall,
  type CallOutput,
} from '../store/model-calls.ts';
import type { FailPoint } from './fail-points.ts';
import type { Database } from './world.ts';

/** The part of the world that asking the model needs. */
export interface ModelWorld {
  /** Null: no key is set. */
  readonly askModel: AskModel | null;
  now(): Date;
  random(): number;
  sleep(ms: number): Promise<void>;
  reach(point: FailPoint): Promise<void>;
  readonly settings: { readonly modelBudgetUsdPerDay: number; readonly leaseS: number };
}

/** One question, with the prompt that it is asked by and whose budget it takes from. */
export interface Question extends Ask {
  readonly purpose: string;
  readonly promptVersion: string;
  /** The page that it is about; null: none. */
  readonly pageId: number | null;
  /** The account whose own words it is about; null: it is for all who watch the page. */
  readonly accountId: number | null;
}

/** What a question came to. */
export interface Asked {
  /** What the model wrote; null: nothing. */
  readonly text: string | null;
  /** Nothing now, for a reason that passes: another process asks it; or the model is down or rests, or the budget is spent. */
  readonly later: 'being asked' | 'not now' | null;
  /** Names the call in the books; null: there was none to make. */
  readonly call: string | null;
}

const NOBODY: Asked = { text: null, later: null, call: null };

/** What the model wrote on this input, now or before: the same question is never paid for twice. Never throws for a model's failure. */
export async function askOnce(db: Database, world: ModelWorld, question: Question): Promise<Asked> {
  const { askModel } = world;
  if (askModel === null) return NOBODY;
  const { purpose, promptVersion, pageId, accountId, ...ask } = question;
  const call = inputHash(promptVersion, askModel.model, ask);
  const known = await outputOf(db, call);
  if (known !== null && isFinal(known))
    return { text: known.kind === 'answer' ? known.text : null, later: null, call };
  if (await rests(db, world.now())) return { text: null, later: 'not now', call };
  const mostUsd = askModel.mostUsd(ask);
  const { model } = askModel;
  const { modelBudgetUsdPerDay, leaseS } = world.settings;
  const reserved = await reserveCall(
    db,
    { inputHash: call, purpose, promptVersion, model, mostUsd, pageId, accountId },
    { usdPerDay: modelBudgetUsdPerDay, leaseS, now: world.now() },
  );
  if (reserved !== 'reserved') {
    return { text: null, later: reserved === 'being asked' ? reserved : 'not now', call };
  }
  await world.reach('explain asking');
  const { answer, tries, costUsd } = await askAgain({ ...world, askModel }, ask, async () =>
    keepAsking(db, call, leaseS),
  );
  await world.reach('explain answered');
  const done = {
    inputHash: call,
    tries,
    costUsd,
    ...(answer.ok ? tokensOf(answer) : { tokensIn: 0, tokensOut: 0, model }),
  };
  await settleCall(db, { ...done, output: outputOfAnswer(answer) }, mostUsd);
  await world.reach('explain noted');
  return {
    text: answer.ok ? answer.text : null,
    later: answer.ok || !answer.retryable ? null : 'not now',
    call,
  };
}

/** A refusal stays a refusal: only what passes by itself is worth asking again. */
function isFinal(output: CallOutput): boolean {
  return output.kind === 'answer' || !output.retryable;
}

/** After a question that all tries failed to answer the model is left alone for a while. */
async function rests(db: Database, now: Date): Promise<boolean> {
  const newest = await newestOutput(db);
  if (newest === null || isFinal(newest.output) || newest.output.kind === 'answer') return false;
  return now < restUntil(newest.at, newest.output.retryAfterS ?? null);
}

interface Tried {
  readonly answer: ModelAnswer | ModelFailure;
  readonly tries: number;
  /** Of all tries. */
  readonly costUsd: number;
}

async function askAgain(
  { askModel, random, sleep }: ModelWorld & { readonly askModel: AskModel },
  ask: Ask,
  still: () => Promise<void>,
): Promise<Tried> {
  let costUsd = 0;
  for (let tries = 1; ; tries += 1) {
    const answer = await askModel(ask);
    costUsd += answer.costUsd;
    const waitS = answer.ok ? null : waitToAsk(answer, tries, random());
    if (waitS === null) return { answer, tries, costUsd };
    await still();
    await sleep(waitS * 1000);
  }
}

function tokensOf({ tokensIn, tokensOut, model }: ModelAnswer) {
  return { tokensIn, tokensOut, model };
}

function outputOfAnswer(answer: ModelAnswer | ModelFailure): CallOutput {
  if (answer.ok) return { kind: 'answer', text: answer.text };
  const { kind: failure, reason, retryable, retryAfterS } = answer;
  return { kind: 'failure', failure, reason, retryable, retryAfterS };
}
