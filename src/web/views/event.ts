import {
  dayAndTime,
  duration,
  shortDay,
  windowSentence,
  zoneCity,
  type Zone,
} from '../../core/messages/local-time.ts';
import { markup, type Markup } from '../../core/messages/markup.ts';
import { certaintyOf, factOf, kindWords } from '../../core/messages/wording.ts';
import { pageKindOf, pageNameOf } from '../../core/page-kind.ts';
import type { NumberMoved } from '../../core/telling.ts';
import type { ToldEvent } from '../../core/told-event.ts';
import type { AccountEvent } from '../../store/events.ts';
import { layout } from './layout.ts';
import { hunks, outsideLink, severityMark } from './marks.ts';
import { signed } from './timeline.ts';

export interface EventPage extends AccountEvent {
  readonly zone: Zone;
  readonly sentTo: readonly {
    readonly address: string;
    readonly state: string;
    readonly sentAt: Date | null;
  }[];
  readonly history: readonly { readonly id: number; readonly toldAt: Date; readonly headline: string }[];
  readonly versions: { readonly before: number; readonly after: number };
}

/** One event, in the order in which a doubter asks: what, how sure, where it stands, why this severity. */
export function eventView(page: EventPage): Markup {
  const { event, competitor, storedUrl, zone } = page;
  const name = pageNameOf(storedUrl, pageKindOf(storedUrl));
  const fact = factOf(event.headline);
  return layout({
    title: `${competitor}: ${fact}`,
    here: '/',
    content: [
      markup`<p class="crumbs"><a href="/">Timeline</a> › ${competitor} › <a href="/pages/${event.pageId}">${name}</a></p>`,
      markup`<div class="page-head"><p class="meta">${severityMark(event.severity, true)}<span>${kindWords(event)}</span><span>told ${dayAndTime(event.toldAt, zone)}</span></p>
<h1 class="headline">${fact}</h1><p class="lede">${event.summary}</p>${ourRead(event)}</div>`,
      markup`<div class="with-rail"><div>${whatMoved(event.numbers)}${howSure(page)}${whatChanged(event)}${whySeverity(event)}</div><aside class="rail" aria-label="About this event">${rail(page)}</aside></div>`,
    ],
  });
}

function ourRead({ ourRead: read, action }: ToldEvent): Markup | null {
  if (read === null && action === null) return null;
  return markup`<p class="our-read"><b>Our read:</b> ${read ?? ''} ${action ?? ''} <span class="quiet">An opinion, not a quote.</span></p>`;
}

function whatMoved(numbers: readonly NumberMoved[]): Markup | null {
  if (numbers.length === 0) return null;
  const rows = numbers.map(({ what, from, to, unit, period, percent }) => {
    const basis = [unit, period === null ? null : `per ${period}`].filter((part) => part !== null).join(' ');
    const change = percent === null ? '' : markup`<span class="delta">${signed(percent)}</span>`;
    return markup`<tr><th scope="row">${what}<span class="cell-note">${basis}</span></th><td class="num theirs" data-label="Before">${from === null ? '' : markup`<del>${from}</del>`}</td><td class="num theirs" data-label="After">${to === null ? '' : markup`<ins>${to}</ins>`}</td><td class="num">${change}</td></tr>`;
  });
  return markup`<section><div class="section-head"><h2>What moved</h2></div><table class="table"><thead><tr><th>What</th><th class="num">Before</th><th class="num">After</th><th class="num">Change</th></tr></thead><tbody>${rows}</tbody></table></section>`;
}

function howSure({ event, zone, sentTo }: EventPage): Markup {
  const [seen] = certaintyOf(event, zone);
  const point = (sighting: string, at: Date, words: readonly [string, string]): Markup =>
    markup`<li data-sighting="${sighting}"><b>${dayAndTime(at, zone)}</b>${words[0]}<span class="quiet">${words[1]}</span></li>`;
  const where =
    sentTo.length === 0
      ? 'in this list'
      : `to ${sentTo.length === 1 ? 'one channel' : `${sentTo.length} channels`}`;
  const span = duration(+event.window.to - +event.window.from);
  return markup`<section class="section"><div class="section-head"><h2>How sure we are</h2></div>
<p class="note">${seen} The page changed at some time within ${span}.</p>
<ol class="sightings">${point('before', event.window.from, ['Last seen as before', 'a check that found the old text'])}${point('seen', event.window.to, ['First seen changed', 'a full read'])}${point('seen', event.confirmedAt, ['Seen again', 'a connection of its own, no cache'])}${point('told', event.toldAt, ['Told', where])}</ol></section>`;
}

function whatChanged(event: ToldEvent): Markup {
  return markup`<section class="section"><div class="section-head"><h2>What changed on the page</h2><span class="note">Their words, verbatim</span></div>${hunks(event.quotes)}</section>`;
}

function whySeverity({ severity, severityReasons, writtenBy }: ToldEvent): Markup {
  const reasons = severityReasons.map((reason) => markup`<li>${reason}</li>`);
  const by =
    writtenBy === 'rules'
      ? 'Rules wrote these words; no model was asked.'
      : 'A model worded this; code checked that each number and quote stands on the page.';
  return markup`<section class="section"><div class="section-head"><h2>Why ${severity}</h2></div><ul class="list">${reasons}</ul><p class="note">${by}</p></section>`;
}

function rail({ event, storedUrl, zone, sentTo, history, versions }: EventPage): Markup[] {
  const sent = sentTo.map(
    ({ address, state, sentAt }) =>
      markup`<dd>${address}, ${sentAt === null ? state : dayAndTime(sentAt, zone)}</dd>`,
  );
  const past = history.map(
    ({ id, toldAt, headline }) =>
      markup`<li><a href="/events/${id}">${factOf(headline)}</a><span class="quiet">${shortDay(toldAt, zone)}</span></li>`,
  );
  return [
    markup`<section><h2>This event</h2><dl class="facts">
<div><dt>Changed between</dt><dd>${windowSentence(event.window, zone)}</dd><dd class="quiet">${zoneCity(zone)}</dd></div>
<div><dt>Page</dt><dd>${outsideLink(storedUrl)}</dd></div>
<div><dt>Sent to</dt>${sent.length === 0 ? markup`<dd>nobody at once</dd>` : sent}</div>
<div><dt>Versions</dt><dd>${versions.before} and ${versions.after}, both kept with their bytes</dd></div>
<div><dt>Event</dt><dd class="machine">${event.id}</dd></div></dl></section>`,
    ...(event.reversesEventId === null
      ? []
      : [
          markup`<section><h2>Undoes</h2><p><a href="/events/${event.reversesEventId}">event ${event.reversesEventId}</a></p></section>`,
        ]),
    ...(past.length === 0
      ? []
      : [markup`<section><h2>Before this, on this page</h2><ul class="list">${past}</ul></section>`]),
  ];
}
