import type { NoticeKind } from '../telling.ts';
import { clip, oneLine } from './inert.ts';
import { clockTime, dayAndTime, duration, shortDay, whoseTime, zoneOf, type Zone } from './local-time.ts';
import type { NoticeInput } from './message.ts';
import { pageTitle, severityWord, subjectOf } from './wording.ts';

/** What `channel test` says, on every channel. */
export const TEST_SUBJECT = 'Sightline can reach you here';
export const TEST_SENTENCE =
  'You asked for a test of this channel. What we tell will come here; nothing changed on any page.';

/** All that a notice says, for every channel. */
export interface NoticeWords {
  readonly subject: string;
  readonly title: string;
  /** What we saw, then what it means for the founder. */
  readonly sentence: string;
  readonly consequence: string;
  readonly facts: readonly (readonly [label: string, words: string])[];
  /** Where the reader can act on it: a page of ours; null where there is nothing to do. */
  readonly act: { readonly words: string; readonly url: string } | null;
  readonly why: string;
}

interface Kept {
  readonly title: (page: string, since: string) => string;
  readonly consequence: string;
  readonly next: string | null;
}

const KEPT: Record<NoticeKind, Kept> = {
  'page.unreadable': {
    title: (page, since) => `We cannot read ${page} since ${since}`,
    consequence: 'If they change it now, we will not know it.',
    next: 'You hear once more, when it is back.',
  },
  'page.readable': {
    title: (page) => `We can read ${page} again`,
    consequence: 'What changed in the meantime is told as usual.',
    next: null,
  },
  'page.gone': {
    title: (page) => `${page} is gone`,
    consequence: 'We keep looking at the same address.',
    next: 'You hear once more, if it comes back.',
  },
  'page.moved': {
    title: (page) => `${page} has moved`,
    consequence: 'We compare nothing with the other page unless you accept it.',
    next: 'Until you accept it we look at the address that you gave.',
  },
  'page.back': {
    title: (page) => `${page} is back`,
    consequence: 'It is compared with what stood there before.',
    next: null,
  },
  'page.new': {
    title: (page) => `A new page beside ${page}`,
    consequence: 'It is not watched unless you add it.',
    next: null,
  },
};

/** The words of a notice: the state with the account's own names, what it means, since when, and what comes next. */
export function noticeWords(input: NoticeInput): NoticeWords {
  const { notice } = input;
  const zone = zoneOf(input.timeZone);
  const { title, consequence } = KEPT[notice.kind];
  const fact = title(pageTitle(input), sinceWords(input, zone));
  const saw = clip(oneLine(notice.headline), 200).replace(/\.$/, '');
  return {
    subject: subjectOf(fact),
    title: fact,
    sentence: `${saw}. ${consequence}`,
    consequence,
    facts: factsOf(input, zone),
    act: actOf(input),
    why: 'One notice when a page stops being readable, one when it is back.',
  };
}

/** A move is accepted on our page about it, so that the founder sees first where it leads. */
function actOf({ notice, publicUrl }: NoticeInput): NoticeWords['act'] {
  if (notice.kind !== 'page.moved' || notice.address === null) return null;
  return { words: 'Accept the new address', url: `${publicUrl.replace(/\/+$/, '')}/pages/${notice.pageId}` };
}

/** "03:10", or the day when the state is older than a day. */
function sinceWords({ notice }: NoticeInput, zone: Zone): string {
  const isLong = notice.createdAt.getTime() - notice.since.getTime() > 20 * 3_600_000;
  return isLong ? shortDay(notice.since, zone) : clockTime(notice.since, zone);
}

function factsOf({ notice, lastReadAt, everySeconds }: NoticeInput, zone: Zone): NoticeWords['facts'] {
  const look = `a look every ${duration(everySeconds * 1000)}.`;
  const { next } = KEPT[notice.kind];
  return [
    ['Since', `${dayAndTime(notice.since, zone)}, ${whoseTime(zone)}`],
    ...(next === null ? [] : [['Last read', lastReadWords(lastReadAt, zone)] as const]),
    ...(notice.advice === null ? [] : [['To try', clip(oneLine(notice.advice), 300)] as const]),
    ['Next', next === null ? look : `${look} ${next}`],
    ['Kind', `${notice.kind}, ${severityWord(notice.severity).toLowerCase()}`],
  ];
}

function lastReadWords(at: Date | null, zone: Zone): string {
  return at === null ? 'never yet' : `${dayAndTime(at, zone)}. That version stays the one we compare with.`;
}
