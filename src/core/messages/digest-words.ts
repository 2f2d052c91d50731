import { dayWords, WEEKDAYS } from '../digest-days.ts';
import { biggest, holds, MOST_LINES, sectionsOf } from './digest-sections.ts';
import { clip, oneLine } from './inert.ts';
import {
  clockTime,
  counted,
  dayAndTime,
  duration,
  localDate,
  longDay,
  shortDay,
  spelled,
  type Zone,
} from './local-time.ts';
import { whoseTime, zoneCity } from './local-time.ts';
import type { Coverage, DigestEvent, DigestInput, NewPage, Reader, UnreadablePage } from './message.ts';
import { namedFact, pageTitle, subjectOf } from './wording.ts';

/** The biggest fact and the count; on a quiet day what was looked at. */
export function digestSubject({
  events,
  newPages,
  coverage,
}: Pick<DigestInput, 'events' | 'newPages' | 'coverage'>): string {
  const first = biggest(events);
  const [page, ...more] = newPages;
  if (first === null && page !== undefined)
    return subjectOf(
      namedFact(page.headline, page.competitor),
      more.length === 0 ? '' : `, and ${more.length} more`,
    );
  if (first === null)
    return subjectOf(
      `${coverage.checks === 0 ? 'Nothing was checked' : 'All quiet'}: ${lookedAt(coverage)}${unreadableSuffix(coverage)}`,
    );
  const others = events.length - 1;
  const past = first.event.corrected === null ? 'Over already: ' : 'Corrected: ';
  return subjectOf(
    `${holds(first) ? '' : past}${namedFact(first.event.headline, first.competitor)}`,
    others === 0 ? '' : `, and ${others} more`,
  );
}

function unreadableSuffix({ unreadable }: Coverage): string {
  return unreadable.length === 0 ? '' : `, ${unreadable.length} not readable`;
}

/** "24 pages, 412 checks": a second read belongs to the check that asked for it. */
function lookedAt({ pages, checks, secondReads }: Coverage): string {
  return `${counted(pages, 'page')}, ${counted(checks - secondReads, 'check')}`;
}

/** "Six changes since yesterday, two to act on" */
export function digestTitle(input: DigestInput, zone: Zone): string {
  if (isQuiet(input)) return quietWords(input.coverage);
  if (input.events.length === 0) return `${newPagesWords(input.newPages)} since ${sinceWhen(input, zone)}`;
  const corrected = input.events.filter(({ event }) => event.corrected !== null).length;
  if (corrected === input.events.length)
    return `No change since ${sinceWhen(input, zone)}, ${spelled(corrected).toLowerCase()} corrected`;
  const changes = changesWords(input.events.length - corrected);
  const toAct = sectionsOf(input.events).act.length;
  const tail = toAct === 0 ? ', nothing to act on today' : `, ${spelled(toAct).toLowerCase()} to act on`;
  return `${changes} since ${sinceWhen(input, zone)}${tail}`;
}

function changesWords(count: number): string {
  return `${spelled(count)} change${count === 1 ? '' : 's'}`;
}

/** Quiet is what was looked at and stood still; where nothing was looked at, nothing is known. */
function quietWords({ checks, unreadable }: Coverage): string {
  if (checks === 0) return 'Nothing was checked';
  return unreadable.length === 0 ? 'All quiet' : 'All quiet where we could look';
}

function sinceWhen({ period, localDate: today }: DigestInput, zone: Zone): string {
  const from = localDate(period.from, zone);
  const dayBefore = new Date(Date.parse(`${today}T12:00:00Z`) - 86_400_000);
  const isYesterday = !Number.isNaN(dayBefore.getTime()) && dayBefore.toISOString().startsWith(from);
  if (from === today) return `${clockTime(period.from, zone)} today`;
  return isYesterday ? 'yesterday' : longDay(period.from, zone);
}

/** What it means for the day, where the subject says what happened. */
export function digestPreheader(input: DigestInput, zone: Zone): string {
  if (isQuiet(input)) return digestSentence(input, zone);
  const toAct = sectionsOf(input.events).act.length;
  const act = toAct === 0 ? 'Nothing to act on.' : `${spelled(toAct)} to act on.`;
  return `${act} ${readableSentence(input.coverage)}`;
}

/** One sentence over the whole period. */
export function digestSentence(input: DigestInput, zone: Zone): string {
  const { coverage, period } = input;
  const looked = `${lookedAt(coverage)}. ${readableSentence(coverage)}`;
  if (!isQuiet(input)) return looked;
  return `Nothing to tell ${periodWords(period, zone)}. ${looked}`;
}

/** "from Monday 1 February to Sunday 7 February", or within a day "on Monday 1 February from 08:00 to 15:07" */
function periodWords({ from, to }: DigestInput['period'], zone: Zone): string {
  if (localDate(from, zone) !== localDate(to, zone))
    return `from ${longDay(from, zone)} to ${longDay(to, zone)}`;
  return `on ${longDay(to, zone)} from ${clockTime(from, zone)} to ${clockTime(to, zone)}`;
}

function readableSentence({ unreadable, checks }: Coverage): string {
  const [first] = unreadable;
  if (first === undefined)
    return checks === 0 ? 'Whether they can be read is not known.' : 'Every page can be read.';
  if (unreadable.length > 1) return `${spelled(unreadable.length)} pages cannot be read.`;
  return `One page, ${pageTitle(first)}, cannot be read.`;
}

/** "24 pages, 70 checks and 2 second reads: 44 answered 304, 17 had the same content, 5 were rendered, 2 found another text, 4 failed" */
function checkedWords(coverage: Coverage): string {
  const { checks, secondReads, by304, sameContent, rendered, failed } = coverage;
  const other = checks - by304 - sameContent - rendered - failed;
  const ways = [
    by304 > 0 && `${by304.toLocaleString('en-US')} answered 304`,
    sameContent > 0 && `${sameContent.toLocaleString('en-US')} had the same content`,
    rendered > 0 && `${rendered.toLocaleString('en-US')} ${rendered === 1 ? 'was' : 'were'} rendered`,
    other > 0 && `${other.toLocaleString('en-US')} found a first or another text`,
    failed > 0 && `${failed.toLocaleString('en-US')} failed`,
  ].filter((way) => way !== false);
  const again = secondReads === 0 ? '' : ` and ${counted(secondReads, 'second read')}`;
  return `${lookedAt(coverage)}${again}${ways.length === 0 ? '' : `: ${ways.join(', ')}`}`;
}

export interface CoverageFact {
  readonly label: string;
  readonly words: string;
  /** The page that the words are about, where there is one. */
  readonly page: string | null;
}

const MOST_UNREADABLE = 10;

/** What was looked at and how, what could not be read since when and why, what was held back, what it cost. */
export function coverageFacts(input: DigestInput, zone: Zone): CoverageFact[] {
  const { unreadable, heldBack, unsure } = input.coverage;
  const pages = unreadable.slice(0, MOST_UNREADABLE).map((page, index) => ({
    label: index === 0 ? 'Not readable' : '',
    words: unreadableWords(page, zone),
    page: pageTitle(page),
  }));
  const left = unreadable.length - pages.length;
  const plain = (label: string, words: string): CoverageFact => ({ label, words, page: null });
  return [
    plain('Checked', checkedWords(input.coverage)),
    ...pages,
    ...(left > 0 ? [plain('', `and ${left} more pages`)] : []),
    ...(heldBack > 0
      ? [plain('Held back', `${counted(heldBack, 'difference')}, each with its reason in the ledger`)]
      : []),
    ...(unsure > 0
      ? [plain('Not sure', `${counted(unsure, 'message')} may not have arrived: see what was given up`)]
      : []),
    plain('Cost', costWords(input)),
  ];
}

/** "since Sun 22 Nov 03:10: a bot wall. A change there would be unknown to us." */
function unreadableWords({ since, reason }: UnreadablePage, zone: Zone): string {
  const why = clip(oneLine(reason), 120).replace(/\.$/, '');
  return `since ${dayAndTime(since, zone)}${why === '' ? '' : `: ${why}`}. A change there would be unknown to us.`;
}

function costWords({ cost }: DigestInput): string {
  const exact = cost.usd > 0 && cost.usd < 0.01 ? 'under $0.01' : `$${cost.usd.toFixed(2)}`;
  return cost.modelCalls === 0
    ? 'no model call, $0.00'
    : `${counted(cost.modelCalls, 'model call')}, ${exact}`;
}

export function leftWords(left: number): string {
  return `${counted(left, 'more change')} on the timeline`;
}

/** How much of a digest is shown. */
export interface DigestShare {
  /** Lines of news beside those to act on. */
  readonly lines: number;
  readonly newPages: number;
}

/** What a digest may show, most first. */
export function digestShares({ newPages }: DigestInput): readonly [DigestShare, ...DigestShare[]] {
  const share = (lines: number) => ({ lines, newPages: Math.min(newPages.length, Math.ceil(lines / 2)) });
  return [share(MOST_LINES), share(20), share(12), share(6), share(2)];
}

/** "and 12 more new pages"; null when all are shown. */
export function newPagesLeft(input: DigestInput, share: DigestShare): string | null {
  const left = input.newPages.length - share.newPages;
  return left <= 0 ? null : `and ${counted(left, 'more new page')}`;
}

/** "sent 15:16", "over, it stood 23 hours", "holds now", "corrected: we misread it", those that are so, or nothing. */
export function standing(item: DigestEvent, zone: Zone): string {
  const { event, sentAt, stoodMs } = item;
  const sameDay = sentAt !== null && localDate(sentAt, zone) === localDate(event.toldAt, zone);
  const sent =
    sentAt === null ? null : `sent ${sameDay ? clockTime(sentAt, zone) : dayAndTime(sentAt, zone)}`;
  const over = stoodMs === null ? null : `over, it stood ${duration(stoodMs)}`;
  const now = event.returns === 'reversal' && holds(item) ? 'holds now' : null;
  const corrected =
    event.corrected === null ? null : `corrected: ${clip(oneLine(event.corrected.because), 200)}`;
  return [sent, over, now, corrected].filter((words) => words !== null).join(' · ');
}

/** Does it tell nothing but what was looked at? */
function isQuiet({ events, newPages }: DigestInput): boolean {
  return events.length === 0 && newPages.length === 0;
}

function newPagesWords({ length }: readonly NewPage[]): string {
  return `${spelled(length)} new page${length === 1 ? '' : 's'}`;
}

/** "New page: /enterprise, in the menu since Mon 9 Mar" */
export function newPageWords({ headline, since }: NewPage, zone: Zone): string {
  return `${clip(oneLine(headline), 200)} since ${shortDay(since, zone)}`;
}

/** Characters of an address in a link, encoded: guards refuse longer ones, and a mail has to stay small. */
const LONGEST_LINK = 3_000;

/** Our form that adds it, filled in where the address is one that a link can carry. */
export function addAddress({ publicUrl }: Pick<Reader, 'publicUrl'>, { address }: NewPage): string {
  const form = `${publicUrl.replace(/\/+$/, '')}/add`;
  // A lone surrogate would make encodeURIComponent throw.
  const filled = encodeURIComponent(oneLine(address));
  return filled.length > LONGEST_LINK ? form : `${form}?url=${filled}`;
}

/** When the digest comes; of the roll-up of a quiet week, why it comes at all. */
export function rhythm(input: DigestInput, zone: Zone): string {
  const { hour, days, onRequest } = input;
  const place = zone.instead === null ? `, ${zoneCity(zone)}` : ` ${whoseTime(zone)}`;
  const at = `${String(hour).padStart(2, '0')}:00${place}`;
  const [first] = days;
  if (first === undefined) return 'You have no usual digest: no weekday is chosen for it.';
  if (!isQuiet(input) || onRequest)
    return `When there is news, your digest comes ${dayWords(days)} at ${at}.`;
  return `On quiet ${WEEKDAYS[first - 1]}s this mail comes at ${at}, so that silence means something.`;
}

/** Of a digest that was asked for just now. */
export const ON_REQUEST = 'Sent now because you asked; your next usual digest is not changed by it.';
