import type { Place } from './block.ts';
import type { Difference } from './difference.ts';
import type { Version } from './version.ts';

/** PRODUCT 1, in its order: when two kinds fit, the first is primary and the other a tag. */
export const KINDS = [
  'pricing.price',
  'pricing.plan',
  'pricing.limit',
  'pricing.gate',
  'pricing.terms',
  'deprecation',
  'company.corporate',
  'company.leadership',
  'legal',
  'feature.launch',
  'feature.change',
  'integration',
  'security',
  'availability',
  'positioning.message',
  'positioning.comparison',
  'promotion',
  'customers',
  'hiring',
  'docs',
  'content',
] as const;
export type Kind = (typeof KINDS)[number];

/** "pricing" of "pricing.price": what is asked for and filtered by. */
export function familyOf(kind: string): string {
  return kind.replace(/\..*$/su, '');
}

/** Notices speak about the watch itself: no versions, no model. */
export const NOTICE_KINDS = [
  'page.unreadable',
  'page.readable',
  'page.gone',
  'page.moved',
  'page.back',
  'page.new',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** Least first. `critical` and `high` are alerts, `medium` and `low` go into the digest. */
export const SEVERITIES = ['low', 'medium', 'high', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];

export type PageKind = 'home' | 'pricing' | 'changelog' | 'docs' | 'careers' | 'legal' | 'blog' | 'other';

/** A number that moved under one label. `percent` only where both sides are of one basis. */
export interface NumberMoved {
  readonly what: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly unit: string | null;
  readonly period: string | null;
  readonly percent: number | null;
}

/** Exact quotes of one difference, under the headings they stand under. */
export interface Quote {
  readonly place: Place;
  readonly before: string | null;
  readonly after: string | null;
}

/** A non-empty list, so that an event without a difference cannot be written down. */
export type Some<T> = readonly [T, ...T[]];

/** What explaining starts from. Both versions are required: there is no way to ask without a previous one (P1). */
export interface Question {
  readonly before: Version;
  readonly after: Version;
  readonly differences: Some<Difference>;
  readonly competitor: string;
  readonly page: { readonly url: string; readonly kind: PageKind };
  /** The differences undo an earlier event (P8), or the text keeps going to and fro. */
  readonly returns: 'reversal' | 'alternation' | null;
}

/** The words of an event. Every number and quoted word in headline and summary occurs in the evidence (P9). */
export interface Telling {
  readonly kind: Kind;
  readonly tags: readonly Kind[];
  readonly severity: Severity;
  /** One line a step: "default of pricing.price at +34 %: critical". */
  readonly severityReasons: readonly string[];
  /** Fact first. Without the competitor's name, which each message puts in front; with it, at most 70 characters. */
  readonly headline: string;
  /** One sentence of at most 25 words that the text shows. */
  readonly summary: string;
  /** An opinion, marked as such; null when there is no basis. */
  readonly ourRead: string | null;
  readonly action: string | null;
  readonly numbers: readonly NumberMoved[];
  readonly quotes: Some<Quote>;
  readonly writtenBy: 'rules' | 'model';
}
