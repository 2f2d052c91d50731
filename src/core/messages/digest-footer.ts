import { rhythm } from './digest-words.ts';
import type { Zone } from './local-time.ts';
import type { Footer } from './mail-footer.ts';
import type { DigestInput } from './message.ts';

/** When the next one comes, and the ways out. */
export function digestFooter(input: DigestInput, zone: Zone): Footer {
  return {
    why: rhythm(input, zone),
    storedUrls: [],
    out: [
      ['See the timeline', input.publicUrl],
      ['Unsubscribe from the digest', input.waysOut.oneClick],
      ['Unsubscribe from everything', input.waysOut.all],
    ],
  };
}
