import { answerJsonSchema, readAnswer } from '../core/meaning/answer.ts';
import { inputOf, repairOf } from '../core/meaning/prompt.ts';
import type { Input, Prompt } from '../core/meaning/prompt.ts';
import { hasNews, tellByRules } from '../core/meaning/tell-by-rules.ts';
import { verifyTelling } from '../core/meaning/verify.ts';
import type { Question, Telling } from '../core/telling.ts';
import { askOnce, type ModelWorld, type Question as Asked } from './ask-once.ts';
import type { Database } from './world.ts';

/** The part of the world that finding words needs. */
export interface WordsWorld extends ModelWorld {
  readonly prompts: { readonly classify: Prompt };
}

/**
 * The words of an event. Rules first, always; then, where a model is set and the day's budget allows, the model's, as far
 * as the page bears them, with one attempt at repair. Whatever the model does, there is a telling: it never throws for a
 * model's failure, and what it said once is never paid for again (P9, P10).
 */
export async function findWords(db: Database, world: WordsWorld, question: Question): Promise<Telling> {
  const rules = tellByRules(question);
  if (world.askModel === null || !hasNews(question)) return rules;
  const input = inputOf(world.prompts.classify, question, rules);
  const { version: promptVersion } = world.prompts.classify;
  const ask = (asked: Input): Asked => ({
    ...asked,
    purpose: 'classify',
    promptVersion,
    schemaName: 'telling',
    schema: answerJsonSchema,
  });
  const first = await askOnce(db, world, ask(input));
  if (first === null) return rules;
  const told = believed(first, question);
  if (told.ok) return told.telling;
  const second = await askOnce(db, world, ask(repairOf(input, first, told.faults)));
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
