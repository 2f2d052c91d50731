import type { Share } from './alert-gathered.ts';
import { leaveLink } from './alert-links.ts';
import { whyOf } from './alert-words.ts';
import type { Footer } from './mail-footer.ts';
import type { AlertInput } from './message.ts';

/** Why it came, of which pages, and the ways out. Of several events each has its own way out beside it. */
export function alertFooter({ items, waysOut }: AlertInput, { whole }: Pick<Share, 'whole'>): Footer {
  const [first, ...others] = items;
  const all = ['Unsubscribe from everything', waysOut.all] as const;
  return {
    why: whyOf(items),
    storedUrls: [...new Set(items.slice(0, whole).map(({ storedUrl }) => storedUrl))],
    out: others.length === 0 ? [leaveLink(first), all] : [all],
  };
}
