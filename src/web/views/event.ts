import { clip } from '../../core/messages/inert.ts';
import {
  clockTime,
  counted,
  dayAndTime,
  duration,
  shortDay,
  windowSentence,
  zoneCity,
} from '../../core/messages/local-time.ts';
import type { Zone } from '../../core/messages/local-time.ts';
import { markup, type Markup } from '../../core/messages/markup.ts';
import { certaintyOf, factOf, kindWords } from '../../core/messages/wording.ts';
import { pageKindOf, pageNameOf } from '../../core/watch/page-kind.ts';
import type { NumberMoved } from '../../core/telling.ts';
import type { ToldEvent } from '../../core/told-event.ts';
import type { WordsCost } from '../../store/model-calls.ts';
import type { EventDelivery } from '../../store/told.ts';
import type { AccountEvent } from '../../store/events.ts';
import type { DifferenceStory } from '../../store/story.ts';
import { shortDate } from '../calendar.ts';
import { section, type View } from './layout.ts';
import { changedText, hunks, outsideLink, severityMark } from './marks.ts';
import { signed } from './timeline.ts';

/** A message about the event, with its channel as people know it. */
export interface SentTo extends EventDelivery {
  readonly channel: string;
}

export interface EventPage extends AccountEvent {
  readonly zone: Zone;
  readonly differences: readonly DifferenceStory[];
  readonly sent: readonly SentTo[];
  /** Channels that hold no message about it, each with why. */
  readonly unsent: readonly { readonly channel: string; readonly why: string }[];
  readonly history: readonly AccountEvent[];
  /** The event that this one undoes; null: it undoes none. */
  readonly undoes: AccountEvent | null;
  readonly versions: { readonly before: number; readonly after: number };
  /** What a model's words of it cost. */
  readonly cost: WordsCost;
  /** The site asks that the page be not archived: quotes are shown, and no more of its text. */
  readonly noarchive: boolean;
}

/** One event, in the order in which a doubter asks: what, how sure, where it stands, why this severity. */
export function eventView(page: EventPage): View {
  const { event, pageId, competitor, storedUrl, zone } = page;
  const name = pageNameOf(storedUrl, pageKindOf(storedUrl));
  const fact = factOf(event.headline);
  return {
    title: `${competitor}: ${fact}`,
    here: '/',
    content: [
      markup`<p class="crumbs"><a href="/">Timeline</a> › ${competitor} › <a href="/pages/${pageId}">${name}</a></p>`,
      markup`<div class="page-head"><p class="meta">${severityMark(event.severity, true)}<span>${kindWords(event)}</span><span>told ${dayAndTime(event.toldAt, zone)}</span></p>
<h1 class="headline">${fact}</h1>${corrected(page)}<p class="lede">${event.summary}</p>${ourRead(event)}</div>`,
      markup`<div class="with-rail"><div>${whatMoved(event.numbers)}${howSure(page)}${whatChanged(page)}${whySeverity(event)}${whoWroteIt(page)}</div><aside class="rail" aria-label="About this event">${rail(page)}</aside></div>`,
    ],
  };
}

function corrected({ event, zone }: EventPage): Markup | null {
  if (event.corrected === null) return null;
  const { at, because } = event.corrected;
  return markup`<p class="status" data-state="unreadable"><span><b>Corrected ${dayAndTime(at, zone)}:</b> this was not right. ${because}</span></p>`;
}

function ourRead({ ourRead: read, action }: ToldEvent): Markup | null {
  if (read === null && action === null) return null;
  return markup`<p class="our-read"><b>Our read:</b> ${read ?? ''} ${action ?? ''} <span class="quiet">An opinion, not a quote.</span></p>`;
}

function whatMoved(numbers: readonly NumberMoved[]): Markup | null {
  if (numbers.length === 0) return null;
  const cell = (side: 'before' | 'after', value: string | null): Markup =>
    markup`<td class="num theirs" data-label="${side}">${value === null ? '–' : changedText(side, value)}</td>`;
  const rows = numbers.map(({ what, from, to, unit, period, percent }) => {
    const basis = [unit, period === null ? null : `per ${period}`].filter((part) => part !== null).join(' ');
    const change = percent === null ? '' : markup`<span class="delta">${signed(percent)}</span>`;
    return markup`<tr><th scope="row">${what}<span class="cell-note">${basis}</span></th>${cell('before', from)}${cell('after', to)}<td class="num" data-label="change">${change}</td></tr>`;
  });
  return section(
    'What moved',
    markup`<table class="table is-cards"><thead><tr><th scope="col">What</th><th scope="col" class="num">Before</th><th scope="col" class="num">After</th><th scope="col" class="num">Change</th></tr></thead><tbody>${rows}</tbody></table>`,
  );
}

function howSure({ event, zone, sent }: EventPage): Markup {
  const [seen] = certaintyOf(event, zone);
  const point = (sighting: string, at: Date, words: readonly [string, string]): Markup =>
    markup`<li data-sighting="${sighting}"><b>${dayAndTime(at, zone)}</b>${words[0]}<span class="quiet">${words[1]}</span></li>`;
  const span = duration(+event.window.to - +event.window.from);
  return section('How sure we are', [
    markup`<p class="note">${seen} The page changed at some time within ${span}.</p>`,
    markup`<ol class="sightings">${point('before', event.window.from, ['Last seen as before', 'a check that found the old text'])}${point('seen', event.window.to, ['First seen changed', 'a full read'])}${point('seen', event.confirmedAt, ['Seen again', 'a connection of its own, no cache'])}${point('told', event.toldAt, ['Told', whereWords(sent)])}</ol>`,
  ]);
}

function whereWords(sent: readonly SentTo[]): string {
  const ways = sent.map(({ kind, digest }) => (digest === null ? kind : 'digest'));
  return ways.length === 0 ? 'here, and nowhere else yet' : `by ${[...new Set(ways)].join(', ')}`;
}

/** Quotes first, for every claim leans on them; then what fell due with them. */
function whatChanged({ event, differences, noarchive }: EventPage): Markup {
  const isQuoted = (d: DifferenceStory): boolean =>
    event.quotes.some(({ before, after }) => before === d.before && after === d.after);
  const others = new Map(differences.filter((d) => !isQuoted(d)).map((d) => [d.key, d]));
  const more =
    others.size === 0 || noarchive
      ? []
      : [
          markup`<details class="more"><summary>${others.size} more ${others.size === 1 ? 'difference' : 'differences'}, told together with these</summary>${hunks([...others.values()])}</details>`,
        ];
  return section(
    'What changed on the page',
    [...hunks(event.quotes), ...more],
    'In serif: their words, verbatim.',
  );
}

function whySeverity({ severity, severityReasons }: ToldEvent): Markup {
  const reasons = severityReasons.map((reason) => markup`<li>${reason}</li>`);
  return section(`Why ${severity}`, markup`<ul class="list">${reasons}</ul>`);
}

function whoWroteIt({ event, cost }: EventPage): Markup {
  const { model, calls, tokensIn, tokensOut, usd } = cost;
  const paid =
    model === null
      ? ''
      : ` Asked: ${model}, ${counted(calls, 'call')}, ${counted(tokensIn, 'token')} in, ${tokensOut.toLocaleString('en-US')} out, $${usd.toFixed(4)}.`;
  const by =
    event.writtenBy === 'model'
      ? 'A model worded this; code checked that each number and quote stands on the page.'
      : model === null
        ? 'Rules wrote these words; no model was asked.'
        : 'Rules wrote these words: what the model said did not hold, or it said nothing.';
  return markup`<p class="note">${by}${paid}</p>`;
}

function rail(page: EventPage): Markup[] {
  const { event, storedUrl, zone, sent, history, undoes, versions } = page;
  const kept = page.noarchive ? 'not kept, as the site asks (noarchive)' : 'both kept with their bytes';
  const past = (title: string, events: readonly AccountEvent[]): Markup[] =>
    events.length === 0
      ? []
      : [
          markup`<section><h2>${title}</h2><ul class="list">${events.map((one) => pastLine(one, zone))}</ul></section>`,
        ];
  return [
    markup`<section><h2>This event</h2><dl class="facts">
<div><dt>Changed between</dt><dd>${windowSentence(event.window, zone)}</dd><dd class="quiet">${zoneCity(zone)}</dd></div>
<div><dt>Page</dt><dd>${outsideLink(storedUrl)}</dd></div>
<div><dt>Sent to</dt>${sent.length === 0 ? markup`<dd>nowhere yet</dd>` : sent.map((one) => sentLine(one, page))}</div>
${unsentLines(page)}
<div><dt>Versions</dt><dd>${versions.before} and ${versions.after}, ${kept}</dd></div>
<div><dt>Event</dt><dd class="machine">${event.id}</dd></div></dl></section>`,
    ...past('Undoes', undoes === null ? [] : [undoes]),
    ...past('Before this, on this page', history),
  ];
}

function pastLine({ event }: AccountEvent, zone: Zone): Markup {
  return markup`<li><a href="/events/${event.id}">${factOf(event.headline)}</a><span class="quiet">${shortDay(event.toldAt, zone)} · ${event.severity}</span></li>`;
}

/** Silence has a reason (P12). */
function unsentLines({ unsent }: EventPage): Markup {
  if (unsent.length === 0) return markup``;
  const lines = unsent.map(
    ({ channel, why }) => markup`<dd>${channel}<span class="quiet">: ${why}</span></dd>`,
  );
  return markup`<div><dt>Not sent to</dt>${lines}</div>`;
}

const UNSENT = {
  queued: 'waits to be sent',
  dead: 'could not be sent',
  sent: 'sent',
  withdrawn: 'withdrawn',
} as const;

function sentLine(delivery: SentTo, { event, zone }: EventPage): Markup {
  const { state, sentAt, digest, error } = delivery;
  const sameDay = sentAt !== null && shortDay(sentAt, zone) === shortDay(event.toldAt, zone);
  const when = sentAt === null ? UNSENT[state] : sameDay ? clockTime(sentAt, zone) : dayAndTime(sentAt, zone);
  const reason =
    state === 'dead' && error !== null ? markup`<span class="quiet">: ${clip(error, 120)}</span>` : '';
  const within =
    digest === null ? '' : markup`<span class="quiet"> in the digest of ${shortDate(digest, digest)}</span>`;
  return markup`<dd><a href="/deliveries/${delivery.deliveryId}">${delivery.channel}</a>, ${when}${reason}${within}</dd>`;
}
