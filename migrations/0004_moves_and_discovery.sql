-- What stood in place of a page, so that "three visits in a row" counts visits that ended alike: nothing (missing), a permanent
-- redirect to another page (moved, and where to), or a redirect that may end tomorrow (elsewhere).
alter table checks add column gone_as text check (gone_as in ('missing', 'moved', 'elsewhere'));
alter table checks add column moved_to text;
-- Older rows do not say whether a redirect was permanent: none of them begins a move.
update checks set gone_as = case when reason like 'the page now leads to %' then 'elsewhere' else 'missing' end
  where outcome = 'gone';
alter table checks add constraint checks_gone check ((outcome = 'gone') = (gone_as is not null));
alter table checks add constraint checks_moved check (coalesce(gone_as = 'moved', false) = (moved_to is not null));

-- What the reader of a notice may try, and the address that it speaks of: where a page moved to, or the new page itself.
alter table notices add column advice text;
alter table notices add column address text;
-- Several new pages are found in one look, by one page of the site.
alter table notices drop constraint notices_page_id_kind_since_key;
create unique index notices_once on notices (page_id, kind, since, coalesce(address, ''));

-- A move that a founder accepted. The page goes on under its new address with a baseline of its own: what checks and notices
-- said before the move is history, and decides nothing any more. Its old key still finds it.
create table moves (
  id bigint generated always as identity primary key,
  page_id bigint not null references pages on delete cascade,
  from_url text not null,
  from_key text not null,
  to_url text not null,
  after_check_id bigint not null,
  after_notice_id bigint not null,
  accepted_by bigint references accounts on delete set null,
  accepted_at timestamptz not null
);
create index moves_page on moves (page_id, id desc);
create index moves_key on moves (from_key);

-- A site is looked at for new pages once a week. The row is written before the look: after a crash the site waits for the next
-- week rather than being asked twice in one.
create table site_looks (
  site text primary key,
  looked_at timestamptz not null
);

-- Where a look finds addresses: the stored version of a watched page, or a sitemap. What is found in one of them for the first
-- time is its baseline and no news; read_at is when it was last found readable, null: not yet.
create table site_sources (
  site text not null references site_looks on delete cascade,
  name text not null,
  tried_at timestamptz,
  read_at timestamptz,
  primary key (site, name)
);

-- Addresses worth watching, each remembered for good: it is offered once at most.
create table found_addresses (
  site text not null references site_looks on delete cascade,
  page_key text not null,
  url text not null,
  state text not null check (state in ('known', 'waiting', 'offered')),
  found_at timestamptz not null,
  primary key (site, page_key)
);

-- Which notices a digest took, as digest_events: only those that no other message brings.
create table digest_notices (
  digest_id bigint not null references digests on delete cascade,
  notice_id bigint not null references notices on delete cascade,
  shown boolean not null,
  primary key (digest_id, notice_id)
);
create index digest_notices_notice on digest_notices (notice_id);
