import { createHash } from 'node:crypto';
import type { Block } from '../block.ts';
import { linkTarget } from './link-target.ts';

/**
 * SHA-256 (hex) over who read it (the reader's version, and its scope) and what the page says: texts in order, and where its links lead. Roles, regions
 * and raw addresses stay out: a restyled page or a rotating token says nothing new.
 */
export function contentHash(reader: string, blocks: readonly Block[]): string {
  const hash = createHash('sha256').update(`reader ${reader}\n`);
  for (const block of blocks) {
    hash.update(`${block.text}\u0000`);
    for (const link of block.links) hash.update(`${linkTarget(link.href)}\u0001`);
    hash.update('\n');
  }
  return hash.digest('hex');
}
