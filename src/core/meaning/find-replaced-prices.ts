import type { Difference } from '../difference.ts';
import { findValues } from '../facts/find-values.ts';
import type { NumberMoved, Severity, Some } from '../telling.ts';
import { hasMoney } from '../facts/has-money.ts';
import { defaultReason, ordered, rank, some } from './finding.ts';
import type { Finding } from './finding.ts';
import { swapOf } from './instead.ts';
import type { Swap } from './instead.ts';
import { andMore, plain, quotable, shorten } from './plain.ts';
import { blockOf, headingOf } from './scene.ts';
import type { Scene } from './scene.ts';
import type { Money } from './value.ts';
import { speaksOf } from './words.ts';

/** A price without a partner, with the difference that it stands in. */
export interface LonePrice {
  readonly money: Money;
  readonly difference: Difference;
}

/** Longer texts hold more than a price. */
const MOST = 40;

interface Replaced {
  readonly swap: Swap;
  readonly money: Money;
  /** Whether the price is on the newer side. */
  readonly came: boolean;
}

/**
 * Prices where words stood, and words where prices stood: "Custom" -> "$499", "$49" -> "Free", "$49" -> "$NaN". Both are
 * quoted, each with its side; all of a page are one finding.
 */
export function findReplacedPrices(
  scene: Scene,
  { gone, added }: { gone: readonly LonePrice[]; added: readonly LonePrice[] },
): Finding[] {
  const told = new Set<Difference>();
  const replaced = (prices: readonly LonePrice[], came: boolean): Replaced[] =>
    prices.flatMap(({ money, difference }) => {
      const swap = swapOf(scene, difference);
      if (swap === null || told.has(difference) || !isReplaced(swap, came)) return [];
      for (const one of swap.differences) told.add(one);
      return [{ swap, money, came }];
    });
  const all = some([...replaced(gone, false), ...replaced(added, true)]);
  return all === null ? [] : [replacedFinding(scene, all)];
}

/** Short on both sides, and the side without the price has no other one. */
function isReplaced({ before, after, differences }: Swap, came: boolean): boolean {
  const wordsOnly = differences.every((one) =>
    (came ? one.valuesBefore : one.valuesAfter).every((value) => value.type !== 'money'),
  );
  const other = came ? before : after;
  return (
    wordsOnly &&
    !hasMoney(other) &&
    [before, after].every((text) => quotable(text) && plain(text).length <= MOST)
  );
}

function replacedFinding(scene: Scene, all: Some<Replaced>): Finding {
  const gradeIn = ({ came, swap }: Replaced): Grade => gradeOf(plain(came ? swap.before : swap.after));
  const byGrade = ordered(all, (a, b) => rank(gradeIn(b).severity) - rank(gradeIn(a).severity));
  const [{ swap }] = byGrade;
  const { severity, why } = gradeIn(byGrade[0]);
  const { line, sentence } = wordsFor(scene, swap);
  return {
    kind: 'pricing.price',
    tags: [],
    severity,
    reasons: [defaultReason('pricing.price', severity, why)],
    parts: [...line, andMore(all.length - 1)],
    sentence,
    numbers: byGrade.map((one) => numberOf(scene, one)),
    differences: [
      ...swap.differences,
      ...all.flatMap((one) => (one.swap === swap ? [] : one.swap.differences)),
    ],
  };
}

function numberOf(scene: Scene, { swap, money, came }: Replaced): NumberMoved {
  const { unit, period } = money;
  const [from, to] = came ? [null, money.text] : [money.text, null];
  return { what: labelOf(scene, swap) ?? 'price', from, to, unit, period, percent: null };
}

/** Only a heading that both texts stood under names them both, and a text with a price of its own names nothing. */
function labelOf(scene: Scene, { differences }: Swap): string | null {
  const [lead, old = lead] = differences;
  const [before, after] = [blockOf(scene, old, 'before'), blockOf(scene, lead, 'after')];
  const label = before?.headings.at(-1) === after?.headings.at(-1) ? headingOf(scene, lead) : null;
  return findValues(label ?? '').some((value) => value.type === 'money') ? null : label;
}

interface Grade {
  readonly severity: Severity;
  readonly why: string;
}

function gradeOf(words: string): Grade {
  if (/^(?:free|gratis|kostenlos|gratuit|gratuito|grátis)$/iu.test(words))
    return { severity: 'critical', why: 'from or to nothing' };
  const onRequest =
    speaksOf(words, 'on request') || /^(?:custom|individuell|sur mesure|a medida)$/iu.test(words);
  return onRequest
    ? { severity: 'high', why: 'on request before or after' }
    : { severity: 'medium', why: 'words before or after, with no price to compare it with' };
}

function wordsFor(scene: Scene, swap: Swap): { line: [string, ...string[]]; sentence: string } {
  const label = labelOf(scene, swap);
  const name = label !== null && quotable(label) ? shorten(label, 24) : 'price';
  const [before, after] = [plain(swap.before), plain(swap.after)];
  const { returns } = scene.question;
  const who = name === 'price' ? 'The price' : name;
  if (returns === 'alternation')
    return {
      line: [`${name} keeps alternating between ${before} and ${after}`],
      sentence: `${who} keeps alternating between “${before}” and “${after}”.`,
    };
  const verb = returns === 'reversal' ? 'is back to' : 'now';
  return {
    line: [`${name} ${verb} ${after}`, `, was ${before}`],
    sentence: `${who} said “${before}” and ${returns === 'reversal' ? 'is back to' : 'now says'} “${after}”.`,
  };
}
