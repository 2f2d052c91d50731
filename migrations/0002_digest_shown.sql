-- A digest takes events that it does not show (muted, below the floor, over before anybody heard of them), so that no
-- later one looks at them again. Who was told is a fact of what was shown: a reversal follows that, not the taking.
alter table digest_events add column shown boolean not null default true;
alter table digest_events alter column shown drop default;
