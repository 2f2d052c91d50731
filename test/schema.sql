create table accounts (
  id bigint not null generated always as identity,
  name text not null,
  time_zone text not null default 'UTC'::text,
  digest_hour smallint not null default 8,
  quiet_monday boolean not null default true,
  created_at timestamp with time zone not null,
  rules jsonb,
  muted_until timestamp with time zone,
  watch_words jsonb not null default '[]'::jsonb,
  own_products jsonb not null default '[]'::jsonb,
  instruction text,
  digest_days jsonb not null default '[1, 2, 3, 4, 5, 6, 7]'::jsonb,
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_name_key UNIQUE (name),
  constraint accounts_digest_hour_check CHECK (((digest_hour >= 0) AND (digest_hour <= 23)))
);

create table asked_addresses (
  id bigint not null generated always as identity,
  address text not null,
  asked_at timestamp with time zone not null,
  constraint asked_addresses_pkey PRIMARY KEY (id)
);
CREATE INDEX asked_addresses_address ON public.asked_addresses USING btree (address, asked_at);

create table changes (
  id bigint not null generated always as identity,
  page_id bigint not null,
  from_version_id bigint not null,
  to_version_id bigint not null,
  check_id bigint not null,
  last_seen_unchanged_at timestamp with time zone not null,
  first_seen_changed_at timestamp with time zone not null,
  confirmed_at timestamp with time zone not null,
  constraint changes_pkey PRIMARY KEY (id),
  constraint changes_page_id_id_key UNIQUE (page_id, id),
  constraint changes_check_id_fkey FOREIGN KEY (check_id) REFERENCES checks(id) ON DELETE CASCADE,
  constraint changes_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE,
  constraint changes_page_id_from_version_id_fkey FOREIGN KEY (page_id, from_version_id) REFERENCES versions(page_id, id),
  constraint changes_page_id_to_version_id_fkey FOREIGN KEY (page_id, to_version_id) REFERENCES versions(page_id, id),
  constraint changes_check CHECK ((from_version_id <> to_version_id))
);
CREATE INDEX changes_page ON public.changes USING btree (page_id, id DESC);

create table channel_notices (
  id bigint not null generated always as identity,
  channel_id bigint not null,
  kind text not null,
  since timestamp with time zone not null,
  reason text,
  created_at timestamp with time zone not null,
  constraint channel_notices_pkey PRIMARY KEY (id),
  constraint channel_notices_channel_id_kind_since_key UNIQUE (channel_id, kind, since),
  constraint channel_notices_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channels(id) ON DELETE CASCADE,
  constraint channel_notices_kind_check CHECK ((kind = ANY (ARRAY['channel.confirm'::text, 'channel.failing'::text, 'channel.disabled'::text, 'channel.refused'::text, 'channel.unclear'::text])))
);

create table channels (
  id bigint not null generated always as identity,
  account_id bigint not null,
  kind text not null,
  address text not null,
  takes_digest boolean not null,
  disabled_at timestamp with time zone,
  disabled_reason text,
  created_at timestamp with time zone not null,
  name text,
  secrets jsonb not null default '[]'::jsonb,
  confirmed_at timestamp with time zone,
  digest_ended_at timestamp with time zone,
  failing_since timestamp with time zone,
  constraint channels_pkey PRIMARY KEY (id),
  constraint channels_account_id_kind_address_key UNIQUE (account_id, kind, address),
  constraint channels_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint channels_kind CHECK ((kind ~ '^[a-z]{1,20}$'::text))
);

create table checks (
  id bigint not null generated always as identity,
  page_id bigint not null,
  checked_at timestamp with time zone not null,
  outcome text not null,
  witness text,
  reason text not null,
  status smallint,
  final_url text,
  etag text,
  last_modified text,
  request_digest text,
  vouches_for bigint,
  bytes_hash text,
  sighted_version_id bigint,
  content_hash text,
  unconditional boolean not null,
  bytes integer not null default 0,
  requests smallint not null default 0,
  ms integer not null default 0,
  trace jsonb not null default '{}'::jsonb,
  gone_as text,
  moved_to text,
  constraint checks_pkey PRIMARY KEY (id),
  constraint checks_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE,
  constraint checks_page_id_sighted_version_id_fkey FOREIGN KEY (page_id, sighted_version_id) REFERENCES versions(page_id, id),
  constraint checks_page_id_vouches_for_fkey FOREIGN KEY (page_id, vouches_for) REFERENCES versions(page_id, id),
  constraint checks_check CHECK (((content_hash IS NULL) OR (sighted_version_id IS NOT NULL))),
  constraint checks_check1 CHECK (((outcome <> ALL (ARRAY['failed'::text, 'blocked'::text, 'gone'::text])) OR (sighted_version_id IS NULL))),
  constraint checks_gone CHECK (((outcome = 'gone'::text) = (gone_as IS NOT NULL))),
  constraint checks_gone_as_check CHECK ((gone_as = ANY (ARRAY['missing'::text, 'moved'::text, 'elsewhere'::text]))),
  constraint checks_moved CHECK ((COALESCE((gone_as = 'moved'::text), false) = (moved_to IS NOT NULL))),
  constraint checks_outcome_check CHECK ((outcome = ANY (ARRAY['first'::text, 'unchanged'::text, 'suspected'::text, 'changed'::text, 'noise'::text, 'held'::text, 'failed'::text, 'blocked'::text, 'gone'::text]))),
  constraint checks_witness_check CHECK ((witness = ANY (ARRAY['304'::text, 'bytes'::text, 'content'::text, 'render'::text])))
);
CREATE INDEX checks_adopted ON public.checks USING btree (page_id, id DESC) WHERE (content_hash IS NOT NULL);
CREATE INDEX checks_bytes ON public.checks USING btree (page_id, bytes_hash) WHERE (sighted_version_id IS NOT NULL);
CREATE INDEX checks_page ON public.checks USING btree (page_id, id DESC);
CREATE INDEX checks_sighted ON public.checks USING btree (page_id, id DESC) WHERE (sighted_version_id IS NOT NULL);
CREATE INDEX checks_validators ON public.checks USING btree (page_id, id DESC) WHERE ((etag IS NOT NULL) OR (last_modified IS NOT NULL));

create table competitors (
  id bigint not null generated always as identity,
  account_id bigint not null,
  name text not null,
  created_at timestamp with time zone not null,
  rules jsonb,
  muted_until timestamp with time zone,
  watch_words jsonb not null default '[]'::jsonb,
  instruction text,
  constraint competitors_pkey PRIMARY KEY (id),
  constraint competitors_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint competitors_name_check CHECK ((name <> ''::text))
);
CREATE UNIQUE INDEX competitors_name ON public.competitors USING btree (account_id, lower(name));

create table corrections (
  id bigint not null generated always as identity,
  event_id bigint not null,
  reason text not null,
  created_at timestamp with time zone not null,
  constraint corrections_pkey PRIMARY KEY (id),
  constraint corrections_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint corrections_reason_check CHECK ((reason <> ''::text))
);
CREATE INDEX corrections_event ON public.corrections USING btree (event_id);

create table deliveries (
  id bigint not null generated always as identity,
  channel_id bigint not null,
  event_id bigint,
  notice_id bigint,
  digest_id bigint,
  state text not null default 'queued'::text,
  idempotency_key text not null,
  message jsonb,
  attempts integer not null default 0,
  attempt_token bigint,
  attempt_until timestamp with time zone,
  next_attempt_at timestamp with time zone not null,
  answer_code integer,
  last_error text,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  correction_id bigint,
  channel_notice_id bigint,
  subscription_id bigint,
  page_id bigint,
  competitor_id bigint,
  routed jsonb,
  carried_by bigint,
  thread_id bigint,
  replayed_at timestamp with time zone,
  constraint deliveries_pkey PRIMARY KEY (id),
  constraint deliveries_channel_id_digest_id_key UNIQUE (channel_id, digest_id),
  constraint deliveries_channel_id_event_id_key UNIQUE (channel_id, event_id),
  constraint deliveries_channel_id_notice_id_key UNIQUE (channel_id, notice_id),
  constraint deliveries_channel_notice UNIQUE (channel_id, channel_notice_id),
  constraint deliveries_correction UNIQUE (channel_id, correction_id),
  constraint deliveries_idempotency_key_key UNIQUE (idempotency_key),
  constraint deliveries_carried_by_fkey FOREIGN KEY (carried_by) REFERENCES deliveries(id) ON DELETE CASCADE,
  constraint deliveries_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channels(id) ON DELETE CASCADE,
  constraint deliveries_channel_notice_id_fkey FOREIGN KEY (channel_notice_id) REFERENCES channel_notices(id) ON DELETE CASCADE,
  constraint deliveries_competitor_id_fkey FOREIGN KEY (competitor_id) REFERENCES competitors(id) ON DELETE SET NULL,
  constraint deliveries_correction_id_fkey FOREIGN KEY (correction_id) REFERENCES corrections(id) ON DELETE CASCADE,
  constraint deliveries_digest_id_fkey FOREIGN KEY (digest_id) REFERENCES digests(id),
  constraint deliveries_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id),
  constraint deliveries_notice_id_fkey FOREIGN KEY (notice_id) REFERENCES notices(id),
  constraint deliveries_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE,
  constraint deliveries_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id) ON DELETE SET NULL,
  constraint deliveries_thread_id_fkey FOREIGN KEY (thread_id) REFERENCES deliveries(id) ON DELETE SET NULL,
  constraint deliveries_carried CHECK (((state = 'carried'::text) = (carried_by IS NOT NULL))),
  constraint deliveries_rendered CHECK (((message IS NOT NULL) OR (state = ANY (ARRAY['carried'::text, 'dead'::text, 'withdrawn'::text])) OR ((state = 'queued'::text) AND (event_id IS NOT NULL)))),
  constraint deliveries_state CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'dead'::text, 'carried'::text, 'withdrawn'::text]))),
  constraint deliveries_subject CHECK ((num_nonnulls(event_id, notice_id, digest_id, correction_id, channel_notice_id) = 1))
);
CREATE INDEX deliveries_carried_by ON public.deliveries USING btree (carried_by) WHERE (carried_by IS NOT NULL);
CREATE INDEX deliveries_dead ON public.deliveries USING btree (channel_id) WHERE (state = 'dead'::text);
CREATE INDEX deliveries_due ON public.deliveries USING btree (next_attempt_at) WHERE (state = 'queued'::text);
CREATE INDEX deliveries_gathering ON public.deliveries USING btree (channel_id, competitor_id) WHERE ((state = 'queued'::text) AND (message IS NULL));
CREATE INDEX deliveries_subscription ON public.deliveries USING btree (subscription_id) WHERE (subscription_id IS NOT NULL);
CREATE INDEX deliveries_thread ON public.deliveries USING btree (thread_id) WHERE (thread_id IS NOT NULL);
CREATE INDEX deliveries_threads ON public.deliveries USING btree (channel_id, competitor_id, created_at) WHERE ((thread_id IS NULL) AND (message IS NOT NULL));
CREATE INDEX deliveries_waiting ON public.deliveries USING btree (channel_id, page_id) WHERE (state = 'queued'::text);

create table delivery_attempts (
  id bigint not null generated always as identity,
  delivery_id bigint not null,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  outcome text,
  code integer,
  error text,
  constraint delivery_attempts_pkey PRIMARY KEY (id),
  constraint delivery_attempts_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES deliveries(id) ON DELETE CASCADE,
  constraint delivery_attempts_check CHECK (((ended_at IS NULL) = (outcome IS NULL))),
  constraint delivery_attempts_outcome_check CHECK ((outcome = ANY (ARRAY['sent'::text, 'failed'::text, 'unclear'::text, 'refused'::text])))
);
CREATE INDEX delivery_attempts_delivery ON public.delivery_attempts USING btree (delivery_id, id);

create table delivery_events (
  delivery_id bigint not null,
  event_id bigint not null,
  constraint delivery_events_pkey PRIMARY KEY (delivery_id, event_id),
  constraint delivery_events_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES deliveries(id) ON DELETE CASCADE,
  constraint delivery_events_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE
);
CREATE INDEX delivery_events_event ON public.delivery_events USING btree (event_id);

create table differences (
  id bigint not null generated always as identity,
  page_id bigint not null,
  change_id bigint not null,
  kind text not null,
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
  state text not null,
  reason text not null,
  confirmed boolean not null,
  began_at timestamp with time zone not null,
  due_at timestamp with time zone,
  fell_due_at timestamp with time zone,
  reverses_id bigint,
  alternates boolean not null default false,
  event_id bigint,
  decided_at timestamp with time zone not null,
  constraint differences_pkey PRIMARY KEY (id),
  constraint differences_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id),
  constraint differences_page_id_change_id_fkey FOREIGN KEY (page_id, change_id) REFERENCES changes(page_id, id),
  constraint differences_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE,
  constraint differences_reverses_id_fkey FOREIGN KEY (reverses_id) REFERENCES differences(id),
  constraint differences_check CHECK (((before IS NOT NULL) OR (after IS NOT NULL))),
  constraint differences_check1 CHECK (((state = 'told'::text) = (event_id IS NOT NULL))),
  constraint differences_check2 CHECK (((state <> 'pending'::text) OR (due_at IS NOT NULL))),
  constraint differences_state_check CHECK ((state = ANY (ARRAY['noise'::text, 'pending'::text, 'told'::text, 'withdrawn'::text])))
);
CREATE INDEX differences_change ON public.differences USING btree (change_id);
CREATE INDEX differences_event ON public.differences USING btree (event_id) WHERE (event_id IS NOT NULL);
CREATE INDEX differences_fell_due ON public.differences USING btree (page_id) WHERE ((state = 'pending'::text) AND (fell_due_at IS NOT NULL));
CREATE INDEX differences_pending ON public.differences USING btree (page_id) WHERE (state = 'pending'::text);
CREATE INDEX differences_told ON public.differences USING btree (page_id, key) WHERE (state = 'told'::text);

create table digest_events (
  digest_id bigint not null,
  event_id bigint not null,
  constraint digest_events_pkey PRIMARY KEY (digest_id, event_id),
  constraint digest_events_digest_id_fkey FOREIGN KEY (digest_id) REFERENCES digests(id) ON DELETE CASCADE,
  constraint digest_events_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE
);
CREATE INDEX digest_events_event ON public.digest_events USING btree (event_id);

create table digest_notices (
  digest_id bigint not null,
  notice_id bigint not null,
  shown boolean not null,
  constraint digest_notices_pkey PRIMARY KEY (digest_id, notice_id),
  constraint digest_notices_digest_id_fkey FOREIGN KEY (digest_id) REFERENCES digests(id) ON DELETE CASCADE,
  constraint digest_notices_notice_id_fkey FOREIGN KEY (notice_id) REFERENCES notices(id) ON DELETE CASCADE
);
CREATE INDEX digest_notices_notice ON public.digest_notices USING btree (notice_id);

create table digests (
  id bigint not null generated always as identity,
  account_id bigint not null,
  local_date date,
  created_at timestamp with time zone not null,
  on_request boolean not null default false,
  constraint digests_pkey PRIMARY KEY (id),
  constraint digests_account_id_local_date_key UNIQUE (account_id, local_date),
  constraint digests_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint digests_dated CHECK (((local_date IS NULL) = on_request))
);

create table events (
  id bigint not null generated always as identity,
  page_id bigint not null,
  site text not null,
  before_version_id bigint not null,
  after_version_id bigint not null,
  kind text not null,
  tags jsonb not null,
  severity text not null,
  severity_reasons jsonb not null,
  headline text not null,
  summary text not null,
  our_read text,
  action text,
  numbers jsonb not null,
  quotes jsonb not null,
  written_by text not null,
  last_seen_unchanged_at timestamp with time zone not null,
  first_seen_changed_at timestamp with time zone not null,
  confirmed_at timestamp with time zone not null,
  told_at timestamp with time zone not null,
  returns text,
  reverses_event_id bigint,
  check_id bigint not null,
  page_kind text,
  wants_words boolean not null default false,
  improved_at timestamp with time zone,
  calls jsonb not null default '[]'::jsonb,
  constraint events_pkey PRIMARY KEY (id),
  constraint events_check_id_fkey FOREIGN KEY (check_id) REFERENCES checks(id) ON DELETE CASCADE,
  constraint events_page_id_after_version_id_fkey FOREIGN KEY (page_id, after_version_id) REFERENCES versions(page_id, id),
  constraint events_page_id_before_version_id_fkey FOREIGN KEY (page_id, before_version_id) REFERENCES versions(page_id, id),
  constraint events_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE,
  constraint events_reverses_event_id_fkey FOREIGN KEY (reverses_event_id) REFERENCES events(id),
  constraint events_check CHECK ((before_version_id <> after_version_id)),
  constraint events_headline_check CHECK ((headline <> ''::text)),
  constraint events_quotes_check CHECK ((jsonb_array_length(quotes) > 0)),
  constraint events_returns_check CHECK ((returns = ANY (ARRAY['reversal'::text, 'alternation'::text]))),
  constraint events_severity_check CHECK ((severity = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text, 'critical'::text]))),
  constraint events_written_by_check CHECK ((written_by = ANY (ARRAY['rules'::text, 'model'::text])))
);
CREATE INDEX events_page ON public.events USING btree (page_id, id DESC);
CREATE INDEX events_site ON public.events USING btree (site, told_at DESC);
CREATE INDEX events_wanting_words ON public.events USING btree (id) WHERE wants_words;

create table feedback (
  id bigint not null generated always as identity,
  event_id bigint not null,
  channel_id bigint not null,
  verdict text not null,
  created_at timestamp with time zone not null,
  constraint feedback_pkey PRIMARY KEY (id),
  constraint feedback_event_id_channel_id_key UNIQUE (event_id, channel_id),
  constraint feedback_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channels(id) ON DELETE CASCADE,
  constraint feedback_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint feedback_verdict_check CHECK ((verdict = ANY (ARRAY['useful'::text, 'not useful'::text, 'wrong'::text])))
);

create table found_addresses (
  site text not null,
  page_key text not null,
  url text not null,
  state text not null,
  found_at timestamp with time zone not null,
  constraint found_addresses_pkey PRIMARY KEY (site, page_key),
  constraint found_addresses_site_fkey FOREIGN KEY (site) REFERENCES site_looks(site) ON DELETE CASCADE,
  constraint found_addresses_state_check CHECK ((state = ANY (ARRAY['known'::text, 'waiting'::text, 'offered'::text])))
);

create table hosts (
  name text not null,
  next_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
  held_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  busy_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  wanted_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  constraint hosts_pkey PRIMARY KEY (name)
);

create table members (
  id bigint not null generated always as identity,
  account_id bigint not null,
  email text not null,
  role text not null,
  created_at timestamp with time zone not null,
  constraint members_pkey PRIMARY KEY (id),
  constraint members_account_id_email_key UNIQUE (account_id, email),
  constraint members_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint members_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'member'::text, 'viewer'::text])))
);

create table migrations (
  number integer not null,
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default now(),
  constraint migrations_pkey PRIMARY KEY (number)
);

create table model_calls (
  input_hash text not null,
  purpose text not null,
  prompt_version text not null,
  model text not null,
  output jsonb,
  tokens_in integer not null,
  tokens_out integer not null,
  cost_usd numeric not null,
  created_at timestamp with time zone not null,
  reserved_usd numeric not null default 0,
  asking_until timestamp with time zone,
  tries integer not null default 1,
  page_id bigint,
  account_id bigint,
  constraint model_calls_pkey PRIMARY KEY (input_hash),
  constraint model_calls_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE SET NULL,
  constraint model_calls_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE SET NULL
);
CREATE INDEX model_calls_day ON public.model_calls USING btree (created_at);
CREATE INDEX model_calls_page ON public.model_calls USING btree (page_id, created_at);

create table model_keys (
  key_hash text not null,
  origin text not null,
  first_used_at timestamp with time zone not null,
  constraint model_keys_pkey PRIMARY KEY (key_hash)
);

create table moves (
  id bigint not null generated always as identity,
  page_id bigint not null,
  from_url text not null,
  from_key text not null,
  to_url text not null,
  after_check_id bigint not null,
  after_notice_id bigint not null,
  accepted_by bigint,
  accepted_at timestamp with time zone not null,
  constraint moves_pkey PRIMARY KEY (id),
  constraint moves_accepted_by_fkey FOREIGN KEY (accepted_by) REFERENCES accounts(id) ON DELETE SET NULL,
  constraint moves_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE
);
CREATE INDEX moves_key ON public.moves USING btree (from_key);
CREATE INDEX moves_page ON public.moves USING btree (page_id, id DESC);

create table mutes (
  id bigint not null generated always as identity,
  subscription_id bigint not null,
  channel_id bigint not null,
  kind text,
  until timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint mutes_pkey PRIMARY KEY (id),
  constraint mutes_subscription_id_channel_id_kind_key UNIQUE NULLS NOT DISTINCT (subscription_id, channel_id, kind),
  constraint mutes_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channels(id) ON DELETE CASCADE,
  constraint mutes_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id) ON DELETE CASCADE
);

create table notices (
  id bigint not null generated always as identity,
  page_id bigint not null,
  kind text not null,
  severity text not null,
  headline text not null,
  since timestamp with time zone not null,
  created_at timestamp with time zone not null,
  advice text,
  address text,
  constraint notices_pkey PRIMARY KEY (id),
  constraint notices_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE,
  constraint notices_severity_check CHECK ((severity = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text, 'critical'::text])))
);
CREATE UNIQUE INDEX notices_once ON public.notices USING btree (page_id, kind, since, COALESCE(address, ''::text));

create table pages (
  id bigint not null generated always as identity,
  url text not null,
  page_key text not null,
  host text not null,
  site text not null,
  kind text not null,
  lane text not null default 'html'::text,
  every_s integer not null,
  next_check_at timestamp with time zone not null,
  lease_until timestamp with time zone,
  lease_token bigint,
  failing_since timestamp with time zone,
  failures integer not null default 0,
  paused_at timestamp with time zone,
  created_at timestamp with time zone not null,
  focus jsonb not null default '{"side": "both", "scope": null, "ignored": []}'::jsonb,
  every_exact boolean not null default false,
  noarchive boolean not null default false,
  scheduled_by_clock timestamp with time zone,
  scheduled_at timestamp with time zone,
  constraint pages_pkey PRIMARY KEY (id),
  constraint pages_page_key_key UNIQUE (page_key),
  constraint pages_host_fkey FOREIGN KEY (host) REFERENCES hosts(name),
  constraint pages_check CHECK (((lease_until IS NULL) = (lease_token IS NULL))),
  constraint pages_every_s_check CHECK ((every_s >= 60)),
  constraint pages_failures_check CHECK ((failures >= 0)),
  constraint pages_lane_check CHECK ((lane = ANY (ARRAY['html'::text, 'render'::text])))
);
CREATE INDEX pages_due ON public.pages USING btree (next_check_at) WHERE (paused_at IS NULL);
CREATE INDEX pages_leased ON public.pages USING btree (host) WHERE (lease_until IS NOT NULL);
CREATE INDEX pages_site ON public.pages USING btree (site);

create table robots (
  origin text not null,
  host text not null,
  rules text not null,
  asked_at timestamp with time zone not null,
  answered_at timestamp with time zone,
  unreachable_since timestamp with time zone,
  unreachable_reason text,
  status smallint,
  final_url text,
  etag text,
  last_modified text,
  crawl_delay_s real not null default 0,
  constraint robots_pkey PRIMARY KEY (origin),
  constraint robots_host_fkey FOREIGN KEY (host) REFERENCES hosts(name),
  constraint robots_check CHECK (((unreachable_since IS NULL) = (unreachable_reason IS NULL))),
  constraint robots_check1 CHECK (((answered_at IS NOT NULL) OR (unreachable_since IS NOT NULL))),
  constraint robots_crawl_delay_s_check CHECK (((crawl_delay_s >= (0)::double precision) AND (crawl_delay_s <= (60)::double precision)))
);
CREATE INDEX robots_host ON public.robots USING btree (host);

create table signing_keys (
  name text not null,
  key bytea not null,
  constraint signing_keys_pkey PRIMARY KEY (name),
  constraint signing_keys_key_check CHECK ((octet_length(key) >= 32))
);

create table site_looks (
  site text not null,
  looked_at timestamp with time zone not null,
  constraint site_looks_pkey PRIMARY KEY (site)
);

create table site_sources (
  site text not null,
  name text not null,
  tried_at timestamp with time zone,
  read_at timestamp with time zone,
  constraint site_sources_pkey PRIMARY KEY (site, name),
  constraint site_sources_site_fkey FOREIGN KEY (site) REFERENCES site_looks(site) ON DELETE CASCADE
);

create table snapshots (
  hash text not null,
  body bytea,
  bytes integer not null,
  created_at timestamp with time zone not null,
  constraint snapshots_pkey PRIMARY KEY (hash),
  constraint snapshots_hash_check CHECK ((hash ~ '^[0-9a-f]{64}$'::text))
);

create table subscriptions (
  id bigint not null generated always as identity,
  account_id bigint not null,
  page_id bigint not null,
  competitor_id bigint not null,
  url text not null,
  instruction text,
  muted_until timestamp with time zone,
  started_at timestamp with time zone not null,
  after_check_id bigint not null,
  focus jsonb not null default '{"side": "both", "scope": null, "ignored": []}'::jsonb,
  despite_robots boolean not null default false,
  rules jsonb,
  watch_words jsonb not null default '[]'::jsonb,
  constraint subscriptions_pkey PRIMARY KEY (id),
  constraint subscriptions_account_id_page_id_key UNIQUE (account_id, page_id),
  constraint subscriptions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint subscriptions_competitor_id_fkey FOREIGN KEY (competitor_id) REFERENCES competitors(id),
  constraint subscriptions_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE
);
CREATE INDEX subscriptions_competitor ON public.subscriptions USING btree (competitor_id);
CREATE INDEX subscriptions_page ON public.subscriptions USING btree (page_id);

create table suppressions (
  address text not null,
  reason text not null,
  detail text not null,
  created_at timestamp with time zone not null,
  lifted_at timestamp with time zone,
  constraint suppressions_pkey PRIMARY KEY (address),
  constraint suppressions_check CHECK (((lifted_at IS NULL) OR (reason = 'bounce'::text))),
  constraint suppressions_reason_check CHECK ((reason = ANY (ARRAY['bounce'::text, 'complaint'::text])))
);

create table versions (
  id bigint not null generated always as identity,
  page_id bigint not null,
  content_hash text not null,
  snapshot_hash text not null,
  reader_version integer not null,
  content_type text,
  final_url text not null,
  blocks jsonb not null,
  markdown text not null,
  text_length integer not null,
  first_seen_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  scope text,
  noarchive boolean not null default false,
  purged_at timestamp with time zone,
  constraint versions_pkey PRIMARY KEY (id),
  constraint versions_page_id_content_hash_key UNIQUE (page_id, content_hash),
  constraint versions_page_id_id_key UNIQUE (page_id, id),
  constraint versions_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE,
  constraint versions_snapshot_hash_fkey FOREIGN KEY (snapshot_hash) REFERENCES snapshots(hash)
);
CREATE INDEX versions_snapshot ON public.versions USING btree (snapshot_hash);
CREATE INDEX versions_unpurged ON public.versions USING btree (page_id) WHERE (noarchive AND (purged_at IS NULL));

create table volatile_places (
  page_id bigint not null,
  place_key text not null,
  place jsonb not null,
  texts jsonb not null,
  times integer not null,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  last_before text,
  last_after text,
  constraint volatile_places_pkey PRIMARY KEY (page_id, place_key),
  constraint volatile_places_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE,
  constraint volatile_places_times_check CHECK ((times > 0))
);

create sequence lease_tokens as bigint start 1 increment 1;

CREATE OR REPLACE FUNCTION public.keep_event_id()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.event_id is not null and new.event_id is distinct from old.event_id then
    raise exception 'difference % was told in event % already', old.id, old.event_id;
  end if;
  return new;
end $function$;

CREATE TRIGGER differences_told_once BEFORE UPDATE ON public.differences FOR EACH ROW EXECUTE FUNCTION keep_event_id();
