import { z } from 'zod';
import { KINDS, SEVERITIES } from '../telling.ts';

/** What the model is asked for; strict, so that a server that knows JSON schemas can hold it to this. */
export const answerSchema = z.strictObject({
  kind: z.enum(KINDS),
  tags: z.array(z.enum(KINDS)),
  severity: z.enum(SEVERITIES),
  severity_quote: z.string().nullable(),
  matters: z.boolean(),
  headline: z.string(),
  summary: z.string(),
  our_read: z.string().nullable(),
  action: z.string().nullable(),
  quotes: z.array(z.strictObject({ side: z.enum(['before', 'after']), text: z.string() })),
});

/** What the model said, before anything of it is believed. An unknown kind or severity is null: the rules' own stands. */
export interface Draft {
  readonly kind: (typeof KINDS)[number] | null;
  readonly tags: readonly (typeof KINDS)[number][];
  readonly severity: (typeof SEVERITIES)[number] | null;
  readonly severityQuote: string | null;
  readonly matters: boolean;
  readonly headline: string;
  readonly summary: string;
  readonly ourRead: string | null;
  readonly action: string | null;
  readonly quotes: readonly { readonly side: 'before' | 'after'; readonly text: string }[];
}

export type ReadAnswer =
  | { readonly ok: true; readonly draft: Draft }
  | {
      readonly ok: false;
      readonly kind: 'empty' | 'prose' | 'truncated' | 'wrong shape';
      readonly reason: string;
    };

const kind = z.enum(KINDS).nullable().catch(null);
const text = z.string().trim();
const textOrNull = text
  .nullish()
  .transform((value) =>
    value === undefined || value === null || /^(|null|none|n\/a)$/iu.test(value) ? null : value,
  )
  .catch(null);

/** The lenient form takes every object: unknown keys and enums fall away, booleans may be strings. A missing sentence is "". */
const lenient = z.object({
  kind,
  tags: z.array(kind).catch([]),
  severity: z.enum(SEVERITIES).nullable().catch(null),
  severity_quote: textOrNull,
  matters: z
    .union([z.boolean(), z.string().transform((value) => value.trim().toLowerCase() !== 'false')])
    .catch(true),
  headline: text.catch(''),
  summary: text.catch(''),
  our_read: textOrNull,
  action: textOrNull,
  quotes: z
    .array(
      z
        .object({ side: z.enum(['before', 'after']), text })
        .nullable()
        .catch(null),
    )
    .catch([]),
});

/**
 * Reads what a model wrote: strict JSON, or JSON in a code fence, behind `<think>`, or inside prose. Never throws; a
 * refusal in prose, half an object and nothing at all each have a name.
 */
export function readAnswer(written: string): ReadAnswer {
  const bare = written.replace(/<think(?:ing)?>.*?<\/think(?:ing)?>/gisu, '').trim();
  if (/<think(?:ing)?>/iu.test(bare)) return failed('truncated', 'the answer ends inside its thoughts');
  if (bare === '') return failed('empty', 'the model wrote nothing');
  const json = objectIn(bare);
  if (json === null)
    return failed(
      bare.includes('{') ? 'truncated' : 'prose',
      `no whole JSON object in "${bare.slice(0, 60)}"`,
    );
  const { our_read: ourRead, severity_quote: severityQuote, tags, quotes, ...rest } = lenient.parse(json);
  if (rest.headline === '' && rest.summary === '')
    return failed('wrong shape', 'neither headline nor summary');
  return {
    ok: true,
    draft: {
      ...rest,
      ourRead,
      severityQuote,
      tags: tags.filter((one) => one !== null),
      quotes: quotes.filter((one) => one !== null),
    },
  };
}

function failed(why: Exclude<ReadAnswer, { ok: true }>['kind'], reason: string): ReadAnswer {
  return { ok: false, kind: why, reason };
}

/** The first whole JSON object in a text that has a headline, else the first whole one. */
function objectIn(written: string): unknown {
  const starts = [...written.matchAll(/\{/gu)].map((hit) => hit.index).slice(0, 50);
  const wholes = starts.map((start) => wholeObject(written.slice(start))).filter((found) => found !== null);
  const outer = wholes.filter((one) => one.value !== null && typeof one.value === 'object');
  return (
    outer.find(({ value }) => value !== null && typeof value === 'object' && 'headline' in value)?.value ??
    outer[0]?.value ??
    null
  );
}

/** Parses the object that a text begins with; null if it does not close or is no JSON. */
function wholeObject(written: string): { value: unknown } | null {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < written.length; at += 1) {
    const sign = written[at];
    if (sign === '\\' && quoted) at += 1;
    else if (sign === '"') quoted = !quoted;
    else if (!quoted && sign === '{') depth += 1;
    else if (!quoted && sign === '}') depth -= 1;
    if (depth === 0) return parsed(written.slice(0, at + 1));
  }
  return null;
}

function parsed(json: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(json) };
  } catch {
    return null;
  }
}

/** The strict form as a JSON schema, for the model's server. */
export const answerJsonSchema: Readonly<Record<string, unknown>> = z.toJSONSchema(answerSchema);
