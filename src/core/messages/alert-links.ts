import type { AlertInput, AlertItem } from './message.ts';
import { eventAddress, pageAddress } from './wording.ts';

export type NamedLink = readonly [words: string, url: string];

/** Where the reader can see for itself; our page of the event first. */
export function lookLinks(
  input: Pick<AlertInput, 'publicUrl'>,
  { event, storedUrl }: AlertItem,
): [diff: NamedLink, ...elsewhere: NamedLink[]] {
  return [
    ['See the full diff', eventAddress(input, event.id)],
    ['Open their page', storedUrl],
    ['Page history', pageAddress(input, event.pageId)],
  ];
}

/** What the reader can tell us. Each opens a page with a button: mail scanners follow links. */
export function opinionLinks({ links }: AlertItem): NamedLink[] {
  return [
    ['Useful', links.useful],
    ['Not useful', links.notUseful],
    ['This is wrong', links.wrong],
  ];
}

/** How the reader hears less of this page. */
export function quietLinks({ event, links }: AlertItem): NamedLink[] {
  return [
    [`Mute ${event.kind} on this page`, links.muteKind],
    ['Snooze this page for 7 days', links.snooze],
  ];
}

/** How the reader hears no more of this page. */
export function leaveLink({ links }: AlertItem): NamedLink {
  return ['Unsubscribe from this page', links.unsubscribe];
}
