import { eventsWantingWords, improveEvent } from '../store/event-words.ts';
import { findWords } from './find-words.ts';
import { questionOfEvent } from './question-of.ts';
import type { Database, World } from './world.ts';

/** As long as an event that rules wrote is worth better words: then it is in no message that is still to come. */
const WORTH_MS = 7 * 24 * 3_600_000;
/** Events of one look: a model that is back after a long outage is not asked about all of it at once. */
const MOST = 20;

/** Nothing of the event is left to ask about. */
const NONE = { telling: null, calls: [], wantsWords: false } as const;

/**
 * Gives better words to events that rules wrote because the model was down or its budget spent. They change in place: what
 * was sent stays as it was sent, what is not sent yet gets them, and nothing is told again. Kind and severity stay, for they
 * have decided who was told.
 * @returns how many got words of a model
 */
export async function improveWords(db: Database, world: World): Promise<number> {
  if (world.askModel === null) return 0;
  const since = new Date(+world.now() - WORTH_MS);
  let improved = 0;
  for (const { id, pageId } of await eventsWantingWords(db, { since, most: MOST })) {
    const question = await questionOfEvent(db, id);
    const found = question === null ? NONE : await findWords(db, world, { question, pageId });
    if (found === null || found.wantsWords) continue;
    const { telling, calls } = found;
    await improveEvent(db, { id, telling, calls, now: world.now() });
    if (telling?.writtenBy === 'model') improved += 1;
  }
  return improved;
}
