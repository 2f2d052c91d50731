-- What an origin's robots.txt said (RFC 9309), asked again when it is a day old. Its times come from the caller's clock, so
-- that a history can be played; the rules are kept as text, so that the very line that keeps us out can be shown.
create table robots (
  origin text primary key,
  host text not null references hosts,
  -- The rules of the newest answer; empty: everything may be fetched (also after a 4xx).
  rules text not null,
  asked_at timestamptz not null,
  -- When it last answered (2xx, 304 or 4xx); null: never, so that there are no rules to go by.
  answered_at timestamptz,
  -- Since when it does not answer, and why; null: it answered last time.
  unreachable_since timestamptz,
  unreachable_reason text,
  -- The status of the newest answer; null: none came.
  status smallint,
  -- Validators go back to the URL that they came from only (P4).
  final_url text,
  etag text,
  last_modified text,
  crawl_delay_s real not null default 0 check (crawl_delay_s between 0 and 60),
  check ((unreachable_since is null) = (unreachable_reason is null)),
  check (answered_at is not null or unreachable_since is not null)
);
create index robots_host on robots (host);

-- Retry-After is a wish of the host: until then none of its pages is asked for. By the caller's clock, as the checks are
-- dated; next_at, the gap, stays on the database's.
alter table hosts add column held_until timestamptz not null default '-infinity';
-- Somebody who adds a page is looking at the host just now; ends by itself should they die.
alter table hosts add column busy_until timestamptz not null default '-infinity';
-- A "check now" waits for the host's next turn: pages that are merely due leave it to them.
alter table hosts add column wanted_until timestamptz not null default '-infinity';

-- One request at a time: a host is busy while one of its pages is leased.
create index pages_leased on pages (host) where lease_until is not null;

-- An interval that somebody chose is kept to the minute; without a choice a quiet page is visited less often.
alter table pages add column every_exact boolean not null default false;
-- An interval other than the usual one was somebody's choice.
update pages set every_exact = true where every_s <> 21600;

-- This account asks for this page itself, whatever robots.txt says: a fetch that a person triggered, not a crawl.
alter table subscriptions add column despite_robots boolean not null default false;

-- The site asks that the page be not archived (noarchive): of its versions only the text that is compared with is kept.
alter table pages add column noarchive boolean not null default false;
alter table versions add column noarchive boolean not null default false;
-- When its text was dropped. The row stays, for changes, checks and events name it.
alter table versions add column purged_at timestamptz;
create index versions_unpurged on versions (page_id) where noarchive and purged_at is null;
-- Null: the bytes must not be kept; the hash still tells whether they came again.
alter table snapshots alter column body drop not null;
