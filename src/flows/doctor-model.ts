import { restUntil } from '../core/ask-again.ts';
import { counted } from '../core/messages/local-time.ts';
import { callsSince, newestOutput } from '../store/model-calls.ts';
import { ill, well, type Finding } from './doctor.ts';
import { foreignKeyWords, foreignOrigin } from './model-key.ts';
import type { Database } from './world.ts';

const DAY_MS = 24 * 3_600_000;

export interface ModelToExamine {
  readonly openai: { readonly apiKey: string; readonly baseUrl: string; readonly model: string } | null;
  readonly modelBudgetUsdPerDay: number;
  readonly now: Date;
}

/** Whether a model can be asked, what it cost in the last day, and how the newest call ended. */
export async function examineModel(
  db: Database,
  { openai, modelBudgetUsdPerDay, now }: ModelToExamine,
): Promise<Finding> {
  if (openai === null)
    return well('model', 'no key: rules write every event (set OPENAI_API_KEY for a model)');
  const belongs = await foreignOrigin(db, openai, now);
  if (belongs !== null)
    return ill(
      'model',
      foreignKeyWords(belongs, openai.baseUrl),
      'give that server a key of its own in OPENAI_API_KEY, or set OPENAI_BASE_URL back',
    );
  const { calls, usd, tokensIn, tokensOut } = await callsSince(db, new Date(+now - DAY_MS));
  const where = `${openai.model} at ${openai.baseUrl}, at most $${modelBudgetUsdPerDay} a day`;
  const spent = `in the last day ${counted(calls, 'call')}, ${tokensIn} tokens in, ${tokensOut} out, $${usd.toFixed(4)}`;
  const newest = await newestOutput(db);
  if (newest?.output.kind === 'failure' && newest.output.failure !== 'refused') {
    const { failure, reason, retryable, retryAfterS = null } = newest.output;
    const until = restUntil(newest.at, retryAfterS);
    const rest = retryable && until > now ? `, and it is left alone until ${until.toISOString()}` : '';
    return ill(
      'model',
      `${where}; ${spent}; its last call failed (${failure}: ${reason})${rest}; rules write meanwhile`,
      failure === 'rejected'
        ? 'set OPENAI_API_KEY, OPENAI_BASE_URL and OPENAI_MODEL to ones that fit together'
        : 'nothing, if it passes; events get its words when it answers again',
    );
  }
  return well('model', `${where}; ${spent}`);
}
