import type { Block } from './block.ts';

/** The readable content of a page, made from one snapshot by one reader version. */
export interface Version {
  readonly id: number;
  readonly contentHash: string;
  readonly snapshotHash: string;
  readonly readerVersion: number;
  readonly blocks: readonly Block[];
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
  /** When a second read agreed with the first; null: seen once only. */
  readonly confirmedAt: Date | null;
}

/** A version that nobody stored: rules and words read its texts only. */
export function unstored(blocks: readonly Block[]): Version {
  const at = new Date(0);
  const stored = { contentHash: '', snapshotHash: '', readerVersion: 0 };
  return { id: 0, ...stored, blocks, firstSeenAt: at, lastSeenAt: at, confirmedAt: null };
}
