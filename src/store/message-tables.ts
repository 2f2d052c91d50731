import type { Generated, JSONColumnType } from 'kysely';
import type { ChannelNoticeKind } from '../core/messages/message.ts';
import type { Routed } from '../core/routing.ts';
import type { NoticeKind, Severity } from '../core/telling.ts';

export interface NoticeRow {
  id: Generated<number>;
  page_id: number;
  kind: NoticeKind;
  severity: Severity;
  headline: string;
  since: Date;
  created_at: Date;
  advice: string | null;
  address: string | null;
}

export interface DigestRow {
  id: Generated<number>;
  account_id: number;
  local_date: string | null;
  on_request: Generated<boolean>;
  created_at: Date;
}

export interface DigestEventRow {
  digest_id: number;
  event_id: number;
}

export interface DigestNoticeRow {
  digest_id: number;
  notice_id: number;
  shown: boolean;
}

export interface CorrectionRow {
  id: Generated<number>;
  event_id: number;
  reason: string;
  created_at: Date;
}

export interface ChannelNoticeRow {
  id: Generated<number>;
  channel_id: number;
  kind: ChannelNoticeKind;
  since: Date;
  reason: string | null;
  created_at: Date;
}

export type DeliveryState = 'queued' | 'sent' | 'dead' | 'carried' | 'withdrawn';

export interface DeliveryRow {
  id: Generated<number>;
  channel_id: number;
  event_id: number | null;
  notice_id: number | null;
  digest_id: number | null;
  correction_id: number | null;
  channel_notice_id: number | null;
  subscription_id: number | null;
  page_id: number | null;
  competitor_id: number | null;
  routed: JSONColumnType<Routed | null, string | null, string | null>;
  state: Generated<DeliveryState>;
  idempotency_key: string;
  message: JSONColumnType<object | null, string | null, string | null>;
  carried_by: number | null;
  thread_id: number | null;
  attempts: Generated<number>;
  attempt_token: number | null;
  attempt_until: Date | null;
  next_attempt_at: Date;
  answer_code: number | null;
  last_error: string | null;
  created_at: Date;
  sent_at: Date | null;
  replayed_at: Date | null;
}

export type AttemptOutcome = 'sent' | 'failed' | 'unclear' | 'refused';

export interface DeliveryAttemptRow {
  id: Generated<number>;
  delivery_id: number;
  started_at: Date;
  ended_at: Date | null;
  outcome: AttemptOutcome | null;
  code: number | null;
  error: string | null;
}

export interface DeliveryEventRow {
  delivery_id: number;
  event_id: number;
}

export interface AskedAddressRow {
  id: Generated<number>;
  address: string;
  asked_at: Date;
}
