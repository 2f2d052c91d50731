import type { Generated, JSONColumnType } from 'kysely';
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
  local_date: string;
  created_at: Date;
}

export interface DigestEventRow {
  digest_id: number;
  event_id: number;
  shown: boolean;
}

export interface DigestNoticeRow {
  digest_id: number;
  notice_id: number;
  shown: boolean;
}

export interface DeliveryRow {
  id: Generated<number>;
  channel_id: number;
  event_id: number | null;
  notice_id: number | null;
  digest_id: number | null;
  state: Generated<'queued' | 'sent' | 'dead'>;
  idempotency_key: string;
  message: JSONColumnType<object, string, string>;
  attempts: Generated<number>;
  attempt_token: number | null;
  attempt_until: Date | null;
  next_attempt_at: Date;
  answer_code: number | null;
  last_error: string | null;
  created_at: Date;
  sent_at: Date | null;
}
