-- As what the page was worded: a front page of news is worded as a blog. Null: told before this was kept.
alter table events add column page_kind text;
-- Rules wrote it because the model was down or its budget spent: it gets better words in place when there are some.
alter table events add column wants_words boolean not null default false;
alter table events add column improved_at timestamptz;
-- The questions that its words came from, by input hash: what they cost.
alter table events add column calls jsonb not null default '[]';
create index events_wanting_words on events (id) where wants_words;

-- Null: asked, and nothing came back yet, or never.
alter table model_calls alter column output drop not null;
-- What the answer may still cost: set aside before it is asked for, and kept when the asking process died.
alter table model_calls add column reserved_usd numeric not null default 0;
-- Until then somebody waits for the answer, and nobody else asks. Database time, like every lease.
alter table model_calls add column asking_until timestamptz;
alter table model_calls add column tries integer not null default 1;
-- Whose budget it takes from: the page's, and where an account's own words are asked about, that account's.
alter table model_calls add column page_id bigint references pages on delete set null;
alter table model_calls add column account_id bigint references accounts on delete set null;
create index model_calls_day on model_calls (created_at);
create index model_calls_page on model_calls (page_id, created_at);

-- Where each key was first sent: a key is not sent to another server than its own.
create table model_keys (
  key_hash text primary key,
  origin text not null,
  first_used_at timestamptz not null
);
