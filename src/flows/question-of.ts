import type { Question } from '../core/telling.ts';
import { nameOfSite } from '../core/address/site.ts';
import { some } from '../core/meaning/finding.ts';
import { differencesToldBy } from '../store/due-differences.ts';
import { comparedBy } from '../store/event-words.ts';
import { readVersion } from '../store/versions.ts';
import type { Database } from './world.ts';

/**
 * The question that an event answered: its differences between its two versions, as they were when it was told.
 * @returns null when there is no such event, or nothing of it is left to ask about
 */
export async function questionOfEvent(db: Database, eventId: number): Promise<Question | null> {
  const compared = await comparedBy(db, eventId);
  if (compared === null) return null;
  const differences = some(await differencesToldBy(db, { eventId, pageId: compared.pageId }));
  if (differences === null) return null;
  const { url, kind, returns } = compared;
  const [before, after] = await Promise.all([
    readVersion(db, compared.beforeVersionId),
    readVersion(db, compared.afterVersionId),
  ]);
  return { before, after, differences, competitor: nameOfSite(url), page: { url, kind }, returns };
}
