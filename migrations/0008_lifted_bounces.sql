-- When somebody said that a mailbox which had bounced works again: mail may go there, and what bounced before that moment and
-- is reported late, or again, changes nothing. Null: nothing goes there.
alter table suppressions add column lifted_at timestamptz check (lifted_at is null or reason = 'bounce');
