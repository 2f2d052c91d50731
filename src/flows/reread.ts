import { toMarkdown } from '../core/read/markdown.ts';
import { READER_VERSION, readPage, type Read } from '../core/read/read-page.ts';
import type { Page } from '../store/pages.ts';
import { readSnapshot } from '../store/snapshots.ts';
import {
  addVersion,
  sawVersion,
  versionHead,
  versionOfSnapshot,
  versionSource,
  type NewVersion,
  type VersionHead,
} from '../store/versions.ts';
import type { Database } from './world.ts';

/** The readable content of an answer as a version to store; Markdown is made only here, for it is the dearest step. */
export function newVersion(
  reading: Read,
  source: { snapshotHash: string; contentType: string | null; finalUrl: string; body: Uint8Array },
): NewVersion {
  return {
    contentHash: reading.contentHash,
    snapshotHash: source.snapshotHash,
    readerVersion: READER_VERSION,
    contentType: source.contentType,
    finalUrl: source.finalUrl,
    blocks: reading.blocks,
    markdown: toMarkdown(reading, source.body),
    textLength: reading.textLength,
  };
}

/**
 * The baseline as today's reader reads its snapshot (P13): a change of ours is a silent reread, never a change of
 * theirs. If today's reader cannot read the old bytes, the old version stands.
 */
export async function todaysBaseline(
  db: Database,
  page: Page,
  latest: VersionHead | null,
): Promise<VersionHead | null> {
  if (latest === null || latest.readerVersion === READER_VERSION) return latest;
  const { snapshotHash } = latest;
  const known = await versionOfSnapshot(db, page.id, { snapshotHash, readerVersion: READER_VERSION });
  if (known !== null) return known;
  const [body, source] = await Promise.all([readSnapshot(db, snapshotHash), versionSource(db, latest.id)]);
  const { contentType, finalUrl } = source;
  const reading = readPage({ body, contentType, url: finalUrl, scope: page.scope });
  if (!reading.ok) return latest;
  const version = newVersion(reading, { snapshotHash, contentType, finalUrl, body });
  const id = await addVersion(db, page.id, { version, now: latest.lastSeenAt });
  await sawVersion(db, id, { at: latest.lastSeenAt, confirm: source.confirmedAt !== null });
  return versionHead(db, id);
}
