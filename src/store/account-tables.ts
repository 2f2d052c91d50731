import type { Generated, JSONColumnType } from 'kysely';
import type { Focus } from '../core/pending/focus.ts';
import type { Rules } from '../core/routing.ts';

/** Postgres takes JSON as text: an array handed over as it is would become a Postgres array. */
type Defaulted<T> = JSONColumnType<T & object, string | undefined, string>;
type JsonOrNull<T> = JSONColumnType<(T & object) | null, string | null | undefined, string | null>;
/** A column that may be left out of an insert: the database has null or a value of its own for it. */
type Optional<T> = Generated<T>;

export interface AccountRow {
  id: Generated<number>;
  name: string;
  time_zone: Generated<string>;
  digest_hour: Generated<number>;
  digest_days: Defaulted<readonly number[]>;
  quiet_monday: Generated<boolean>;
  rules: JsonOrNull<Rules>;
  muted_until: Optional<Date | null>;
  watch_words: Defaulted<readonly string[]>;
  own_products: Defaulted<readonly string[]>;
  instruction: Optional<string | null>;
  created_at: Date;
}

export type Role = 'owner' | 'member' | 'viewer';

export interface MemberRow {
  id: Generated<number>;
  account_id: number;
  email: string;
  role: Role;
  created_at: Date;
}

export interface CompetitorRow {
  id: Generated<number>;
  account_id: number;
  name: string;
  rules: JsonOrNull<Rules>;
  muted_until: Optional<Date | null>;
  watch_words: Defaulted<readonly string[]>;
  instruction: Optional<string | null>;
  created_at: Date;
}

export interface ChannelRow {
  id: Generated<number>;
  account_id: number;
  /** The kind of a form in core/channels. */
  kind: string;
  address: string;
  name: Optional<string | null>;
  secrets: Defaulted<readonly string[]>;
  takes_digest: boolean;
  confirmed_at: Date | null;
  digest_ended_at: Optional<Date | null>;
  failing_since: Optional<Date | null>;
  disabled_at: Date | null;
  disabled_reason: string | null;
  created_at: Date;
}

export type SuppressionReason = 'bounce' | 'complaint';

export interface SuppressionRow {
  address: string;
  reason: SuppressionReason;
  detail: string;
  created_at: Date;
  lifted_at: Optional<Date | null>;
}

export interface SubscriptionRow {
  id: Generated<number>;
  account_id: number;
  page_id: number;
  competitor_id: number;
  url: string;
  rules: JsonOrNull<Rules>;
  watch_words: Defaulted<readonly string[]>;
  instruction: Optional<string | null>;
  muted_until: Optional<Date | null>;
  started_at: Date;
  after_check_id: number;
  focus: Defaulted<Focus>;
  despite_robots: Generated<boolean>;
}

export interface MuteRow {
  id: Generated<number>;
  subscription_id: number;
  channel_id: number;
  kind: string | null;
  until: Date | null;
  created_at: Date;
}

export const VERDICTS = ['useful', 'not useful', 'wrong'] as const;
export type Verdict = (typeof VERDICTS)[number];

export interface FeedbackRow {
  id: Generated<number>;
  event_id: number;
  channel_id: number;
  verdict: Verdict;
  created_at: Date;
}

export interface SigningKeyRow {
  name: string;
  key: Buffer;
}
