-- Withdrawn: not sent, and never to be, because what it tells was corrected before it went out. `last_error` says so.
alter table deliveries drop constraint deliveries_state;
alter table deliveries add constraint deliveries_state
  check (state in ('queued', 'sent', 'dead', 'carried', 'withdrawn'));
alter table deliveries drop constraint deliveries_rendered;
alter table deliveries add constraint deliveries_rendered
  check (message is not null or state in ('carried', 'dead', 'withdrawn') or (state = 'queued' and event_id is not null));

-- Every reading of an event asks whether it was corrected.
create index corrections_event on corrections (event_id);

-- Unclear: messages were given up that may or may not have arrived.
alter table channel_notices drop constraint channel_notices_kind_check;
alter table channel_notices add constraint channel_notices_kind_check
  check (kind in ('channel.confirm', 'channel.failing', 'channel.disabled', 'channel.refused', 'channel.unclear'));
