import type { TypedValue } from '../fact.ts';
import { folded } from './plain.ts';

export type Money = Extract<TypedValue, { type: 'money' }>;

/** What two values must share to be the same kind of number: type, role, unit, currency, period. */
export function classOf(value: TypedValue): string {
  switch (value.type) {
    case 'money':
      return ['money', value.role, value.currency, value.period ?? '', folded(value.unit ?? '')].join(' ');
    case 'percent':
    case 'duration':
    case 'date':
      return `${value.type} ${value.role}`;
    case 'quantity':
      return `quantity ${isBytes(value.unit) ? 'bytes' : folded(value.unit)}`;
    case 'counter':
      return `counter ${folded(value.unit)}`;
    default:
      return value.type;
  }
}

/** The same without what a change of basis changes: currency, period, unit. */
export function looseClassOf(value: TypedValue): string {
  if (value.type === 'percent' && value.role !== 'discount') return 'percent';
  return value.type === 'money' ? `money ${value.role}` : classOf(value);
}

const BYTES = 'kmgt';

/** "1 GB" and "1 TB" are numbers of one kind. */
function isBytes(unit: string): boolean {
  return /^[kmgt]i?b$/iu.test(unit);
}

function inBytes(value: number, unit: string): number {
  const step = /ib$/iu.test(unit) ? 1024 : 1000;
  return value * step ** (BYTES.indexOf(unit.charAt(0).toLowerCase()) + 1);
}

/** Equal after typing is equal: $49 is $49.00, 1.099 € is € 1,099. Not by the text. */
export function equalValues(a: TypedValue, b: TypedValue): boolean {
  return classOf(a) === classOf(b) && magnitudeOf(a) === magnitudeOf(b);
}

/** What the value measures, as one comparable thing: a number, a date, or the folded text. */
function magnitudeOf(value: TypedValue): number | string {
  switch (value.type) {
    case 'money':
      return value.amount;
    case 'quantity':
      return typeof value.value === 'number' && isBytes(value.unit)
        ? inBytes(value.value, value.unit)
        : value.value;
    case 'percent':
    case 'counter':
      return value.value;
    case 'duration':
      return value.days;
    case 'date':
      return value.iso ?? folded(value.text);
    default:
      return folded(value.text);
  }
}

/** Percent from one number to the other, rounded to whole ones, below 2 to one decimal, below 0.1 to two; null without two numbers. */
export function percentBetween(from: TypedValue, to: TypedValue): number | null {
  const [a, b] = [magnitudeOf(from), magnitudeOf(to)];
  if (typeof a !== 'number' || typeof b !== 'number' || a === 0) return null;
  const percent = ((b - a) / a) * 100;
  const digits = Math.abs(percent) >= 2 ? 0 : Math.abs(percent) >= 0.1 ? 1 : 2;
  return Number(percent.toFixed(digits));
}

/** "+34%", "-0.2%"; a change too small to show has no sign to show. */
export function signedPercent(percent: number): string {
  return `${percent > 0 ? '+' : ''}${percent}%`;
}

/** The amount of a money value as the page writes it, sign and all: "R$ 99", "49 kr", "$10k". The period is said apart. */
export function amountText(value: Money): string {
  return value.text.trim();
}

/** " per month", " per user/month", or nothing where the page says no period. */
export function perText(value: Money): string {
  const period = value.period === null || value.period === 'once' ? [] : [value.period];
  const parts = [...(value.unit === null ? [] : [value.unit]), ...period];
  return parts.length === 0 ? '' : ` per ${parts.join('/')}`;
}
