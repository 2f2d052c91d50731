import type { Generated } from 'kysely';

export interface HostRow {
  name: string;
  next_at: Generated<Date>;
  held_until: Generated<Date>;
  busy_until: Generated<Date>;
  wanted_until: Generated<Date>;
}

export interface RobotsRow {
  origin: string;
  host: string;
  rules: string;
  asked_at: Date;
  answered_at: Date | null;
  unreachable_since: Date | null;
  unreachable_reason: string | null;
  status: number | null;
  final_url: string | null;
  etag: string | null;
  last_modified: string | null;
  crawl_delay_s: Generated<number>;
}
