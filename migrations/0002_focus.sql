-- What of a page an account wants watched: a CSS scope, ignored places, one direction only. The wish is the account's;
-- the page is read by it while all who watch the page wish the same, else whole. Nothing is stripped for it (P6): the
-- snapshot stays whole, and what is ignored stands in the ledger.
alter table subscriptions add column focus jsonb not null default '{"scope":null,"ignored":[],"side":"both"}';
alter table pages add column focus jsonb not null default '{"scope":null,"ignored":[],"side":"both"}';
alter table pages drop column scope;
-- The scope that the version was read by: under another one the same snapshot is read again, silently (P13).
alter table versions add column scope text;
