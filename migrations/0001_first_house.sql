-- The data model of DESIGN 5. Times of the product (checked_at, due_at, …) come from the caller's clock, so that a
-- history can be played at its own times; leases use the database's clock, so that skewed workers do no harm.

create table accounts (
  id bigint generated always as identity primary key,
  name text not null unique,
  time_zone text not null default 'UTC',
  digest_hour smallint not null default 8 check (digest_hour between 0 and 23),
  quiet_monday boolean not null default true,
  created_at timestamptz not null
);

create table competitors (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  name text not null check (name <> ''),
  created_at timestamptz not null
);
create unique index competitors_name on competitors (account_id, lower(name));

-- One row a host name: the earliest time of the next visit, over all workers.
create table hosts (
  name text primary key,
  next_at timestamptz not null default '-infinity'
);

-- Fencing: a lease is written back only under the token it was taken with.
create sequence lease_tokens;

create table pages (
  id bigint generated always as identity primary key,
  url text not null,
  page_key text not null unique,
  host text not null references hosts,
  -- Registrable domain: the same difference on several pages of one site is one event (P8).
  site text not null,
  kind text not null,
  -- CSS selector; null: the whole page.
  scope text,
  lane text not null default 'html' check (lane in ('html', 'render')),
  every_s integer not null check (every_s >= 60),
  next_check_at timestamptz not null,
  lease_until timestamptz,
  lease_token bigint,
  failing_since timestamptz,
  failures integer not null default 0 check (failures >= 0),
  paused_at timestamptz,
  created_at timestamptz not null,
  check ((lease_until is null) = (lease_token is null))
);
create index pages_due on pages (next_check_at) where paused_at is null;
create index pages_site on pages (site);

-- Bytes of an answer, stored once by their SHA-256, zstd-compressed, so that they can be read again.
create table snapshots (
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  body bytea not null,
  bytes integer not null,
  created_at timestamptz not null
);

create table versions (
  id bigint generated always as identity primary key,
  page_id bigint not null references pages on delete cascade,
  -- Carries the reader version: another reader never makes an equal hash.
  content_hash text not null,
  snapshot_hash text not null references snapshots,
  reader_version integer not null,
  content_type text,
  final_url text not null,
  blocks jsonb not null,
  markdown text not null,
  text_length integer not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- When a second read agreed with the first; null: seen once only.
  confirmed_at timestamptz,
  unique (page_id, content_hash),
  -- So that a change can demand two versions of its own page.
  unique (page_id, id)
);
create index versions_snapshot on versions (snapshot_hash);

create table checks (
  id bigint generated always as identity primary key,
  page_id bigint not null references pages on delete cascade,
  checked_at timestamptz not null,
  outcome text not null check (outcome in
    ('first', 'unchanged', 'suspected', 'changed', 'noise', 'held', 'failed', 'blocked', 'gone')),
  witness text check (witness in ('304', 'bytes', 'content', 'render')),
  reason text not null,
  status smallint,
  final_url text,
  etag text,
  last_modified text,
  request_digest text,
  -- The version that these validators came with (P3); null: they vouch for nothing and are never sent.
  vouches_for bigint,
  -- SHA-256 of the bytes as they came over the wire.
  bytes_hash text,
  sighted_version_id bigint,
  -- Only when the sighted version was adopted: the baseline is the newest row that has it (P2).
  content_hash text,
  -- Was the page asked for without validators? (P3: at least every 7 days or 50 304s.)
  unconditional boolean not null,
  bytes integer not null default 0,
  requests smallint not null default 0,
  ms integer not null default 0,
  trace jsonb not null default '{}',
  foreign key (page_id, vouches_for) references versions (page_id, id),
  foreign key (page_id, sighted_version_id) references versions (page_id, id),
  check (content_hash is null or sighted_version_id is not null),
  -- A failed check yields no sighting (DESIGN 1).
  check (outcome not in ('failed', 'blocked', 'gone') or sighted_version_id is null)
);
create index checks_page on checks (page_id, id desc);
-- The two prior-state reads (P2), each with an index of its own.
create index checks_validators on checks (page_id, id desc) where etag is not null or last_modified is not null;
create index checks_adopted on checks (page_id, id desc) where content_hash is not null;
create index checks_sighted on checks (page_id, id desc) where sighted_version_id is not null;
create index checks_bytes on checks (page_id, bytes_hash) where sighted_version_id is not null;

-- What differs between two reads moments apart, per place. Each row is a line of the ledger, counted.
create table volatile_places (
  page_id bigint not null references pages on delete cascade,
  place_key text not null,
  place jsonb not null,
  -- Masked texts (times and counters as #) that this place has shown.
  texts jsonb not null,
  times integer not null check (times > 0),
  first_at timestamptz not null,
  last_at timestamptz not null,
  last_before text,
  last_after text,
  primary key (page_id, place_key)
);

-- P1: no version, no comparison.
create table changes (
  id bigint generated always as identity primary key,
  page_id bigint not null references pages on delete cascade,
  from_version_id bigint not null,
  to_version_id bigint not null,
  check_id bigint not null references checks on delete cascade,
  last_seen_unchanged_at timestamptz not null,
  first_seen_changed_at timestamptz not null,
  confirmed_at timestamptz not null,
  foreign key (page_id, from_version_id) references versions (page_id, id),
  foreign key (page_id, to_version_id) references versions (page_id, id),
  check (from_version_id <> to_version_id),
  unique (page_id, id)
);
create index changes_page on changes (page_id, id desc);

create table events (
  id bigint generated always as identity primary key,
  page_id bigint not null references pages on delete cascade,
  site text not null,
  before_version_id bigint not null,
  after_version_id bigint not null,
  kind text not null,
  tags jsonb not null,
  severity text not null check (severity in ('low', 'medium', 'high', 'critical')),
  severity_reasons jsonb not null,
  headline text not null check (headline <> ''),
  summary text not null,
  our_read text,
  action text,
  numbers jsonb not null,
  -- Exact quotes with their places; an event without evidence cannot be written.
  quotes jsonb not null check (jsonb_array_length(quotes) > 0),
  written_by text not null check (written_by in ('rules', 'model')),
  last_seen_unchanged_at timestamptz not null,
  first_seen_changed_at timestamptz not null,
  confirmed_at timestamptz not null,
  told_at timestamptz not null,
  returns text check (returns in ('reversal', 'alternation')),
  reverses_event_id bigint references events,
  -- The check that believed the first of its differences: subscriptions that began later do not get it.
  check_id bigint not null references checks on delete cascade,
  foreign key (page_id, before_version_id) references versions (page_id, id),
  foreign key (page_id, after_version_id) references versions (page_id, id),
  check (before_version_id <> after_version_id)
);
create index events_page on events (page_id, id desc);
create index events_site on events (site, told_at desc);

create table differences (
  id bigint generated always as identity primary key,
  page_id bigint not null references pages on delete cascade,
  change_id bigint not null,
  kind text not null,
  -- Equal for the same news on any page or place.
  key text not null,
  inverse_key text not null,
  place jsonb not null,
  place_key text not null,
  before text,
  after text,
  hunk integer not null,
  labels jsonb not null,
  values_before jsonb not null,
  values_after jsonb not null,
  urgency jsonb,
  state text not null check (state in ('noise', 'pending', 'told', 'withdrawn')),
  -- Why it stands in this state, in words.
  reason text not null,
  -- False: only one of two reads that disagreed elsewhere showed it; the next check confirms or withdraws it.
  confirmed boolean not null,
  began_at timestamptz not null,
  due_at timestamptz,
  -- A check at or after due_at saw it still standing: it waits only for its words.
  fell_due_at timestamptz,
  reverses_id bigint references differences,
  alternates boolean not null default false,
  event_id bigint references events,
  decided_at timestamptz not null,
  foreign key (page_id, change_id) references changes (page_id, id),
  check (before is not null or after is not null),
  check ((state = 'told') = (event_id is not null)),
  check (state <> 'pending' or due_at is not null)
);
create index differences_pending on differences (page_id) where state = 'pending';
create index differences_fell_due on differences (page_id) where state = 'pending' and fell_due_at is not null;
create index differences_change on differences (change_id);
create index differences_event on differences (event_id) where event_id is not null;
create index differences_told on differences (page_id, key) where state = 'told';

-- A difference is told in one event at most (P8): once set, event_id stays.
create function keep_event_id() returns trigger language plpgsql as $$
begin
  if old.event_id is not null and new.event_id is distinct from old.event_id then
    raise exception 'difference % was told in event % already', old.id, old.event_id;
  end if;
  return new;
end $$;
create trigger differences_told_once before update on differences
  for each row execute function keep_event_id();

create table model_calls (
  -- SHA-256 of prompt version, model and exact input: the same question is never paid twice.
  input_hash text primary key,
  purpose text not null,
  prompt_version text not null,
  model text not null,
  output jsonb not null,
  tokens_in integer not null,
  tokens_out integer not null,
  cost_usd numeric not null,
  created_at timestamptz not null
);

create table channels (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  kind text not null check (kind in ('email', 'slack')),
  address text not null,
  -- A channel without a digest gets medium and low events when they fall due.
  takes_digest boolean not null,
  disabled_at timestamptz,
  disabled_reason text,
  created_at timestamptz not null,
  unique (account_id, kind, address)
);

create table subscriptions (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  page_id bigint not null references pages on delete cascade,
  competitor_id bigint not null references competitors,
  -- The URL as this account gave it; the page keeps the one that was given first.
  url text not null,
  least text not null default 'low' check (least in ('low', 'medium', 'high', 'critical')),
  -- Kinds or families; null: all.
  kinds jsonb,
  instruction text,
  muted_until timestamptz,
  started_at timestamptz not null,
  -- The page's newest check when the subscription began (0: none): it gets what was believed after that, by whatever
  -- clock the checks are dated.
  after_check_id bigint not null,
  unique (account_id, page_id)
);

-- No row for a subscription: all channels of the account.
create table subscription_channels (
  subscription_id bigint not null references subscriptions on delete cascade,
  channel_id bigint not null references channels on delete cascade,
  primary key (subscription_id, channel_id)
);

create table notices (
  id bigint generated always as identity primary key,
  page_id bigint not null references pages on delete cascade,
  kind text not null,
  severity text not null check (severity in ('low', 'medium', 'high', 'critical')),
  headline text not null,
  since timestamptz not null,
  created_at timestamptz not null,
  unique (page_id, kind, since)
);

create table digests (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  local_date date not null,
  created_at timestamptz not null,
  unique (account_id, local_date)
);

-- Which events a digest took: content by event, not by time, so that no clock change loses or repeats one. It takes events
-- that it does not show as well (muted, below the floor, over before anybody heard of them), so that no later one looks at
-- them again. Who was told is a fact of what was shown: a reversal follows that, not the taking.
create table digest_events (
  digest_id bigint not null references digests on delete cascade,
  event_id bigint not null references events on delete cascade,
  shown boolean not null,
  primary key (digest_id, event_id)
);
create index digest_events_event on digest_events (event_id);

-- One message to one channel. The row is the truth, a job only wakes it.
create table deliveries (
  id bigint generated always as identity primary key,
  channel_id bigint not null references channels on delete cascade,
  event_id bigint references events,
  notice_id bigint references notices,
  digest_id bigint references digests,
  state text not null default 'queued' check (state in ('queued', 'sent', 'dead')),
  -- Constant over all tries, so that a reply that may or may not have arrived cannot become a second message.
  idempotency_key text not null unique,
  -- Rendered once, before the first try: the same key with another body is an error at the mail service.
  message jsonb not null,
  attempts integer not null default 0,
  attempt_token bigint,
  attempt_until timestamptz,
  next_attempt_at timestamptz not null,
  answer_code integer,
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz,
  check (num_nonnulls(event_id, notice_id, digest_id) = 1),
  unique (channel_id, event_id),
  unique (channel_id, notice_id),
  unique (channel_id, digest_id)
);
create index deliveries_due on deliveries (next_attempt_at) where state = 'queued';
