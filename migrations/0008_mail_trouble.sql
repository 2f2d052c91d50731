-- When somebody said that a mailbox which had bounced works again: mail may go there, and what bounced before that moment and
-- is reported late, or again, changes nothing. Null: nothing goes there.
alter table suppressions add column lifted_at timestamptz check (lifted_at is null or reason = 'bounce');

-- A channel may also refuse one message for what is in it, and take others.
alter table channel_notices drop constraint channel_notices_kind_check;
alter table channel_notices add constraint channel_notices_kind_check
  check (kind in ('channel.confirm', 'channel.failing', 'channel.disabled', 'channel.refused'));
