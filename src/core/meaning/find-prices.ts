import type { NumberMoved, Severity } from '../telling.ts';
import { currencySwitch } from '../facts/currency-switch.ts';
import {
  basisOf,
  billingDifferences,
  pricePairs,
  sameOverAYear,
  sharedBasis,
  taxDifferences,
} from './basis.ts';
import type { Basis, PricePair } from './basis.ts';
import { defaultReason, rank, some } from './finding.ts';
import type { Finding } from './finding.ts';
import { differencesOf } from './pairs.ts';
import type { Numbers } from './pairs.ts';
import { andMore, quotable, shorten } from './plain.ts';
import type { Scene } from './scene.ts';
import { amountText, percentBetween, perText, signedPercent } from './value.ts';

/** Prices that moved under one label, and prices that are now quoted on another basis. */
export function findPrices(scene: Scene, numbers: Numbers): Finding[] {
  const pairs = distinct(pricePairs(numbers.moved));
  const shared = sharedBasis(
    scene,
    pairs.filter((pair) => basisOf(pair) === null),
  );
  const basis = (pair: PricePair): Basis | null => basisOf(pair) ?? shared;
  const moved = pairs.filter((pair) => basis(pair) === null);
  const inOther = pairs.filter((pair) => basis(pair) === 'currency');
  const switched = inOther.length > 0 && currencySwitch(scene.before.blocks, scene.after.blocks);
  const rebased = pairs.filter((pair) => basis(pair) !== null && (switched || !inOther.includes(pair)));
  return [
    ...movedFinding(scene, moved),
    ...(switched ? [] : currencyFinding(scene, inOther)),
    ...basisFinding(scene, rebased, basis),
  ];
}

function distinct(pairs: readonly PricePair[]): PricePair[] {
  const byWords = new Map(
    pairs.map((pair) => [[pair.name, pair.from.value.text, pair.to.value.text].join('|'), pair]),
  );
  return [...byWords.values()];
}

/** The label that a headline can carry: "Pro", or "Pro, Yearly" where the column names another thing than the price. */
export function labelOf(pair: { readonly name: string; readonly within: string | null }): string {
  const isPriceWord = /^(price|prices|pricing|preis|prix|tarif|precio|monthly|per month|monatlich|cost)\b/iu;
  const [row, column] = [pair.name, pair.within ?? ''];
  const chosen = isPriceWord.test(row) && column !== '' ? column : row;
  const both = column !== '' && chosen === row && !isPriceWord.test(column) ? `${row}, ${column}` : chosen;
  return quotable(both) ? shorten(both, 36) : '';
}

/** A price that moved by this many percent; null: from or to nothing. */
export function gradeOfMove(percent: number | null): { severity: Severity; why: string } {
  if (percent === null) return { severity: 'critical', why: 'from or to nothing' };
  const size = Math.abs(percent);
  const why = `at ${signedPercent(percent)}`;
  if (size >= 10) return { severity: 'critical', why };
  return { severity: size >= 2 ? 'medium' : 'low', why };
}

function movedFinding(scene: Scene, pairs: readonly PricePair[]): Finding[] {
  const graded = pairs
    .map((pair) => ({ pair, percent: percentBetween(pair.from.value, pair.to.value) }))
    .map((one) => ({ ...one, ...gradeOfMove(one.percent) }))
    .sort(
      (a, b) =>
        rank(b.severity) - rank(a.severity) ||
        Number(b.pair.name !== '') - Number(a.pair.name !== '') ||
        Math.abs(b.percent ?? 0) - Math.abs(a.percent ?? 0),
    );
  const [lead] = graded;
  const differences = some([...new Set(pairs.flatMap(differencesOf))]);
  if (!lead || !differences) return [];
  const { pair, percent, severity, why } = lead;
  return [
    {
      kind: 'pricing.price',
      tags: [],
      severity,
      reasons: [defaultReason('pricing.price', severity, why)],
      parts: [...priceParts(scene, pair, percent), andMore(graded.length - 1)],
      sentence: priceSentence(scene, pair),
      numbers: graded.map((one) => numberOf(one.pair, one.percent)),
      differences,
    },
  ];
}

/** Another currency for some prices of a page is a decision: told with both amounts, which no percentage compares. */
function currencyFinding(scene: Scene, pairs: readonly PricePair[]): Finding[] {
  const lead = pairs.find((pair) => pair.name !== '') ?? pairs[0];
  const differences = some([...new Set(pairs.flatMap(differencesOf))]);
  if (!lead || !differences) return [];
  return [
    {
      kind: 'pricing.price',
      tags: [],
      severity: 'high',
      reasons: [defaultReason('pricing.price', 'high', 'in another currency, and not the whole page')],
      parts: [...priceParts(scene, lead, null), ' (other currency)', andMore(pairs.length - 1)],
      sentence: priceSentence(scene, lead),
      numbers: pairs.map((pair) => numberOf(pair, null)),
      differences,
    },
  ];
}

function priceParts(scene: Scene, pair: PricePair, percent: number | null): [string, ...string[]] {
  const label = labelOf(pair);
  const [from, to] = [amountText(pair.fromMoney), amountText(pair.toMoney)];
  const moved = percent === null ? '' : ` (${signedPercent(percent)})`;
  const per = perText(pair.toMoney);
  if (scene.question.returns === 'reversal')
    return [`${label || 'price'} is back to ${to}`, per, `, was ${from}`];
  if (scene.question.returns === 'alternation') {
    return [`${label || 'price'} keeps alternating between ${from} and ${to}`, per];
  }
  return [`${label === '' ? '' : `${label} `}${from} -> ${to}`, per, moved];
}

function priceSentence(scene: Scene, pair: PricePair): string {
  const label = labelOf(pair);
  const what = label === '' ? 'A price' : label;
  const [from, to] = [amountText(pair.fromMoney), amountText(pair.toMoney)];
  const per = perText(pair.toMoney);
  if (scene.question.returns === 'reversal') return `${what} is back to ${to}${per}; it was ${from}.`;
  if (scene.question.returns === 'alternation')
    return `${what} keeps alternating between ${from} and ${to}${per}.`;
  return `${what} was ${from} and is now ${to}${per}.`;
}

export function numberOf(pair: PricePair, percent: number | null): NumberMoved {
  const { toMoney, fromMoney } = pair;
  const { unit, period } = toMoney;
  return { what: labelOf(pair) || 'price', from: fromMoney.text, to: toMoney.text, unit, period, percent };
}

function basisFinding(
  scene: Scene,
  pairs: readonly PricePair[],
  basis: (pair: PricePair) => Basis | null,
): Finding[] {
  const [lead] = pairs;
  const kindOfBasis = (lead && basis(lead)) ?? 'period';
  const labels =
    kindOfBasis === 'tax'
      ? taxDifferences(scene)
      : kindOfBasis === 'billing'
        ? billingDifferences(scene)
        : [];
  const differences = some([...new Set([...pairs.flatMap(differencesOf), ...labels])]);
  if (!lead || !differences) return [];
  const apart = kindOfBasis === 'period' && !sameOverAYear(lead);
  // The other billing may be gone for good: worth a look, where a tax that is named otherwise is not.
  const severity: Severity = apart || kindOfBasis === 'billing' ? 'medium' : 'low';
  return [
    {
      kind: apart ? 'pricing.price' : 'pricing.terms',
      tags: apart ? ['pricing.terms'] : [],
      severity,
      reasons: [
        `change of basis (${kindOfBasis}), not of one price${apart ? ', but the amounts differ too' : ''}: ${severity}`,
      ],
      parts: basisParts(lead, kindOfBasis, pairs.length - 1),
      sentence: `${labelOf(lead) || 'A price'} is now shown as ${amountText(lead.toMoney)}${perText(lead.toMoney)}, was ${amountText(lead.fromMoney)}${perText(lead.fromMoney)}.`,
      numbers: pairs.map((pair) => numberOf(pair, null)),
      differences,
    },
  ];
}

function basisParts(lead: PricePair, basis: Basis, others: number): [string, ...string[]] {
  const label = labelOf(lead);
  const [from, to] = [amountText(lead.fromMoney), amountText(lead.toMoney)];
  const who = label === '' ? 'price' : label;
  const more = andMore(others);
  const was = `, was ${from}${perText(lead.fromMoney)}`;
  if (basis === 'period' || basis === 'unit') {
    const per = perText(lead.toMoney);
    return [`${who} now shown${per} (${to})`, was, more];
  }
  const why = {
    currency: ' (other currency)',
    tax: ' (tax basis)',
    billing: ' (other billing period)',
    toggle: ' (both stand on the page)',
  }[basis];
  return [`${who} now shows ${to}, was ${from}`, why, more];
}
