import { answerJsonSchema, readAnswer } from '../core/meaning/answer.ts';
import { inputOf, repairOf } from '../core/meaning/prompt.ts';
import type { Input, Prompt } from '../core/meaning/prompt.ts';
import { hasNews, tellByRules } from '../core/meaning/tell-by-rules.ts';
import { verifyTelling } from '../core/meaning/verify.ts';
import type { Question, Telling } from '../core/telling.ts';
import { askOnce, type Asked, type ModelWorld, type Question as Asking } from './ask-once.ts';
import type { Database } from './world.ts';

/** The part of the world that finding words needs. */
export interface WordsWorld extends ModelWorld {
  readonly prompts: { readonly classify: Prompt };
}

/** Words, and what they came from. */
export interface Found {
  readonly telling: Telling;
  /** The questions that were asked, by input hash. */
  readonly calls: readonly string[];
  /** Rules wrote it for a reason that passes: a later call may find better words. */
  readonly wantsWords: boolean;
}

/**
 * The words of an event. Rules first, always; then, where a model is set and the day's budget allows, the model's, as far
 * as the page bears them, with one attempt at repair. Whatever the model does, there is a telling: it never throws for a
 * model's failure, and what it said once is never paid for again (P9, P10).
 * @returns null: another process asks just now, and will have its words
 */
export async function findWords(
  db: Database,
  world: WordsWorld,
  { question, pageId }: { readonly question: Question; readonly pageId: number | null },
): Promise<Found | null> {
  const rules = tellByRules(question);
  if (world.askModel === null || !hasNews(question)) return { telling: rules, calls: [], wantsWords: false };
  const input = inputOf(world.prompts.classify, question, rules);
  const { version: promptVersion } = world.prompts.classify;
  const ask = (asked: Input): Asking => ({
    ...asked,
    purpose: 'classify',
    promptVersion,
    schemaName: 'telling',
    schema: answerJsonSchema,
    pageId,
    accountId: null,
  });
  const first = await askOnce(db, world, ask(input));
  const calls = callsOf(first);
  if (first.later === 'being asked') return null;
  if (first.text === null) return { telling: rules, calls, wantsWords: first.later !== null };
  const told = believed(first.text, question);
  if (told.ok) return { telling: told.telling, calls, wantsWords: false };
  const second = await askOnce(db, world, ask(repairOf(input, first.text, told.faults)));
  if (second.later === 'being asked') return null;
  const repaired = second.text === null ? null : believed(second.text, question);
  return {
    telling: repaired?.ok ? repaired.telling : rules,
    calls: [...calls, ...callsOf(second)],
    wantsWords: second.later !== null,
  };
}

function callsOf({ call }: Asked): readonly string[] {
  return call === null ? [] : [call];
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
