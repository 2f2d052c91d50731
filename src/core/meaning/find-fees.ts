import { defaultReason, some } from './finding.ts';
import type { Finding } from './finding.ts';
import { gradeOfMove, labelOf } from './find-prices.ts';
import { differencesOf } from './pairs.ts';
import type { Numbers, Pair } from './pairs.ts';
import { andMore } from './plain.ts';
import type { Scene } from './scene.ts';
import { percentBetween } from './value.ts';

/** A share of each payment that moved: "2.9% + 30¢" is what the product costs, as much as a price a month. */
export function findFees(scene: Scene, numbers: Numbers): Finding[] {
  const fees = some(numbers.moved.filter(isFee));
  const differences = some([...new Set((fees ?? []).flatMap(differencesOf))]);
  if (!fees || !differences) return [];
  const [lead] = fees;
  const percent = percentBetween(lead.from.value, lead.to.value);
  const { severity, why } = gradeOfMove(percent);
  const [from, to] = [lead.from.value.text.trim(), lead.to.value.text.trim()];
  const name = labelOf(lead);
  return [
    {
      kind: 'pricing.price',
      tags: ['pricing.terms'],
      severity,
      reasons: [defaultReason('pricing.price', severity, `a fee ${why}`)],
      parts: [feeLine(scene, { what: `${name} fee`.trim(), from, to }), andMore(fees.length - 1)],
      sentence: `The fee was ${from} and is now ${to}.`,
      numbers: fees.map((pair) => ({
        what: `${labelOf(pair)} fee`.trim(),
        from: pair.from.value.text.trim(),
        to: pair.to.value.text.trim(),
        unit: null,
        period: null,
        percent: percentBetween(pair.from.value, pair.to.value),
      })),
      differences,
    },
  ];
}

/** The words that name a fee may stand on one side only: "2.9% + 30¢", then "3.2%". */
function isFee({ from, to }: Pair): boolean {
  const values = [from.value, to.value];
  return (
    values.every((value) => value.type === 'percent') &&
    values.some((value) => value.type === 'percent' && value.role === 'fee')
  );
}

function feeLine(
  { question }: Scene,
  { what, from, to }: { what: string; from: string; to: string },
): string {
  if (question.returns === 'reversal') return `${what} is back to ${to}, was ${from}`;
  if (question.returns === 'alternation') return `${what} keeps alternating between ${from} and ${to}`;
  return `${what} ${from} -> ${to}`;
}
