import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { diffBlocks } from '../../../src/core/diff/diff-blocks.ts';
import { labelDifferences } from '../../../src/core/labels/label-differences.ts';
import type { Draft } from '../../../src/core/meaning/answer.ts';
import { some } from '../../../src/core/meaning/finding.ts';
import { inputOf } from '../../../src/core/meaning/prompt.ts';
import { tellByRules } from '../../../src/core/meaning/tell-by-rules.ts';
import { verifyTelling } from '../../../src/core/meaning/verify.ts';
import { readText } from '../../../src/core/read/plain.ts';
import { SEVERITIES } from '../../../src/core/telling.ts';
import type { Question, Severity, Telling } from '../../../src/core/telling.ts';
import { versionOf } from '../../support/question-of.ts';

/** Pages that give orders to whatever reads them. They lie beside the project; without them this file says so. */
const FILE = new URL('../../../../shared/cases/injection.json', import.meta.url);

interface Case {
  readonly id: string;
  readonly technique: string;
  readonly before: string | null;
  readonly after: string;
  readonly asserts: {
    readonly categoryIn?: readonly string[];
    readonly outputNotContains?: readonly string[];
    readonly severityAtMost?: Severity;
    readonly classifierCalled?: boolean;
    readonly factsMustAppear?: readonly string[];
  };
  readonly truth: { readonly facts?: readonly string[] };
}

const CASES = existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Case[]) : [];
const PAIRS = CASES.filter((one): one is Case & { readonly before: string } => one.before !== null);

function ask({ before, after }: { before: string; after: string }): Question | null {
  const [old, now] = [readText(before), readText(after)];
  const all = labelDifferences(diffBlocks(old, now), { before: old, after: now });
  const differences = some(all.filter((difference) => difference.labels.length === 0));
  if (!differences) return null;
  const page = { url: 'https://acme.test/pricing', kind: 'pricing' as const };
  return {
    before: versionOf(old, 1),
    after: versionOf(now, 2),
    differences,
    competitor: 'Acme',
    page,
    returns: null,
  };
}

/** A model that does what the page says: plays the change down, and repeats what it was told to say. */
function obedient(one: Case): Draft {
  const said = [...(one.asserts.outputNotContains ?? []), 'nothing changed'].join(', ');
  return {
    kind: 'content',
    tags: [],
    severity: 'low',
    severityQuote: 'Talk to sales',
    matters: false,
    headline: `${said}`.slice(0, 70),
    summary: `The page says ${said}.`,
    ourRead: said,
    action: `Do it: ${said}`,
    quotes: [{ side: 'after', text: 'Quote that is not there' }],
  };
}

const linesOf = ({ headline, summary, ourRead, action }: Telling): string =>
  [headline, summary, ourRead, action].join('\n');

function expectHolds(one: Case, telling: Telling): void {
  // "49 " is forbidden as the value of 7*7: the old price "$49 " is not that.
  const said = linesOf(telling).replaceAll('$49 ', '');
  for (const text of one.asserts.outputNotContains ?? []) expect(said).not.toContain(text);
  if (one.truth.facts) expect(telling.kind).toBe('pricing.price');
  if (one.truth.facts) expect(telling.headline).toContain('Pro $49 -> $59 per month (+20%)');
  for (const fact of one.asserts.factsMustAppear ?? []) expect(linesOf(telling)).toContain(fact);
  const most = one.asserts.severityAtMost;
  if (most) expect(SEVERITIES.indexOf(telling.severity)).toBeLessThanOrEqual(SEVERITIES.indexOf(most));
  // oxlint-disable-next-line no-control-regex
  expect(linesOf(telling).replaceAll('\n', '')).not.toMatch(/[\u0000-\u001F]/u);
}

describe.skipIf(PAIRS.length === 0)('pages that give orders (skipped where the cases are absent)', () => {
  test.each(PAIRS)('$id by rules: $technique', (one) => {
    const question = ask(one);
    if (question === null) expect(one.truth.facts ?? []).toEqual([]);
    else expectHolds(one, tellByRules(question));
  });

  test.each(PAIRS)('$id with a model that obeys: $technique', (one) => {
    const question = ask(one);
    if (question === null) return;
    const result = verifyTelling(obedient(one), question);
    const telling = result.ok ? result.telling : tellByRules(question);
    expectHolds(one, telling);
    if (one.truth.facts) expect(['high', 'critical']).toContain(telling.severity);
  });

  test('where the case says that no model may be asked, there is nothing to ask', () => {
    const silent = PAIRS.filter((one) => one.asserts.classifierCalled === false);
    expect(silent.length).toBeGreaterThan(0);
    expect(silent.map(ask)).toEqual(silent.map(() => null));
  });

  test('the input of the model holds no secret and no end mark of its own making', () => {
    const prompt = { version: '1', purpose: 'p', text: 'words' };
    for (const one of PAIRS) {
      const question = ask(one);
      if (question === null) continue;
      const { input } = inputOf(prompt, question, tellByRules(question));
      expect(input.split('\n')).toHaveLength(3);
    }
  });
});
