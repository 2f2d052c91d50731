import OpenAI from 'openai';
import type { ChatCompletion } from 'openai/resources/chat/completions';
import { failureOf } from './ask-model/failure.ts';
import type { ModelFailure } from './ask-model/failure.ts';
import { goDirect } from './guard/go-direct.ts';

export type { ModelFailure, ModelFailureKind } from './ask-model/failure.ts';

export interface Ask {
  readonly system: string;
  readonly input: string;
  readonly schemaName: string;
  /** A strict JSON schema; servers that know none ignore it, so the answer is read leniently. */
  readonly schema: Readonly<Record<string, unknown>>;
}

export interface ModelAnswer {
  readonly ok: true;
  /** What the model wrote, unread: JSON if all went well. */
  readonly text: string;
  readonly tokensIn: number;
  readonly tokensOut: number;
  /** The model that answered, as it names itself. */
  readonly model: string;
  readonly costUsd: number;
}

/** One question to the model, one attempt. Never throws on what the model or its server does. */
export interface AskModel {
  (ask: Ask): Promise<ModelAnswer | ModelFailure>;
  /** The name that is asked for; part of the cache key. */
  readonly model: string;
  /** The most that a question can cost, in US dollars: known before it is asked. */
  mostUsd(ask: Ask): number;
}

/** US dollars a million tokens. */
export interface Prices {
  readonly in: number;
  readonly out: number;
}

export interface ModelSettings {
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly model: string;
  readonly prices?: Prices;
  readonly timeoutMs?: number;
}

/** On the high side of models that fit this work, so that an unknown price stops early rather than late. */
const HIGH_PRICES: Prices = { in: 1.25, out: 10 };
const TIMEOUT_MS = 30_000;
/** Room for a short answer and for models that think before it. */
const MOST_TOKENS_OUT = 3000;
/** Characters a token: three is fewer than any language of these pages needs, so the estimate is never too low. */
const CHARACTERS_A_TOKEN = 3;

/**
 * Chat completions with a strict JSON schema: what local servers speak too. Reached at exactly the given origin (P15): no
 * redirect is followed, nothing is read from the environment. No retry here, one deadline over headers and body: the SDK's
 * own timeout ends with the headers, and a slow body would hang.
 */
export function makeAskModel({
  apiKey,
  baseUrl,
  model,
  prices = HIGH_PRICES,
  timeoutMs = TIMEOUT_MS,
}: ModelSettings): AskModel {
  goDirect();
  const client = new OpenAI({
    apiKey,
    baseURL: baseUrl,
    adminAPIKey: null,
    webhookSecret: null,
    organization: null,
    project: null,
    maxRetries: 0,
    timeout: timeoutMs,
    logLevel: 'off',
    fetchOptions: { redirect: 'manual' },
  });
  const costOf = (tokensIn: number, tokensOut: number): number =>
    (tokensIn * prices.in + tokensOut * prices.out) / 1_000_000;
  const askModel = async (ask: Ask): Promise<ModelAnswer | ModelFailure> => {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      return answerOf(await client.chat.completions.create(requestOf(model, ask), { signal }), costOf);
    } catch (error) {
      return failureOf(error, signal.aborted);
    }
  };
  const mostUsd = ({ system, input, schema }: Ask): number =>
    costOf(
      (system.length + input.length + JSON.stringify(schema).length) / CHARACTERS_A_TOKEN,
      MOST_TOKENS_OUT,
    );
  return Object.assign(askModel, { model, mostUsd });
}

function requestOf(model: string, { system, input, schemaName, schema }: Ask) {
  return {
    model,
    messages: [
      { role: 'system' as const, content: system },
      { role: 'user' as const, content: input },
    ],
    max_completion_tokens: MOST_TOKENS_OUT,
    response_format: {
      type: 'json_schema' as const,
      json_schema: { name: schemaName, schema: { ...schema }, strict: true },
    },
  };
}

/** A refusal has content null; a cut answer is never a verdict, whatever it holds. The tokens were paid in every case. */
function answerOf(
  completion: ChatCompletion,
  costOf: (tokensIn: number, tokensOut: number) => number,
): ModelAnswer | ModelFailure {
  const [choice] = completion.choices ?? [];
  const { prompt_tokens: tokensIn = 0, completion_tokens: tokensOut = 0 } = completion.usage ?? {};
  const costUsd = costOf(tokensIn, tokensOut);
  const failed = (kind: ModelFailure['kind'], reason: string): ModelFailure => ({
    ok: false,
    kind,
    reason,
    retryable: false,
    retryAfterS: null,
    costUsd,
  });
  if (!choice?.message) return failed('malformed', 'the answer holds no choice');
  const { finish_reason: finish, message } = choice;
  if (message.refusal) return failed('refused', message.refusal.slice(0, 200));
  if (finish === 'content_filter') return failed('filtered', 'a content filter took the answer');
  if (finish === 'length') return failed('truncated', 'the answer was cut at its longest');
  if (typeof message.content !== 'string') return failed('malformed', 'the answer holds no text');
  return { ok: true, text: message.content, tokensIn, tokensOut, model: completion.model, costUsd };
}
