import { clip } from '../../core/messages/inert.ts';
import { counted, dayAndTime, type Zone } from '../../core/messages/local-time.ts';
import { markup, type Markup } from '../../core/messages/markup.ts';
import { factOf, namedFact } from '../../core/messages/wording.ts';
import type { Delivery } from '../../store/deliveries.ts';
import type { DeliveryState } from '../../store/message-tables.ts';
import type { LoggedTry } from '../../store/outbox.ts';
import { empty, section, type View } from './layout.ts';

export const DELIVERY_STATES = [
  'queued',
  'sent',
  'dead',
  'carried',
  'withdrawn',
] as const satisfies readonly DeliveryState[];

/** A delivery, with its channel as people know it. */
export interface PlacedDelivery extends Delivery {
  readonly place: string;
}

const STATE_WORDS: Readonly<Record<DeliveryState, string>> = {
  queued: 'waiting',
  sent: 'sent',
  dead: 'given up',
  carried: 'told with another',
  withdrawn: 'withdrawn',
};

/** The newest messages, one line each. */
export function deliveriesView({
  deliveries,
  state,
  cut,
  zone,
}: {
  deliveries: readonly PlacedDelivery[];
  state: DeliveryState | null;
  /** Were there more than are shown? */
  cut: boolean;
  zone: Zone;
}): View {
  return {
    title: 'Deliveries',
    here: '/deliveries',
    content: [
      markup`<div class="page-head"><h1>Deliveries</h1>${deliveries.length === 0 ? null : markup`<p class="soft">${countWords(deliveries, cut)}</p>`}</div>`,
      states(state),
      deliveries.length === 0 ? nothing(state) : table(deliveries, zone),
    ],
  };
}

function countWords(deliveries: readonly PlacedDelivery[], cut: boolean): string {
  const dead = deliveries.filter(({ state }) => state === 'dead').length;
  const all = cut ? `The newest ${deliveries.length} messages` : counted(deliveries.length, 'message');
  const lost = dead === 0 ? 'none was given up' : `${dead} ${dead === 1 ? 'was' : 'were'} given up`;
  return `${all}, each with every try; ${lost}.`;
}

function states(chosen: DeliveryState | null): Markup {
  const entry = (state: DeliveryState | null, words: string): Markup => {
    const current = state === chosen ? markup` aria-current="page"` : '';
    return markup`<a href="/deliveries${state === null ? '' : `?state=${state}`}"${current}>${words}</a>`;
  };
  return markup`<nav class="segment" aria-label="Which deliveries">${entry(null, 'All')}${DELIVERY_STATES.map((state) => entry(state, capital(STATE_WORDS[state])))}</nav>`;
}

function nothing(state: DeliveryState | null): Markup {
  if (state === 'dead')
    return empty(
      'Nothing was given up.',
      'Each message was taken by its channel, or is still on its way.',
      null,
    );
  return state === null
    ? empty('Nothing was sent yet.', 'Each message to one of your channels stands here, with every try.', [
        '/channels',
        'To the channels',
      ])
    : empty('No delivery is in this state.', 'There are others.', ['/deliveries', 'Show all']);
}

function table(deliveries: readonly PlacedDelivery[], zone: Zone): Markup {
  const rows = deliveries.map((one) => deliveryRow(one, zone));
  return markup`<table class="table is-cards gap-5"><thead><tr><th scope="col">Written</th><th scope="col">What</th><th scope="col">Channel</th><th scope="col">State</th><th scope="col" class="num">Tries</th></tr></thead><tbody>${rows}</tbody></table>`;
}

function deliveryRow(one: PlacedDelivery, zone: Zone): Markup {
  const more = rowNote(one, zone);
  const note = more === '' ? '' : markup`<span class="cell-note">${more}</span>`;
  const word = STATE_WORDS[one.state];
  const state = one.state === 'dead' ? markup`<b class="is-unread">${word}</b>` : word;
  return markup`<tr><td data-label="Written" class="nowrap">${dayAndTime(one.createdAt, zone)}</td><td data-label="What"><a href="/deliveries/${one.id}">${whatWords(one)}</a></td><td data-label="Channel">${one.place}</td><td data-label="State"><span>${state}${note}</span></td><td data-label="Tries" class="num">${one.attempts}</td></tr>`;
}

function rowNote({ state, sentAt, error, nextAttemptAt, attempts }: PlacedDelivery, zone: Zone): string {
  if (state === 'sent') return sentAt === null ? '' : dayAndTime(sentAt, zone);
  if (state === 'dead' || state === 'withdrawn') return clip(error ?? '', 80);
  return state === 'queued' && attempts > 0 ? `next try ${dayAndTime(nextAttemptAt, zone)}` : '';
}

const CHANNEL_WORDS: Readonly<Record<string, string>> = {
  'channel.confirm': 'The question whether news may come here',
  'channel.failing': 'That a channel takes nothing',
  'channel.disabled': 'That a channel is switched off',
  'channel.unclear': 'That messages may not have arrived',
  'channel.refused': 'That a channel refused a message',
};

function whatWords({ about, headline, competitor }: Delivery): string {
  if (about === 'digest') return 'The digest';
  if (headline === null) return 'A message';
  if (about === 'channel') return CHANNEL_WORDS[headline] ?? headline;
  const fact = competitor === null ? factOf(headline) : namedFact(headline, competitor);
  return about === 'correction' ? `Correction: ${fact}` : fact;
}

export interface DeliveryPage extends PlacedDelivery {
  readonly channelOff: boolean;
  /** The account can still read what it is about. */
  readonly hasEvent: boolean;
  /** Oldest first; those of the message that carries it. */
  readonly tries: readonly LoggedTry[];
  readonly zone: Zone;
  readonly now: Date;
}

/** One message to one channel, with every try. */
export function deliveryView(page: DeliveryPage): View {
  const what = whatWords(page);
  return {
    title: what,
    here: '/deliveries',
    content: [
      markup`<p class="crumbs"><a href="/deliveries">Deliveries</a> › ${page.place}</p>`,
      markup`<div class="page-head"><h1>${what}</h1>${status(page)}</div>`,
      markup`<div class="with-rail"><div>${page.state === 'dead' ? replay(page) : null}${section('Every try', theTries(page))}</div><aside class="rail" aria-label="About this message"><section><h2>This message</h2>${facts(page)}</section></aside></div>`,
    ],
  };
}

function status(page: DeliveryPage): Markup {
  const { state, sentAt, error, carriedBy, zone, channelOff } = page;
  const line = (mark: 'readable' | 'unreadable' | 'waiting', words: Markup): Markup =>
    markup`<p class="status" data-state="${mark}"><span>${words}</span></p>`;
  if (state === 'sent')
    return line(
      'readable',
      markup`<b>Sent</b> ${sentAt === null ? '' : dayAndTime(sentAt, zone)}${triedWords(page)}.`,
    );
  if (state === 'carried')
    return line(
      'readable',
      markup`<b>Told with others</b> of its competitor, in <a href="/deliveries/${carriedBy}">one message</a>.`,
    );
  if (state === 'queued')
    return line('waiting', markup`<b>Waiting</b>${triedWords(page)}. ${nextWords(page)}`);
  if (state === 'withdrawn')
    return line('readable', markup`<b>Withdrawn</b>${triedWords(page)}: ${error ?? 'no reason is known'}.`);
  const kept = channelOff ? 'It is kept.' : 'It is kept, and can be sent again.';
  return line(
    'unreadable',
    markup`<b>Given up</b>${triedWords(page)}: ${error ?? 'no reason is known'}. ${kept}`,
  );
}

function triedWords({ attempts, state }: DeliveryPage): string {
  if (attempts === 0) return state === 'queued' ? ', not tried yet' : ' without a try';
  return attempts === 1 && state === 'sent'
    ? ', at the first try'
    : ` after ${attempts} ${attempts === 1 ? 'try' : 'tries'}`;
}

function nextWords({ nextAttemptAt, now, zone }: DeliveryPage): string {
  return nextAttemptAt <= now
    ? 'The next try is due now.'
    : `The next try is ${dayAndTime(nextAttemptAt, zone)}.`;
}

/** A message to a channel that is off would be given up again at once. */
function replay({ id, channelOff }: DeliveryPage): Markup {
  return channelOff
    ? markup`<p class="note">Its channel is off. Switch it on under <a href="/channels">Channels</a>; then this can be sent again.</p>`
    : markup`<form method="post" action="/deliveries/${id}/replay"><button class="button is-main">Send it again</button></form>`;
}

function theTries({ tries, zone }: DeliveryPage): Markup {
  if (tries.length === 0) return markup`<p class="note">It was not tried yet.</p>`;
  const rows = tries.map((one) => tryRow(one, zone));
  return markup`<table class="table is-cards"><thead><tr><th scope="col">When</th><th scope="col">Outcome</th><th scope="col">Answer</th><th scope="col">What was said</th><th scope="col" class="num">Took</th></tr></thead><tbody>${rows}</tbody></table>`;
}

const OUTCOME_WORDS = {
  sent: 'taken',
  failed: 'not taken',
  unclear: 'perhaps taken: the answer was lost',
  refused: 'refused for good',
} as const;

function tryRow({ startedAt, endedAt, outcome, code, error }: LoggedTry, zone: Zone): Markup {
  const words = outcome === null ? 'under way, or its end was lost' : OUTCOME_WORDS[outcome];
  const took = endedAt === null ? '–' : `${((+endedAt - +startedAt) / 1000).toFixed(1)} s`;
  return markup`<tr><td data-label="When" class="nowrap">${dayAndTime(startedAt, zone)}</td><td data-label="Outcome">${words}</td><td data-label="Answer" class="machine">${code ?? '–'}</td><td data-label="Said">${error ?? '–'}</td><td data-label="Took" class="num">${took}</td></tr>`;
}

function facts(page: DeliveryPage): Markup {
  const { eventId, hasEvent, place, createdAt, key, id, zone } = page;
  const event = hasEvent
    ? markup`<div><dt>Event</dt><dd><a href="/events/${eventId}">${whatWords(page)}</a></dd></div>`
    : '';
  return markup`<dl class="facts"><div><dt>Channel</dt><dd>${place}</dd></div>${event}<div><dt>Written</dt><dd>${dayAndTime(createdAt, zone)}</dd></div><div><dt>Its name, over all tries</dt><dd class="machine">${key}</dd></div><div><dt>Delivery</dt><dd class="machine">${id}</dd></div></dl>`;
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
