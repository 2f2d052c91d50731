import { keyHash } from '../core/model-key.ts';
import { originOfKey } from '../store/model-keys.ts';
import type { Database } from './world.ts';

/**
 * Where the model's key belongs: a key goes only to the server that it was first used with, so that a changed
 * OPENAI_BASE_URL never gets the old one.
 * @returns null when it may be used; else the origin that it belongs to
 */
export async function foreignOrigin(
  db: Database,
  { apiKey, baseUrl }: { readonly apiKey: string; readonly baseUrl: string },
  now: Date,
): Promise<string | null> {
  const hash = keyHash(apiKey);
  if (hash === null) return null;
  const { origin } = new URL(baseUrl);
  const belongs = await originOfKey(db, { keyHash: hash, origin, now });
  return belongs === origin ? null : belongs;
}

/** What an operator hears of it, wherever it is said. */
export function foreignKeyWords(belongs: string, baseUrl: string): string {
  return `OPENAI_API_KEY belongs to ${belongs} and is not sent to ${new URL(baseUrl).origin}: no model is asked, rules write every event`;
}
