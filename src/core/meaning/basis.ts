import type { Difference } from '../difference.ts';
import type { Pair } from './pairs.ts';
import type { Face, Scene } from './scene.ts';
import type { Money } from './value.ts';
import { amountText } from './value.ts';
import { speaksOf } from './words.ts';

export interface PricePair extends Pair {
  readonly fromMoney: Money;
  readonly toMoney: Money;
}

export type Basis = 'period' | 'currency' | 'unit' | 'tax' | 'billing' | 'toggle';

export function pricePairs(moved: readonly Pair[]): PricePair[] {
  return moved.flatMap((pair) => {
    const [fromMoney, toMoney] = [pair.from.value, pair.to.value];
    if (fromMoney.type !== 'money' || toMoney.type !== 'money') return [];
    return fromMoney.role === 'price' && toMoney.role === 'price' ? [{ ...pair, fromMoney, toMoney }] : [];
  });
}

/**
 * What makes two prices incomparable, or null where they are of one basis. A change of basis is not a change of price:
 * it is told with both values and without a percentage.
 */
export function basisOf(pair: PricePair): Basis | null {
  const { fromMoney, toMoney } = pair;
  if (fromMoney.currency !== toMoney.currency) return 'currency';
  if (fromMoney.period !== toMoney.period) return 'period';
  return fromMoney.unit === toMoney.unit ? null : 'unit';
}

const A_YEAR_IN: Readonly<Record<string, number>> = { day: 365, week: 52, month: 12, year: 1 };

/** May two prices of other periods say the same, within 25 % when both are brought to a year? */
export function sameOverAYear({ fromMoney, toMoney }: PricePair): boolean {
  if (fromMoney.period === null || toMoney.period === null) return true;
  const [from, to] = [A_YEAR_IN[fromMoney.period], A_YEAR_IN[toMoney.period]];
  if (from === undefined || to === undefined || fromMoney.amount === 0) return false;
  const ratio = (toMoney.amount * to) / (fromMoney.amount * from);
  return ratio >= 0.75 && ratio <= 1.25;
}

/** All pairs of the page moved by one and the same factor: tax that is said in words, or the default of a toggle. */
export function sharedBasis(scene: Scene, pairs: readonly PricePair[]): Basis | null {
  const [first] = pairs;
  if (!first || first.fromMoney.amount === 0) return null;
  const factor = first.toMoney.amount / first.fromMoney.amount;
  if (!pairs.every((pair) => Math.abs(pair.toMoney.amount / pair.fromMoney.amount / factor - 1) < 0.01))
    return null;
  if (factor > 0.7 && factor < 1.4 && taxDifferences(scene).length > 0) return 'tax';
  if (factor > 0.5 && factor < 2 && billingDifferences(scene).length > 0) return 'billing';
  const bothStand = pairs.every(
    (pair) =>
      stands(scene.after, amountText(pair.fromMoney)) && stands(scene.before, amountText(pair.toMoney)),
  );
  return pairs.length >= 2 && bothStand ? 'toggle' : null;
}

/** Where words of tax came, left, or turned from "included" to "excluded". */
export function taxDifferences(scene: Scene): Difference[] {
  return scene.differences.filter((difference) => {
    const [before, after] = [difference.before ?? '', difference.after ?? ''];
    const [said, says] = [speaksOf(before, 'tax'), speaksOf(after, 'tax')];
    return said !== says || (said && taxTermsSwap(before, after));
  });
}

/** "incl. VAT" on one side, "excl. VAT" on the other. */
function taxTermsSwap(before: string, after: string): boolean {
  const without = /(?<!\p{L})(excl\p{L}*|not included|plus|zzgl|ht|hors|sin|más)(?!\p{L})/iu;
  return without.test(before) !== without.test(after);
}

/** Where "billed monthly" became "billed annually", or the other way. */
export function billingDifferences(scene: Scene): Difference[] {
  return scene.differences.filter(({ before, after }) => {
    const [was, is] = [billedBy(before ?? ''), billedBy(after ?? '')];
    return was !== null && is !== null && was !== is;
  });
}

const BILLED =
  /\b(?:bill(?:ed|ing)|paid|pay|charged|invoiced|abgerechnet|abrechnung|zahlung|facturé|facturation|facturad|facturación)/iu;
const BY_YEAR =
  /\b(?:yearly|annual|per year|a year|every year|jährlich|pro jahr|annuel|par an|anual|al año)/iu;
const BY_MONTH =
  /\b(?:monthly|per month|a month|every month|month-to-month|monatlich|pro monat|mensuel|par mois|mensual|al mes)/iu;

/** Both in one text ("billed annually, or monthly for more") say nothing. */
function billedBy(text: string): 'month' | 'year' | null {
  if (!BILLED.test(text)) return null;
  const [month, year] = [BY_MONTH.test(text), BY_YEAR.test(text)];
  return month === year ? null : month ? 'month' : 'year';
}

/** Does an amount stand as a whole token anywhere on a face, also in hidden elements? */
function stands(face: Face, amount: string): boolean {
  return face.blocks.some((block) => {
    const at = block.text.indexOf(amount);
    return at >= 0 && !/[\d.,]\d|^\d/u.test(block.text.slice(at + amount.length, at + amount.length + 2));
  });
}
