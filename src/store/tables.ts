import type { Generated, JSONColumnType } from 'kysely';
import type { Block, Place } from '../core/block.ts';
import type { Difference, DifferenceKind, Label } from '../core/difference.ts';
import type { TypedValue } from '../core/fact.ts';
import type { Gone } from '../core/watch/move.ts';
import type { Focus } from '../core/pending/focus.ts';
import type { Outcome } from '../core/watch/schedule.ts';
import type { HostRow, RobotsRow } from './host-tables.ts';
import type { Kind, NumberMoved, PageKind, Quote, Severity, Some } from '../core/telling.ts';
import type {
  AccountRow,
  ChannelRow,
  CompetitorRow,
  FeedbackRow,
  MemberRow,
  MuteRow,
  SigningKeyRow,
  SubscriptionRow,
  SuppressionRow,
} from './account-tables.ts';
import type {
  AskedAddressRow,
  ChannelNoticeRow,
  CorrectionRow,
  DeliveryAttemptRow,
  DeliveryEventRow,
  DeliveryRow,
  DigestEventRow,
  DigestNoticeRow,
  DigestRow,
  NoticeRow,
} from './message-tables.ts';
import type { FoundAddressRow, MoveRow, SiteLookRow, SiteSourceRow } from './site-tables.ts';

/** Postgres takes JSON as text: an array handed over as it is would become a Postgres array. */
type Json<T> = JSONColumnType<T & object, string, string>;
type Defaulted<T> = JSONColumnType<T & object, string | undefined, string>;
type JsonOrNull<T> = JSONColumnType<(T & object) | null, string | null, string | null>;

/** How a page is read: its HTML as it comes, or what a browser makes of it. */
export type Lane = 'html' | 'render';

export interface PageRow {
  id: Generated<number>;
  url: string;
  page_key: string;
  host: string;
  site: string;
  kind: PageKind;
  /** The wish of all who watch the page, where it is one; else the whole page. */
  focus: Defaulted<Focus>;
  lane: Generated<Lane>;
  every_s: number;
  every_exact: Generated<boolean>;
  next_check_at: Date;
  lease_until: Date | null;
  lease_token: number | null;
  failing_since: Date | null;
  failures: Generated<number>;
  paused_at: Date | null;
  noarchive: Generated<boolean>;
  created_at: Date;
  scheduled_by_clock: Date | null;
  scheduled_at: Date | null;
}

export interface SnapshotRow {
  hash: string;
  body: Buffer | null;
  bytes: number;
  created_at: Date;
}

export interface VersionRow {
  id: Generated<number>;
  page_id: number;
  content_hash: string;
  snapshot_hash: string;
  reader_version: number;
  scope: string | null;
  content_type: string | null;
  final_url: string;
  blocks: Json<readonly Block[]>;
  markdown: string;
  text_length: number;
  first_seen_at: Date;
  last_seen_at: Date;
  confirmed_at: Date | null;
  noarchive: Generated<boolean>;
  purged_at: Date | null;
}

export type Witness = '304' | 'bytes' | 'content' | 'render';

export interface CheckRow {
  id: Generated<number>;
  page_id: number;
  checked_at: Date;
  outcome: Outcome;
  witness: Witness | null;
  reason: string;
  status: number | null;
  final_url: string | null;
  etag: string | null;
  last_modified: string | null;
  request_digest: string | null;
  vouches_for: number | null;
  bytes_hash: string | null;
  sighted_version_id: number | null;
  content_hash: string | null;
  unconditional: boolean;
  bytes: Generated<number>;
  requests: Generated<number>;
  ms: Generated<number>;
  trace: Json<object>;
  /** What stood in place of the page; null unless it was gone. */
  gone_as: Gone['as'] | null;
  /** Where a permanent redirect led. */
  moved_to: string | null;
}

export interface VolatilePlaceRow {
  page_id: number;
  place_key: string;
  place: Json<Place>;
  texts: Json<readonly string[]>;
  times: number;
  first_at: Date;
  last_at: Date;
  last_before: string | null;
  last_after: string | null;
}

export interface ChangeRow {
  id: Generated<number>;
  page_id: number;
  from_version_id: number;
  to_version_id: number;
  check_id: number;
  last_seen_unchanged_at: Date;
  first_seen_changed_at: Date;
  confirmed_at: Date;
}

export type DifferenceState = 'noise' | 'pending' | 'told' | 'withdrawn';

export interface DifferenceRow {
  id: Generated<number>;
  page_id: number;
  change_id: number;
  kind: DifferenceKind;
  key: string;
  inverse_key: string;
  place: Json<Place>;
  place_key: string;
  before: string | null;
  after: string | null;
  hunk: number;
  labels: Json<readonly Label[]>;
  values_before: Json<readonly TypedValue[]>;
  values_after: Json<readonly TypedValue[]>;
  urgency: JsonOrNull<NonNullable<Difference['urgency']>>;
  state: DifferenceState;
  reason: string;
  confirmed: boolean;
  began_at: Date;
  due_at: Date | null;
  fell_due_at: Date | null;
  reverses_id: number | null;
  alternates: Generated<boolean>;
  event_id: number | null;
  decided_at: Date;
}

export interface EventRow {
  id: Generated<number>;
  page_id: number;
  site: string;
  before_version_id: number;
  after_version_id: number;
  kind: Kind;
  tags: Json<readonly Kind[]>;
  severity: Severity;
  severity_reasons: Json<readonly string[]>;
  headline: string;
  summary: string;
  our_read: string | null;
  action: string | null;
  numbers: Json<readonly NumberMoved[]>;
  quotes: Json<Some<Quote>>;
  written_by: 'rules' | 'model';
  last_seen_unchanged_at: Date;
  first_seen_changed_at: Date;
  confirmed_at: Date;
  told_at: Date;
  returns: 'reversal' | 'alternation' | null;
  reverses_event_id: number | null;
  check_id: number;
  page_kind: PageKind | null;
  wants_words: Generated<boolean>;
  improved_at: Date | null;
  calls: Defaulted<readonly string[]>;
}

export interface ModelCallRow {
  input_hash: string;
  purpose: string;
  prompt_version: string;
  model: string;
  output: JsonOrNull<object>;
  tokens_in: number;
  tokens_out: number;
  cost_usd: number;
  created_at: Date;
  reserved_usd: Generated<number>;
  asking_until: Date | null;
  tries: Generated<number>;
  page_id: number | null;
  account_id: number | null;
}

export interface ModelKeyRow {
  key_hash: string;
  origin: string;
  first_used_at: Date;
}

/** The whole database, as Kysely sees it. test/schema.sql is its golden picture. */
export interface Tables {
  accounts: AccountRow;
  competitors: CompetitorRow;
  hosts: HostRow;
  robots: RobotsRow;
  pages: PageRow;
  snapshots: SnapshotRow;
  versions: VersionRow;
  checks: CheckRow;
  volatile_places: VolatilePlaceRow;
  changes: ChangeRow;
  events: EventRow;
  differences: DifferenceRow;
  model_calls: ModelCallRow;
  model_keys: ModelKeyRow;
  channels: ChannelRow;
  subscriptions: SubscriptionRow;
  mutes: MuteRow;
  feedback: FeedbackRow;
  members: MemberRow;
  suppressions: SuppressionRow;
  signing_keys: SigningKeyRow;
  notices: NoticeRow;
  digests: DigestRow;
  digest_events: DigestEventRow;
  digest_notices: DigestNoticeRow;
  corrections: CorrectionRow;
  channel_notices: ChannelNoticeRow;
  asked_addresses: AskedAddressRow;
  deliveries: DeliveryRow;
  delivery_attempts: DeliveryAttemptRow;
  delivery_events: DeliveryEventRow;
  moves: MoveRow;
  site_looks: SiteLookRow;
  site_sources: SiteSourceRow;
  found_addresses: FoundAddressRow;
}
