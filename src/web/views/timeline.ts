import { calendarDay, clockTime, counted, type Zone } from '../../core/messages/local-time.ts';
import { markup, type Markup } from '../../core/messages/markup.ts';
import { factOf } from '../../core/messages/wording.ts';
import { pageKindOf, pageNameOf } from '../../core/watch/page-kind.ts';
import { SEVERITIES } from '../../core/telling.ts';
import type { AccountEvent } from '../../store/events.ts';
import type { AccountNotice } from '../../store/notices.ts';
import { shortDate, type CalendarDate } from '../calendar.ts';
import type { Looked, Stretch } from '../days.ts';
import { empty, select, type View } from './layout.ts';
import { inlineQuote, leadQuote, severityMark } from './marks.ts';

export interface TimelineFilter {
  readonly competitor: string | null;
  readonly severity: string | null;
  readonly family: string | null;
}

/** Something that was told: a change, or news of the watch itself. */
export type Told = { readonly at: Date } & (AccountEvent | AccountNotice);

export interface Timeline {
  readonly stretches: readonly Stretch<Told>[];
  /** Changes that are shown, and how many the filter left out. */
  readonly shown: number;
  readonly hidden: number;
  readonly filter: TimelineFilter;
  readonly competitors: readonly string[];
  readonly families: readonly string[];
  readonly pages: number;
  readonly unreadable: number;
  /** Is there a channel that is switched on? */
  readonly channels: boolean;
  readonly days: number;
  /** The days shown end before this one; null: they end today. */
  readonly until: CalendarDate | null;
  /** What the next older days end before; null: there are none. */
  readonly older: CalendarDate | null;
  readonly today: CalendarDate;
  readonly zone: Zone;
}

/** What was told by day, newest first; days without news are drawn too, with what was looked at. */
export function timelineView(timeline: Timeline): View {
  const { pages, older, channels, shown, hidden } = timeline;
  const nothing =
    shown === 0 && hidden > 0
      ? empty('No change fits this filter.', `${counted(hidden, 'other change')} in these days.`, [
          '/',
          'Show all',
        ])
      : null;
  const next =
    older === null
      ? null
      : markup`<nav class="section" aria-label="Older days"><a class="button" href="/?until=${older}">Older days</a></nav>`;
  return {
    title: 'Timeline',
    here: '/',
    content: [
      markup`<div class="page-head"><h1>Timeline</h1>${pages === 0 ? null : statusLine(timeline)}</div>`,
      pages === 0 ? firstSteps() : filters(timeline),
      channels ? null : nowhere(),
      nothing,
      ...timeline.stretches.map((one) =>
        one.kind === 'news' ? day(timeline, one) : quietDays(timeline, one),
      ),
      next,
    ],
  };
}

function statusLine({ shown, hidden, days, until, unreadable, today }: Timeline): Markup {
  const when =
    until === null ? `in the last ${days} days` : `in the ${days} days before ${shortDate(until, today)}`;
  const seen = `seen twice before ${shown === 1 ? 'it was' : 'they were'} told`;
  const news =
    hidden > 0
      ? `${shown} of ${counted(shown + hidden, 'change')} ${when}.`
      : shown === 0
        ? `No change to tell ${when}.`
        : `${counted(shown, 'change')} ${when}, ${seen}.`;
  const blind =
    unreadable === 0
      ? ''
      : ` We cannot read ${counted(unreadable, 'page')}: a change there would be unknown to us.`;
  return markup`<p class="status" data-state="${unreadable > 0 ? 'unreadable' : 'readable'}"><span>${news}${blind}</span></p>`;
}

function nowhere(): Markup {
  return markup`<p class="section note">You are told nowhere but here yet. To get mails: <span class="machine">npm run -s sightline -- channel add email you@example.com</span></p>`;
}

function firstSteps(): Markup {
  const say =
    'Add one of their pages, such as the prices. Sightline reads it twice, keeps what it says, and tells you what really changes.';
  return empty('Whom do you lose deals to?', say, ['/add', 'Add a page']);
}

function filters({ filter, competitors, families }: Timeline): Markup {
  return markup`<form class="filters" method="get" action="/" aria-label="Filter changes">${select('competitor', 'Competitor', { options: competitors, chosen: filter.competitor, all: 'All' })}${select('family', 'Kind', { options: families, chosen: filter.family, all: 'All kinds' })}${select('severity', 'Severity from', { options: SEVERITIES, chosen: filter.severity, all: 'All' })}<button class="button">Show</button></form>`;
}

function day(
  { zone, today }: Timeline,
  { date, items, looked }: Extract<Stretch<Told>, { kind: 'news' }>,
): Markup {
  const name = `${date === today ? 'Today, ' : ''}${calendarDay(date)}${date.slice(0, 4) === today.slice(0, 4) ? '' : ` ${date.slice(0, 4)}`}`;
  const rows = items.map((one) => ('event' in one ? eventRow(one, zone) : noticeRow(one, zone)));
  const note = looked.checks === 0 ? '' : checkWords(looked);
  return markup`<section class="day"><div class="day-head"><h2>${name}</h2><span class="section-note">${note}</span></div><ul>${rows}</ul></section>`;
}

function quietDays(
  { today }: Timeline,
  { kind, from, to, looked }: Exclude<Stretch<Told>, { kind: 'news' }>,
): Markup {
  const days = from === to ? shortDate(to, today) : `${shortDate(from, today)} to ${shortDate(to, today)}`;
  const isToday = from === today && to === today;
  const words =
    kind === 'quiet'
      ? markup`<b>Nothing to tell.</b> ${checkWords(looked)}.`
      : markup`<b>${isToday ? 'No check yet.' : 'Not looked at.'}</b> ${isToday ? '' : 'No check ran. What changed is found by the next one.'}`;
  return markup`<p class="quiet-day"><span>${isToday ? 'Today' : days}</span><span>${words}</span></p>`;
}

/** "24 checks: 12 answered 304, 1 failed" */
function checkWords({ checks, by304, failed }: Looked): string {
  const parts = [by304 > 0 && `${by304} answered 304`, failed > 0 && `${failed} failed`].filter(Boolean);
  return `${counted(checks, 'check')}${parts.length === 0 ? '' : `: ${parts.join(', ')}`}`;
}

interface Row extends Pick<AccountEvent, 'competitor' | 'storedUrl'> {
  readonly side: Markup;
  readonly head: Markup;
  readonly quote: Markup;
  readonly end: readonly string[];
}

function row({ side, competitor, storedUrl, head, quote, end }: Row): Markup {
  return markup`<li class="event-row"><div class="event-row-side">${side}</div>
<div><p class="event-row-who"><b>${competitor}</b> › ${pageNameOf(storedUrl, pageKindOf(storedUrl))}</p>
<h3 class="event-row-head">${head}</h3><p class="event-row-quote">${quote}</p></div>
<ul class="event-row-end">${end.map((one) => markup`<li>${one}</li>`)}</ul></li>`;
}

function moment(at: Date, zone: Zone): Markup {
  return markup`<time class="event-row-time" datetime="${at.toISOString()}">${clockTime(at, zone)}</time>`;
}

function eventRow({ event, competitor, storedUrl }: AccountEvent, zone: Zone): Markup {
  const percent = event.numbers.find((n) => n.percent !== null)?.percent ?? null;
  const isSaid = percent === null || event.headline.includes(`${percent}%`);
  const delta = isSaid ? '' : markup` <span class="delta">${signed(percent)}</span>`;
  const returns = event.returns === null ? '' : markup` <span class="tag">${event.returns}</span>`;
  const corrected = event.corrected === null ? '' : markup` <span class="tag">corrected</span>`;
  return row({
    competitor,
    storedUrl,
    side: markup`${severityMark(event.severity)}${moment(event.toldAt, zone)}`,
    head: markup`<a href="/events/${event.id}">${factOf(event.headline)}</a>${delta}${returns}${corrected}`,
    quote: inlineQuote(leadQuote(event.quotes)),
    end: [event.kind, ...event.tags.filter((tag) => tag !== event.kind).map((tag) => `also ${tag}`)],
  });
}

/** "+34%", "−26%" */
export function signed(percent: number): string {
  return percent < 0 ? `−${Math.abs(percent)}%` : `+${percent}%`;
}

function noticeRow({ notice, competitor, storedUrl }: AccountNotice, zone: Zone): Markup {
  return row({
    competitor,
    storedUrl,
    side: markup`${severityMark(notice.severity)}${moment(notice.createdAt, zone)}`,
    head: markup`<a href="/pages/${notice.pageId}">${factOf(notice.headline)}</a>`,
    quote: markup`<span class="quiet">About the watch, not about the page.</span>`,
    end: [notice.kind],
  });
}
