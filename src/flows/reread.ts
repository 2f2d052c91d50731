import { toMarkdown } from '../core/read/markdown.ts';
import { READER_VERSION, readPage, type Read } from '../core/read/read-page.ts';
import type { Page } from '../store/pages.ts';
import { readSnapshot } from '../store/snapshots.ts';
import {
  addVersion,
  sawVersion,
  versionByContent,
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
 * A known version as today's reader reads its snapshot (P13): a change of ours is a silent reread, never a change of
 * theirs, be it the baseline or an earlier text that is back. If today's reader cannot read the old bytes, the old
 * version stands.
 */
export async function todaysReading(db: Database, page: Page, version: VersionHead): Promise<VersionHead> {
  if (version.readerVersion === READER_VERSION) return version;
  const { snapshotHash } = version;
  const known = await versionOfSnapshot(db, page.id, { snapshotHash, readerVersion: READER_VERSION });
  if (known !== null) return known;
  const [body, made] = await Promise.all([readSnapshot(db, snapshotHash), versionSource(db, version.id)]);
  const { contentType, finalUrl } = made;
  const reading = readPage({ body, contentType, url: finalUrl, scope: page.scope });
  if (!reading.ok) return version;
  const at = version.lastSeenAt;
  // Two texts of the old reader may be one text of today's.
  const twin = await versionByContent(db, page.id, reading.contentHash);
  const source = { snapshotHash, contentType, finalUrl, body };
  const id = twin?.id ?? (await addVersion(db, page.id, { version: newVersion(reading, source), now: at }));
  await sawVersion(db, id, { at, confirm: made.confirmedAt !== null });
  return versionHead(db, id);
}
