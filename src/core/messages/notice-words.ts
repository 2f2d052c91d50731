import type { NoticeKind } from '../telling.ts';
import { clip, oneLine } from './inert.ts';
import { dayAndTime, duration, zoneOf } from './local-time.ts';
import { whoseTime } from './local-time.ts';
import type { NoticeInput } from './message.ts';
import { pageTitle, severityWord, subjectOf } from './wording.ts';

/** All that a notice says, for every channel. */
export interface NoticeWords {
  readonly subject: string;
  readonly title: string;
  /** What it means for the founder. */
  readonly consequence: string;
  readonly facts: readonly (readonly [label: string, words: string])[];
  readonly why: string;
}

const CONSEQUENCES: Record<NoticeKind, string> = {
  'page.unreadable': 'If they change it now, we will not know it.',
  'page.readable': 'What changed in the meantime is told as usual.',
  'page.gone': 'We keep looking at the same address.',
  'page.moved': 'We follow it there, and keep the address that you gave.',
  'page.back': 'It is compared with what stood there before.',
};

const NEXT: Record<NoticeKind, string> = {
  'page.unreadable': 'You hear once more, when it is back.',
  'page.readable': '',
  'page.gone': 'You hear once more, if it comes back.',
  'page.moved': '',
  'page.back': '',
};

/** The words of a notice: the state first, then what it means, since when, why, and what comes next. */
export function noticeWords(input: NoticeInput): NoticeWords {
  const { notice, lastReadAt, everySeconds } = input;
  const zone = zoneOf(input.timeZone);
  const name = oneLine(input.competitor);
  const fact = oneLine(notice.headline);
  const subject = subjectOf(fact.includes(name) ? fact : `${name}: ${fact}`);
  const reason = input.reason === null ? null : clip(oneLine(input.reason), 200);
  const isLost = notice.kind === 'page.unreadable' || notice.kind === 'page.gone';
  const facts = [
    ['Page', pageTitle(input)],
    ['Since', `${dayAndTime(notice.since, zone)}, ${whoseTime(zone)}`],
    ['What came', reason],
    ['Last read', isLost ? lastReadWords(lastReadAt, (at) => dayAndTime(at, zone)) : null],
    ['Next', `a look every ${duration(everySeconds * 1000)}. ${NEXT[notice.kind]}`.trim()],
    ['Kind', `${notice.kind}, ${severityWord(notice.severity).toLowerCase()}`],
  ] as const;
  return {
    subject,
    title: fact,
    consequence: CONSEQUENCES[notice.kind],
    facts: facts.flatMap(([label, words]) =>
      words === null || words === '' ? [] : [[label, words] as const],
    ),
    why: 'One notice when a page stops being readable, one when it is back.',
  };
}

function lastReadWords(at: Date | null, stamp: (at: Date) => string): string {
  return at === null ? 'never yet' : `${stamp(at)}. That version stays the one we compare with.`;
}
