import { clockTime, counted, longDay, localDate, type Zone } from '../../core/messages/local-time.ts';
import { markup, type Markup } from '../../core/messages/markup.ts';
import { factOf } from '../../core/messages/wording.ts';
import { pageKindOf, pageNameOf } from '../../core/page-kind.ts';
import { SEVERITIES } from '../../core/telling.ts';
import type { Notice } from '../../core/told-event.ts';
import type { AccountEvent } from '../../store/events.ts';
import { layout } from './layout.ts';
import { inlineQuote, severityMark } from './marks.ts';

export interface TimelineFilter {
  readonly competitor: string | null;
  readonly severity: string | null;
  readonly family: string | null;
}

export interface Timeline {
  readonly events: readonly AccountEvent[];
  readonly notices: readonly Notice[];
  readonly competitors: readonly string[];
  readonly families: readonly string[];
  readonly filter: TimelineFilter;
  readonly checks: readonly {
    readonly at: Date;
    readonly witness: string | null;
    readonly failed: boolean;
  }[];
  readonly pages: number;
  readonly unreadable: number;
  /** Nobody is told anywhere but here. */
  readonly told: boolean;
  readonly days: number;
  readonly zone: Zone;
}

/** Events by day, newest first; days without any are drawn too, with what was looked at. */
export function timelineView(timeline: Timeline): Markup {
  const { pages, checks, days } = timeline;
  return layout({
    title: 'Timeline',
    here: '/',
    content: [
      markup`<div class="page-head"><h1>Timeline</h1>${statusLine(timeline)}</div>`,
      pages === 0 ? firstSteps() : filters(timeline),
      timeline.told ? null : nowhere(),
      ...dayList(timeline),
    ],
    watchLine: `${counted(pages, 'page')}, ${counted(checks.length, 'check')} in ${days} days. What was not told, and why, is in the ledger.`,
  });
}

function statusLine({ events, notices, pages, unreadable, days }: Timeline): Markup {
  if (pages === 0)
    return markup`<p class="status" data-state="waiting"><span>No page is watched yet.</span></p>`;
  const told = events.length + notices.length;
  const news =
    told === 0
      ? `Nothing to tell in the last ${days} days.`
      : `${counted(events.length, 'event')} in the last ${days} days, seen twice before ${events.length === 1 ? 'it was' : 'they were'} told.`;
  const blind =
    unreadable === 0
      ? ''
      : ` We cannot read ${counted(unreadable, 'page')}: a change there would be unknown to us.`;
  return markup`<p class="status" data-state="${unreadable > 0 ? 'unreadable' : 'well'}"><span>${news}${blind}</span></p>`;
}

function nowhere(): Markup {
  return markup`<p class="section note">You are told nowhere but here yet. To get mails: <span class="machine">npm run -s sightline -- channel add email you@example.com</span></p>`;
}

function firstSteps(): Markup {
  return markup`<div class="empty"><p class="lede">Add a page of a competitor, such as its prices. Sightline reads it twice, keeps what it says, and tells you what really changes.</p><a class="button is-main" href="/add">Add a page</a></div>`;
}

function filters({ filter, competitors, families }: Timeline): Markup {
  const select = (name: keyof TimelineFilter, label: string, options: readonly string[]): Markup => {
    const choices = options.map((value) => {
      const chosen = filter[name] === value ? markup` selected` : '';
      return markup`<option value="${value}"${chosen}>${value}</option>`;
    });
    return markup`<div class="field"><label for="f-${name}">${label}</label><select class="select" id="f-${name}" name="${name}"><option value="">All</option>${choices}</select></div>`;
  };
  return markup`<form class="filters" method="get" action="/" aria-label="Filter events">${select('competitor', 'Competitor', competitors)}${select('family', 'Kind', families)}${select('severity', 'Severity from', SEVERITIES)}<button class="button">Show</button></form>`;
}

function dayList(timeline: Timeline): Markup[] {
  const { zone } = timeline;
  const dates = [
    ...timeline.events.map(({ event }) => event.toldAt),
    ...timeline.notices.map((n) => n.createdAt),
    ...timeline.checks.map((c) => c.at),
  ];
  const byDate = new Map(dates.map((at) => [localDate(at, zone), at]));
  return [...byDate].toSorted(([a], [b]) => b.localeCompare(a)).map(([date, at]) => day(timeline, date, at));
}

function day(timeline: Timeline, date: string, at: Date): Markup {
  const { zone } = timeline;
  const on = (time: Date): boolean => localDate(time, zone) === date;
  const events = timeline.events.filter(({ event }) => on(event.toldAt));
  const notices = timeline.notices.filter((notice) => on(notice.createdAt));
  const checks = timeline.checks.filter((check) => on(check.at));
  const rows = [...events.map((one) => eventRow(one, zone)), ...notices.map((one) => noticeRow(one, zone))];
  const quiet = markup`<p class="quiet-day"><b>Nothing to tell.</b> ${checkWords(checks)}</p>`;
  return markup`<section class="day"><div class="day-head"><h2>${longDay(at, zone)}</h2><span class="note">${rows.length === 0 ? '' : checkWords(checks)}</span></div>${rows.length === 0 ? quiet : markup`<ul>${rows}</ul>`}</section>`;
}

function checkWords(checks: Timeline['checks']): string {
  const free = checks.filter((check) => check.witness === '304').length;
  const failed = checks.filter((check) => check.failed).length;
  const more = [free > 0 ? `${free} answered 304` : '', failed > 0 ? `${failed} failed` : ''].filter(
    (part) => part !== '',
  );
  return `${counted(checks.length, 'check')}${more.length === 0 ? '' : `: ${more.join(', ')}`}`;
}

function eventRow({ event, competitor, storedUrl }: AccountEvent, zone: Zone): Markup {
  const percent = event.numbers.find((n) => n.percent !== null)?.percent;
  const said = percent === undefined || percent === null || event.headline.includes(`${percent}%`);
  const delta = said ? '' : markup` <span class="delta">${signed(percent)}</span>`;
  const returns = event.returns === null ? '' : markup` <span class="tag">${event.returns}</span>`;
  return markup`<li class="event-row">
<div class="event-row-side">${severityMark(event.severity)}<time class="event-row-time" datetime="${event.toldAt.toISOString()}">${clockTime(event.toldAt, zone)}</time></div>
<div><p class="event-row-who"><b>${competitor}</b> › ${pageNameOf(storedUrl, pageKindOf(storedUrl))}</p>
<h3 class="event-row-head"><a href="/events/${event.id}">${factOf(event.headline)}</a>${delta}${returns}</h3>
<p class="event-row-quote">${inlineQuote(event.quotes[0])}</p></div>
<p class="event-row-end">${event.kind}</p></li>`;
}

export function signed(percent: number): string {
  return percent < 0 ? `−${Math.abs(percent)}%` : `+${percent}%`;
}

function noticeRow(notice: Notice, zone: Zone): Markup {
  return markup`<li class="event-row"><div class="event-row-side">${severityMark(notice.severity)}<time class="event-row-time" datetime="${notice.createdAt.toISOString()}">${clockTime(notice.createdAt, zone)}</time></div><div><p class="event-row-who">About the watch</p><h3 class="event-row-head"><a href="/pages/${notice.pageId}">${notice.headline}</a></h3><p class="event-row-quote"><span class="machine">${notice.url}</span></p></div><p class="event-row-end">${notice.kind}</p></li>`;
}
