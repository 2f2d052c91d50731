-- When the last visit ended by the clock of whoever made it, and by the database's own. A worker whose clock ran a day
-- ahead wrote a next_check_at that is a day too late; the difference of these two tells, and how long to wait in truth.
alter table pages add column scheduled_by_clock timestamptz;
alter table pages add column scheduled_at timestamptz;
