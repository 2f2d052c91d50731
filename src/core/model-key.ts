import { createHash } from 'node:crypto';

/** Shorter ones ("ollama", "none") are passwords of nothing: local servers ask for any word. */
const LEAST_SECRET = 20;

/** Names a key without telling it; null: it is no secret, and may go anywhere. */
export function keyHash(apiKey: string): string | null {
  return apiKey.length < LEAST_SECRET ? null : createHash('sha256').update(apiKey).digest('hex');
}
