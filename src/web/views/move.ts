import { dayAndTime, type Zone } from '../../core/messages/local-time.ts';
import { markup, type Markup } from '../../core/messages/markup.ts';
import type { OpenMove } from '../../store/moves.ts';
import { section } from './layout.ts';
import { outsideLink } from './marks.ts';

/** A move that waits for the founder, with the form that accepts exactly the address shown; null where there is none. */
export function moveSection(move: OpenMove | null, pageId: number, zone: Zone): Markup | null {
  if (move === null) return null;
  return section(
    'Moved',
    markup`<p>Since ${dayAndTime(move.since, zone)} the page leads to ${outsideLink(move.to)} for good.</p><form class="gap-2" method="post" action="/pages/${pageId}/accept"><input type="hidden" name="to" value="${move.to}"><button class="button">Follow it to the new address</button><p class="note gap-2">What stands there becomes what later readings are compared with; nothing is told for it, and the history stays. Until then we keep looking at the old address, and compare nothing with the other page.</p></form>`,
  );
}

/** " It was at /plans until 3 March." for each address before; empty for a page that never moved. */
export function earlierWords(
  earlier: readonly { readonly url: string; readonly until: Date }[],
  zone: Zone,
): Markup {
  return markup`${earlier.map(({ url, until }) => markup` Until ${dayAndTime(until, zone)} it was read at ${url}.`)}`;
}
