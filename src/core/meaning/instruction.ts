import { z } from 'zod';
import { createHash } from 'node:crypto';
import { parseJson } from '../read/parse-json.ts';
import type { Telling } from '../telling.ts';
import { plain } from './plain.ts';
import type { Input, Prompt } from './prompt.ts';

const ANSWER = z.strictObject({ asked_for: z.boolean(), reason: z.string().max(300) });

/** What the model has to answer. */
export const instructionJsonSchema: Readonly<Record<string, unknown>> = z.toJSONSchema(ANSWER);

/** Characters of one quote's side: the event's headline and summary carry the rest. */
const MOST_CHARACTERS = 240;

/** The exact input of the question whether an account's instruction asks for an event. It holds nothing else of an account. */
export function instructionInput(
  prompt: Prompt,
  instruction: string,
  telling: Pick<Telling, 'kind' | 'headline' | 'summary' | 'quotes'>,
): Input {
  const side = (text: string | null): string | null =>
    text === null ? null : plain(text).slice(0, MOST_CHARACTERS);
  const data = JSON.stringify({
    instruction: plain(instruction),
    event: {
      kind: telling.kind,
      headline: plain(telling.headline),
      summary: plain(telling.summary),
      quotes: telling.quotes
        .slice(0, 3)
        .map(({ before, after }) => ({ before: side(before), after: side(after) })),
    },
  });
  const mark = createHash('sha256').update(data).digest('hex').slice(0, 16);
  return { system: prompt.text, input: `DATA ${mark}\n${data}\nEND ${mark}` };
}

/** Whether the event is asked for. What cannot be read is no refusal: the event is told (P9). */
export function isAskedFor(text: string): boolean {
  const json = parseJson(text);
  const read = ANSWER.safeParse(json);
  return !read.success || read.data.asked_for;
}
