import { asSentence } from '../../core/messages/hold-words.ts';
import { counted, dayAndTime, type Zone } from '../../core/messages/local-time.ts';
import { markup, type Markup } from '../../core/messages/markup.ts';
import { takesWords } from '../../core/messages/rule-words.ts';
import { shownUrl } from '../../core/messages/wording.ts';
import type { Channel } from '../../store/channels.ts';
import type { Traffic } from '../../store/channel-traffic.ts';
import type { ChannelMute } from '../../store/wishes.ts';
import type { Held } from '../../flows/what-holds.ts';
import { empty, section, type View } from './layout.ts';

/** A channel, and how it stands. */
export interface ChannelLine {
  readonly channel: Channel;
  /** Its address without what is secret in it. */
  readonly address: string;
  /** Where a feed is fetched; null: it is none. */
  readonly feeds: { readonly atom: string; readonly json: string } | null;
  readonly traffic: Traffic;
  readonly mutes: readonly ChannelMute[];
  readonly waitsForYes: boolean;
}

/** What came of a button. */
export interface Said {
  /** The channel that it belongs to. */
  readonly id: number;
  readonly good: boolean;
  readonly words: string;
}

interface ChannelsPage {
  readonly lines: readonly ChannelLine[];
  /** What is told where: of everything, then of what has rules or mutes of its own. */
  readonly holds: readonly Held[];
  readonly said: Said | null;
  readonly zone: Zone;
}

/** Every channel with its state, its test and what it has muted; then what goes where. */
export function channelsView({ lines, holds, said, zone }: ChannelsPage): View {
  const bad = lines.filter((line) => troubled(line)).length;
  const status =
    bad === 0
      ? markup`<p class="status" data-state="readable"><span>${counted(lines.length, 'channel')}, none in trouble.</span></p>`
      : markup`<p class="status" data-state="unreadable"><span><b>${bad} of ${counted(lines.length, 'channel')}</b> ${bad === 1 ? 'gets' : 'get'} nothing just now.</span></p>`;
  return {
    title: 'Channels',
    here: '/channels',
    content: [
      markup`<div class="page-head"><h1>Channels</h1>${lines.length === 0 ? null : status}</div>`,
      lines.length === 0 ? none() : null,
      ...lines.map((line) => channelSection(line, { said, zone })),
      section('What goes where', whatGoesWhere(holds)),
      lines.length === 0
        ? null
        : section('Another channel', command('channel add slack URL --name "#rivals"')),
    ],
  };
}

function none(): Markup {
  return markup`${empty('You are told nowhere but here.', 'Give an address, and what is urgent comes there at once, the rest with the digest.', null)}<div class="gap-5">${command('channel add email you@example.com')}</div>`;
}

function command(words: string): Markup {
  return markup`<pre class="command">npm run -s sightline -- ${words}</pre>`;
}

function whatGoesWhere(holds: readonly Held[]): Markup {
  const each = holds.map(({ of, lines }) => {
    const said = lines.map((line) => markup`<li>${asSentence(line)}</li>`);
    return markup`${of === null ? '' : markup`<h3>${shownUrl(of)}</h3>`}<ul class="list">${said}</ul>`;
  });
  return markup`${each}<p class="note gap-2">To see and change them:</p><div class="gap-2">${command('subscribe')}</div>`;
}

function troubled({ channel, waitsForYes }: ChannelLine): boolean {
  return channel.disabledAt !== null || channel.failingSince !== null || waitsForYes;
}

function channelSection(line: ChannelLine, { said, zone }: { said: Said | null; zone: Zone }): Markup {
  const { channel, address, feeds } = line;
  const title = channel.name ?? address;
  const takes = takesWords(channel);
  const note = channel.name === null ? takes : `${address}, ${takes}`;
  const result =
    said?.id === channel.id
      ? markup`<p class="${said.good ? 'soft' : 'field-error'}" role="status">${said.words}</p>`
      : '';
  const fetched =
    feeds === null
      ? ''
      : markup`<dl class="facts"><div><dt>Atom</dt><dd class="machine"><a href="${feeds.atom}">${feeds.atom}</a></dd></div><div><dt>JSON Feed</dt><dd class="machine"><a href="${feeds.json}">${feeds.json}</a></dd></div></dl>`;
  return markup`<section class="section" id="channel-${channel.id}"><div class="section-head is-ruled"><h2>${title}</h2><span class="section-note">${note}</span></div><div class="rows">${stateLine(line, zone)}${result}${fetched}${givenUp(line)}${mutes(line, zone)}${buttons(line)}</div></section>`;
}

function stateLine({ channel, traffic, waitsForYes }: ChannelLine, zone: Zone): Markup {
  const { disabledAt, disabledReason, failingSince } = channel;
  const waiting =
    traffic.waiting === 0
      ? ''
      : ` ${counted(traffic.waiting, 'message')} ${traffic.waiting === 1 ? 'waits' : 'wait'} for it.`;
  if (disabledAt !== null)
    return markup`<p><b class="is-unread">Off</b> since ${dayAndTime(disabledAt, zone)}: ${disabledReason ?? 'no reason is known'}.${waitsForYes ? ' Switched on, it asks its reader first.' : ''}</p>`;
  if (waitsForYes)
    return markup`<p><b class="is-unread">Waits for its reader’s yes.</b> They were asked by one message; nothing else goes there before they agree.</p>`;
  if (failingSince !== null)
    return markup`<p><b class="is-unread">Takes nothing</b> since ${dayAndTime(failingSince, zone)}. We keep trying; after five days it is switched off.${waiting}</p>`;
  return traffic.lastSentAt === null
    ? markup`<p><b>On.</b> No news was sent there yet.${waiting}</p>`
    : markup`<p><b>Works.</b> It took the last message ${dayAndTime(traffic.lastSentAt, zone)}.${waiting}</p>`;
}

function givenUp({ traffic: { givenUp: count } }: ChannelLine): Markup | null {
  if (count === 0) return null;
  return markup`<p><a href="/deliveries?state=dead">${counted(count, 'message')} given up</a>, kept until you send ${count === 1 ? 'it' : 'them'} again.</p>`;
}

function mutes({ mutes: all }: ChannelLine, zone: Zone): Markup | null {
  if (all.length === 0) return null;
  const lines = all.map(
    ({ url, kind, until }) =>
      markup`<li>${kind ?? 'Everything'} of <span class="machine">${shownUrl(url)}</span><span class="quiet">${until === null ? 'until you undo it' : `until ${dayAndTime(until, zone)}`}</span></li>`,
  );
  return markup`<details><summary>${counted(all.length, 'mute')} by a button in a message</summary><ul class="list">${lines}</ul><p class="note">All mutes of a page end by:</p><div class="gap-2">${command('subscribe URL --mute-until none')}</div></details>`;
}

function buttons({ channel, waitsForYes, traffic }: ChannelLine): Markup | null {
  const form = (action: 'test' | 'enable' | 'replay', words: string): Markup =>
    markup`<form method="post" action="/channels/${channel.id}/${action}"><button class="button is-small">${words}</button></form>`;
  const isOff = channel.disabledAt !== null;
  const enable = isOff ? form('enable', 'Switch it on') : '';
  // To whoever has not said yes, or no more, not even a test goes.
  const test = waitsForYes ? '' : form('test', 'Send a test');
  const replay =
    isOff || waitsForYes || traffic.givenUp === 0 ? '' : form('replay', 'Send again what was given up');
  return isOff || !waitsForYes ? markup`<div class="buttons">${enable}${replay}${test}</div>` : null;
}
