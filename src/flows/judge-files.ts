import { judgePair, type Pair } from '../core/judge-pair.ts';
import { raiseUrgency } from '../core/meaning/raise-urgency.ts';
import { tellByRules } from '../core/meaning/tell-by-rules.ts';
import { pageKindOf } from '../core/watch/page-kind.ts';
import { nameOfSite } from '../core/address/site.ts';
import type { NumberMoved, Telling } from '../core/telling.ts';
import { unstored } from '../core/version.ts';

/** One pair of stored bodies. Their type is sniffed, as files carry no header. */
export interface PairOfFiles {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  readonly again?: Uint8Array;
  readonly url: string;
}

export interface JudgedFiles {
  readonly verdict: 'same' | 'noise' | 'tell';
  readonly reasons: readonly string[];
  readonly event:
    | (Pick<Telling, 'kind' | 'severity' | 'headline' | 'summary'> & {
        readonly url: string;
        readonly evidence: { readonly before: readonly string[]; readonly after: readonly string[] };
        readonly numbers: readonly NumberMoved[];
        /** Would be told at once, without waiting a day. */
        readonly urgent: boolean;
      })
    | null;
}

/** Judges a pair on its own and, where it would be told, words it by rules: no database, no model, no network. */
export function judgeFiles({ before, after, again, url }: PairOfFiles): JudgedFiles {
  const pair: Pair = {
    before: bytes(before),
    after: bytes(after),
    ...(again && { again: bytes(again) }),
    url,
  };
  const { verdict, reasons, differences, texts } = judgePair(pair);
  const page = { url, kind: pageKindOf(url) };
  const weighed = texts === null ? [] : raiseUrgency(differences, { ...texts, page });
  const [first, ...rest] = weighed.filter((d) => d.labels.length === 0);
  if (verdict !== 'tell' || first === undefined || texts === null) return { verdict, reasons, event: null };
  const telling = tellByRules({
    before: unstored(texts.before),
    after: unstored(texts.after),
    differences: [first, ...rest],
    competitor: nameOfSite(url),
    page,
    returns: null,
  });
  const { kind, severity, headline, summary, numbers, quotes } = telling;
  const evidence = {
    before: quotes.flatMap((q) => q.before ?? []),
    after: quotes.flatMap((q) => q.after ?? []),
  };
  const urgent = [first, ...rest].some((d) => d.urgency?.by === 'fact');
  return { verdict, reasons, event: { url, kind, severity, headline, summary, evidence, numbers, urgent } };
}

function bytes(body: Uint8Array) {
  return { body, contentType: null };
}
