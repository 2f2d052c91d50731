/** A typed value found in a text. `text` is the quote it was read from. Facts are what DESIGN 1 calls typed facts;
 *  clocks, relative times, © years and counters are typed values that explain a difference, not facts. */
export type TypedValue =
  | {
      readonly type: 'money';
      readonly text: string;
      readonly amount: number;
      /** ISO 4217 where the sign is clear, else the sign itself. */
      readonly currency: string;
      readonly period: 'hour' | 'day' | 'week' | 'month' | 'year' | 'once' | null;
      /** What one pays for: "user", "seat", "server". */
      readonly unit: string | null;
      readonly role: 'price' | 'old price' | 'discount' | 'other';
    }
  | {
      readonly type: 'percent';
      readonly text: string;
      readonly value: number;
      /** `fee`: a share of each payment, as in "2.9% + 30¢". */
      readonly role: 'discount' | 'fee' | 'other';
    }
  | {
      readonly type: 'quantity';
      readonly text: string;
      readonly value: number | 'unlimited';
      readonly unit: string;
    }
  | {
      readonly type: 'duration';
      readonly text: string;
      readonly days: number;
      /** `free`: time that is given away without the word trial, as in "2 months free". */
      readonly role: 'trial' | 'free' | 'refund' | 'notice' | 'retention' | 'other';
    }
  | {
      readonly type: 'date';
      readonly text: string;
      /** ISO date where the order is clear, else null (31/05/2025 is clear, 05/06/2025 is not). */
      readonly iso: string | null;
      readonly role: 'effective' | 'end' | 'other';
    }
  | { readonly type: 'version'; readonly text: string }
  | { readonly type: 'code'; readonly text: string }
  | { readonly type: 'counter'; readonly text: string; readonly value: number; readonly unit: string }
  | { readonly type: 'clock' | 'relative time' | 'copyright year'; readonly text: string };

const FACTS = new Set(['money', 'percent', 'quantity', 'duration', 'date', 'version', 'code']);

/** Is this value a typed fact in the sense of DESIGN 1? A date is one only when it takes effect or ends something. */
export function isFact(value: TypedValue): boolean {
  if (value.type === 'date') return value.role !== 'other';
  return FACTS.has(value.type);
}
