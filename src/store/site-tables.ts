import type { Generated } from 'kysely';

export interface MoveRow {
  id: Generated<number>;
  page_id: number;
  from_url: string;
  from_key: string;
  to_url: string;
  after_check_id: number;
  after_notice_id: number;
  accepted_by: number | null;
  accepted_at: Date;
}

export interface SiteLookRow {
  site: string;
  looked_at: Date;
}

export interface SiteSourceRow {
  site: string;
  name: string;
  tried_at: Date | null;
  read_at: Date | null;
}

export interface FoundAddressRow {
  site: string;
  page_key: string;
  url: string;
  state: 'known' | 'waiting' | 'offered';
  found_at: Date;
}
