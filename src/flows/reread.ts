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
  source: {
    snapshotHash: string;
    scope: string | null;
    contentType: string | null;
    finalUrl: string;
    body: Uint8Array;
    noarchive: boolean;
  },
): NewVersion {
  return {
    contentHash: reading.contentHash,
    snapshotHash: source.snapshotHash,
    readerVersion: READER_VERSION,
    scope: source.scope,
    contentType: source.contentType,
    finalUrl: source.finalUrl,
    blocks: reading.blocks,
    markdown: source.noarchive ? '' : toMarkdown(reading, source.body),
    textLength: reading.textLength,
    noarchive: source.noarchive,
  };
}

/**
 * A known version as today's reader reads its snapshot under today's scope (P13): a change of ours is a silent reread, never
 * a change of theirs, be it the baseline or an earlier text that is back. If today's reader cannot read the old bytes, or they
 * were not to be kept (noarchive), the old version stands.
 * @returns null when nothing of it lies in today's scope: it is no text to compare with
 */
export async function todaysReading(
  db: Database,
  page: Pick<Page, 'id' | 'focus'>,
  version: VersionHead,
): Promise<VersionHead | null> {
  const known = await knownReading(db, page, version);
  return known ?? readAgain(db, page, { version, body: await readSnapshot(db, version.snapshotHash) });
}

/** As `todaysReading`, of a version whose bytes have just come again: so one that is not archived is read by today's reader. */
export async function todaysReadingOf(
  db: Database,
  page: Pick<Page, 'id' | 'focus'>,
  { version, body }: { version: VersionHead; body: Uint8Array },
): Promise<VersionHead | null> {
  return (await knownReading(db, page, version)) ?? readAgain(db, page, { version, body });
}

async function knownReading(
  db: Database,
  page: Pick<Page, 'id' | 'focus'>,
  version: VersionHead,
): Promise<VersionHead | null> {
  const { scope } = page.focus;
  if (version.readerVersion === READER_VERSION && version.scope === scope) return version;
  const { snapshotHash } = version;
  return versionOfSnapshot(db, page.id, { snapshotHash, readerVersion: READER_VERSION, scope });
}

async function readAgain(
  db: Database,
  page: Pick<Page, 'id' | 'focus'>,
  { version, body }: { version: VersionHead; body: Uint8Array | null },
): Promise<VersionHead | null> {
  const { scope } = page.focus;
  const { snapshotHash, lastSeenAt: at } = version;
  const made = await versionSource(db, version.id);
  if (body === null) return version.scope === scope ? version : null;
  const { contentType, finalUrl, noarchive } = made;
  const reading = readPage({ body, contentType, url: finalUrl, scope });
  if (!reading.ok) return version.scope === scope ? version : null;
  // Two texts of the old reader may be one text of today's.
  const twin = await versionByContent(db, page.id, reading.contentHash);
  const source = { snapshotHash, scope, contentType, finalUrl, body, noarchive };
  const id = twin?.id ?? (await addVersion(db, page.id, { version: newVersion(reading, source), now: at }));
  await sawVersion(db, id, { at, confirm: made.confirmedAt !== null });
  return versionHead(db, id);
}
