-- What the links of mails are signed with: made once, kept with the data, so that links outlive restarts and go with a backup.
create table signing_keys (
  name text primary key,
  key bytea not null check (octet_length(key) >= 32)
);

-- Who belongs to an account. Owners hear of trouble with its channels.
create table members (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  email text not null,
  role text not null check (role in ('owner', 'member', 'viewer')),
  created_at timestamptz not null,
  unique (account_id, email)
);

-- A kind of channel is a file of the program, not a row of the schema.
alter table channels drop constraint channels_kind_check;
alter table channels add constraint channels_kind check (kind ~ '^[a-z]{1,20}$');
-- What people call it: "#rivals".
alter table channels add column name text;
-- Secrets that its messages are signed with, newest first: both hold while the receiver changes over.
alter table channels add column secrets jsonb not null default '[]';
-- When the reader of a mail address said yes to our mail; null: nothing but that question goes there. Other kinds have
-- shown consent by handing out their address.
alter table channels add column confirmed_at timestamptz;
update channels set confirmed_at = created_at;
-- Its reader wants no digests: lesser news then comes nowhere, rather than at once.
alter table channels add column digest_ended_at timestamptz;
-- Since when it takes nothing; null: it took the last message.
alter table channels add column failing_since timestamptz;

-- Addresses that bounced or complained: nothing goes there, whoever asks.
create table suppressions (
  address text primary key,
  reason text not null check (reason in ('bounce', 'complaint')),
  detail text not null,
  created_at timestamptz not null
);

-- Rules of an account hold for its competitors, those of a competitor for its pages, unless one has its own; null: none.
-- A rule: {kinds, least, pace, channels}. The first whose kinds and severity fit decides (core/routing.ts).
alter table accounts add column rules jsonb;
alter table accounts add column muted_until timestamptz;
alter table accounts add column watch_words jsonb not null default '[]';
alter table accounts add column own_products jsonb not null default '[]';
alter table accounts add column instruction text;
alter table competitors add column rules jsonb;
alter table competitors add column muted_until timestamptz;
alter table competitors add column watch_words jsonb not null default '[]';
alter table competitors add column instruction text;
alter table subscriptions add column rules jsonb;
alter table subscriptions add column watch_words jsonb not null default '[]';
update subscriptions s
  set rules = jsonb_build_array(jsonb_build_object(
    'kinds', s.kinds, 'least', s.least, 'pace', 'by severity', 'channels', named.ids))
  from (
    select subscriptions.id, jsonb_agg(sc.channel_id order by sc.channel_id) filter (where sc.channel_id is not null) as ids
    from subscriptions left join subscription_channels sc on sc.subscription_id = subscriptions.id
    group by subscriptions.id
  ) named
  where named.id = s.id and (s.kinds is not null or s.least <> 'low' or named.ids is not null);
alter table subscriptions drop column kinds;
alter table subscriptions drop column least;
drop table subscription_channels;

-- "Who watches this page?", and "which pages are of this competitor?"
create index subscriptions_page on subscriptions (page_id);
create index subscriptions_competitor on subscriptions (competitor_id);

-- What one channel does not want to hear of one page, by a click in a message: a kind, or everything (null); until a time,
-- or for good (null). It binds that channel alone: others who read the account's news go on hearing.
create table mutes (
  id bigint generated always as identity primary key,
  subscription_id bigint not null references subscriptions on delete cascade,
  channel_id bigint not null references channels on delete cascade,
  kind text,
  until timestamptz,
  created_at timestamptz not null,
  unique nulls not distinct (subscription_id, channel_id, kind)
);

-- What a reader said of an event that was told; the newest word counts.
create table feedback (
  id bigint generated always as identity primary key,
  event_id bigint not null references events on delete cascade,
  channel_id bigint not null references channels on delete cascade,
  verdict text not null check (verdict in ('useful', 'not useful', 'wrong')),
  created_at timestamptz not null,
  unique (event_id, channel_id)
);

-- 1 Monday to 7 Sunday.
alter table accounts add column digest_days jsonb not null default '[1, 2, 3, 4, 5, 6, 7]';

-- A digest that was asked for takes no date and no events: the next usual one is not changed by it.
alter table digests alter column local_date drop not null;
alter table digests add column on_request boolean not null default false;
alter table digests add constraint digests_dated check ((local_date is null) = on_request);

-- What was told turned out to be wrong.
create table corrections (
  id bigint generated always as identity primary key,
  event_id bigint not null references events on delete cascade,
  reason text not null check (reason <> ''),
  created_at timestamptz not null
);

-- A message about a channel itself: please confirm, it takes nothing, it is switched off.
create table channel_notices (
  id bigint generated always as identity primary key,
  channel_id bigint not null references channels on delete cascade,
  kind text not null check (kind in ('channel.confirm', 'channel.failing', 'channel.disabled')),
  since timestamptz not null,
  reason text,
  created_at timestamptz not null,
  unique (channel_id, kind, since)
);

-- Each time an address was asked to confirm, whatever became of the channel since: at most three a day.
create table asked_addresses (
  id bigint generated always as identity primary key,
  address text not null,
  asked_at timestamptz not null
);
create index asked_addresses_address on asked_addresses (address, asked_at);

alter table deliveries add column correction_id bigint references corrections on delete cascade;
alter table deliveries add column channel_notice_id bigint references channel_notices on delete cascade;
alter table deliveries drop constraint deliveries_check;
alter table deliveries add constraint deliveries_subject
  check (num_nonnulls(event_id, notice_id, digest_id, correction_id, channel_notice_id) = 1);
alter table deliveries add constraint deliveries_correction unique (channel_id, correction_id);
alter table deliveries add constraint deliveries_channel_notice unique (channel_id, channel_notice_id);
-- Whose wish brought an alert here; null once they no longer watch the page: then it is not sent any more.
alter table deliveries add column subscription_id bigint references subscriptions on delete set null;
-- The page that an alert is about, which messages keep their order by.
alter table deliveries add column page_id bigint references pages on delete cascade;
alter table deliveries add column competitor_id bigint references competitors on delete set null;
-- How the account weighs the event, and why it comes at once: {severity, reasons, why}.
alter table deliveries add column routed jsonb;
-- An alert is rendered when its gathering ends, just before its first try: null until then.
alter table deliveries alter column message drop not null;
-- The delivery whose message tells this event too (changes of one competitor that came together).
alter table deliveries add column carried_by bigint references deliveries on delete cascade;
alter table deliveries drop constraint deliveries_state_check;
alter table deliveries add constraint deliveries_state check (state in ('queued', 'sent', 'dead', 'carried'));
alter table deliveries add constraint deliveries_carried check ((state = 'carried') = (carried_by is not null));
alter table deliveries add constraint deliveries_rendered
  check (message is not null or state in ('carried', 'dead') or (state = 'queued' and event_id is not null));
-- The delivery that began the thread; null: this one begins it.
alter table deliveries add column thread_id bigint references deliveries on delete set null;
-- Given up, and asked for again since: tries before that no longer count.
alter table deliveries add column replayed_at timestamptz;
create index deliveries_gathering on deliveries (channel_id, competitor_id) where state = 'queued' and message is null;
-- "Is an earlier message of this page still on its way there?"
create index deliveries_waiting on deliveries (channel_id, page_id) where state = 'queued';
-- "What began this hour's thread?"
create index deliveries_threads on deliveries (channel_id, competitor_id, created_at)
  where thread_id is null and message is not null;
create index deliveries_thread on deliveries (thread_id) where thread_id is not null;
create index deliveries_subscription on deliveries (subscription_id) where subscription_id is not null;
create index deliveries_dead on deliveries (channel_id) where state = 'dead';
create index deliveries_carried_by on deliveries (carried_by) where carried_by is not null;

-- Each try, kept: what was answered and when. A try without an end is one whose process died in it.
create table delivery_attempts (
  id bigint generated always as identity primary key,
  delivery_id bigint not null references deliveries on delete cascade,
  started_at timestamptz not null,
  ended_at timestamptz,
  outcome text check (outcome in ('sent', 'failed', 'unclear', 'refused')),
  code integer,
  error text,
  check ((ended_at is null) = (outcome is null))
);
create index delivery_attempts_delivery on delivery_attempts (delivery_id, id);

-- The events that a digest's message shows to one channel: only who was shown an event hears of its reversal.
create table delivery_events (
  delivery_id bigint not null references deliveries on delete cascade,
  event_id bigint not null references events on delete cascade,
  primary key (delivery_id, event_id)
);
create index delivery_events_event on delivery_events (event_id);
insert into delivery_events (delivery_id, event_id)
  select deliveries.id, digest_events.event_id
  from deliveries join digest_events on digest_events.digest_id = deliveries.digest_id
  where digest_events.shown;
alter table digest_events drop column shown;
