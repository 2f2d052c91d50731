import type { Excerpt, ExcerptLine } from '../messages/excerpt.ts';
import { clip } from '../messages/inert.ts';
import { counted } from '../messages/local-time.ts';
import { severityBars, severityWord } from '../messages/wording.ts';
import { type ChatMessage, type ChatSection, REPEAT } from './chat.ts';
import { chatForm } from './chat-form.ts';
import { discordLink, escapeDiscord } from './discord-text.ts';
import type { ChannelForm } from './form.ts';
import { readServiceAddress, showSecretAddress } from './service-address.ts';

/** The body of a post to a webhook of Discord. */
export interface DiscordMessage {
  /** What a notification shows: the subject. */
  readonly content: string;
  /** Nobody is pinged, whatever a text holds. */
  readonly allowed_mentions: { readonly parse: readonly [] };
  readonly embeds: readonly DiscordEmbed[];
}

export interface DiscordEmbed {
  readonly title?: string;
  readonly url?: string;
  readonly description: string;
}

const PATH = /^\/api\/(?:v\d{1,2}\/)?webhooks\/\d{5,25}\/[\w-]{20,120}\/?$/;

const DISCORD = {
  isAt: ({ protocol, port, hostname, pathname }: URL) =>
    protocol === 'https:' &&
    port === '' &&
    /^(?:(?:ptb|canary)\.)?discord(?:app)?\.com$/.test(hostname) &&
    PATH.test(pathname),
  say: 'A Discord webhook address looks like https://discord.com/api/webhooks/NUMBER/TOKEN.',
};

/** Discord's reference, "Embed Limits": of one title, of one description, and of all embeds of a message together. */
const MOST_TITLE = 256;
const MOST_DESCRIPTION = 4096;
const MOST_TOGETHER = 6000;

/** Discord by a webhook of a channel. Each event is an embed; nothing of a page is Markdown, link or mention. */
export const discordForm: ChannelForm<DiscordMessage> = chatForm<DiscordMessage>({
  kind: 'discord',
  readAddress(given, allow) {
    const read = readServiceAddress(given, DISCORD, allow);
    return read.ok ? { ok: true, address: oneHost(new URL(read.address)) } : read;
  },
  showAddress: (address) => showSecretAddress(address),
  draw: ({ subject, sections }: ChatMessage) => ({
    content: escapeDiscord(subject),
    allowed_mentions: { parse: [] },
    embeds: sections.map((part) => embedOf(part, subject)),
  }),
  fits: ({ embeds }) =>
    embeds.every(({ description }) => description.length <= MOST_DESCRIPTION) &&
    embeds.reduce((sum, { title = '', description }) => sum + title.length + description.length, 0) <=
      MOST_TOGETHER,
  markAsRepeat: (message) =>
    message.content.startsWith(REPEAT) ? message : { ...message, content: `${REPEAT} ${message.content}` },
});

/** One webhook is one channel, however its host was written. Of the query only the thread to post in is kept. */
function oneHost(url: URL): string {
  if (DISCORD.isAt(url)) url.hostname = 'discord.com';
  const thread = url.searchParams.get('thread_id');
  url.search = thread !== null && /^\d{5,25}$/.test(thread) ? `?thread_id=${thread}` : '';
  url.hash = '';
  return url.href;
}

/** The title is left out where the subject above has just said it. Escaping at most doubles it. */
function embedOf(part: ChatSection, subject: string): DiscordEmbed {
  const { title, url } = part;
  return {
    ...(title === subject ? {} : { title: escapeDiscord(clip(title, MOST_TITLE / 2)) }),
    ...(title === subject || url === null ? {} : { url }),
    description: linesOf(part).join('\n'),
  };
}

function linesOf({ sentences, severity, about, quotes, facts, lines, quiet, links }: ChatSection): string[] {
  const bars = severity === null ? '' : `${severityBars(severity)} **${severityWord(severity)}** · `;
  return [
    ...sentences.map(escapeDiscord),
    ...about.map((words, index) => `${index === 0 ? bars : ''}${escapeDiscord(words)}`),
    ...(quotes === null ? [] : quoteLines(quotes)),
    ...facts.map(([label, words]) => `**${label}:** ${escapeDiscord(words)}`),
    ...lines.map(([words, url]) => `• ${discordLink(escapeDiscord(words), url)}`),
    ...(quiet === null ? [] : [escapeDiscord(quiet)]),
    ...(links.length === 0 ? [] : [links.map(([words, url]) => discordLink(words, url)).join(' · ')]),
  ];
}

function quoteLines({ hunks, left }: Excerpt): string[] {
  return [
    ...hunks.flatMap(({ path, lines }) => [`**${escapeDiscord(path)}**`, ...lines.map(quoted)]),
    ...(left > 0 ? [`*${counted(left, 'more difference')} in the full diff.*`] : []),
  ];
}

function quoted({ side, marks }: ExcerptLine): string {
  const mark = side === 'before' ? '~~' : '**';
  const words = marks.map(({ text, changed }) =>
    changed && text.trim() !== '' ? `${mark}${escapeDiscord(text)}${mark}` : escapeDiscord(text),
  );
  return `> ${side === 'before' ? '−' : '\\+'} ${words.join('')}`;
}
