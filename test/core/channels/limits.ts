import type { DiscordMessage } from '../../../src/core/channels/discord.ts';
import type { FeedItem } from '../../../src/core/channels/feed.ts';
import { type TeamsMessage } from '../../../src/core/channels/teams.ts';
import { webhookPayload } from '../../../src/core/channels/webhook-payload.ts';
import type { SlackMessage } from '../../../src/core/messages/message.ts';

// What each service documents about the messages that it takes, checked from the outside: a fault is a limit passed.

const OURS = /^https:\/\/(?:watch|kettleworks|oxbowmail|fernlight)\.example\//u;

/** The limits of a kind that a message passes; none when the service would take it. */
export function faultsOf(kind: string, message: object): string[] {
  const check = CHECKS[kind];
  if (check === undefined) throw new Error(`no limits of ${kind}`);
  return [...(JSON.stringify(message).isWellFormed() ? [] : ['surrogates']), ...check(message)];
}

const CHECKS: Readonly<Record<string, (message: object) => string[]>> = {
  slack: (message) => slackFaults(message as SlackMessage),
  discord: (message) => discordFaults(message as DiscordMessage),
  teams: (message) => teamsFaults(message as TeamsMessage),
  webhook: webhookFaults,
  feed: (message) => feedFaults(message as FeedItem),
};

/**
 * Block Kit reference: 50 blocks a message, 1 to 10 elements in a context, 3,000 characters in a text object, none empty.
 * "Truncating really long messages": text is cut at 40,000 characters; 4,000 was asked before and splits a message still.
 * Rich text names no limit of its own; msg_blocks_too_long was met from 13,100 characters of blocks on (bolt-js issue 2509).
 */
function slackFaults({ text, blocks }: SlackMessage): string[] {
  return [
    ...fault('fallback', text === '' || text.length > 4_000),
    ...fault('blocks', blocks.length === 0 || blocks.length > 50),
    ...fault('blocks together', JSON.stringify(blocks).length > 13_000),
    ...blocks.flatMap(({ type, elements }) =>
      fault(type, elements.length === 0 || (type === 'context' && elements.length > 10)),
    ),
    ...textsOf(blocks).flatMap((words) => fault('text', words === '' || words.length > 3_000)),
    // "Escaping text": <!channel>, <@U…>, <#C…> and <url|…> are live in mrkdwn and in the fallback.
    ...fault('mention', /<[!@#]|@(?:here|channel|everyone)/iu.test(JSON.stringify([text, blocks]))),
    ...fault('fallback markup', /[<>]/u.test(text)),
    ...[...JSON.stringify(blocks).matchAll(/"url":"([^"]*)"|<(http[^|>]*)\|/gu)].flatMap((link) =>
      fault('link', !OURS.test(link[1] ?? link[2] ?? '')),
    ),
  ];
}

/**
 * Discord's reference, "Execute Webhook" and "Embed Limits": content 2,000, 10 embeds, title 256, description 4,096, 25 fields
 * (name 256, value 1,024), footer 2,048, 6,000 in all embeds together; no empty embed. "Allowed Mentions": an empty `parse`
 * pings nobody.
 */
function discordFaults({ content, embeds, allowed_mentions }: DiscordMessage): string[] {
  const texts = embeds.flatMap(({ title = '', description }) => [title, description]);
  const said = [content, ...texts];
  return [
    ...fault('content', content === '' || content.length > 2_000),
    ...fault('embeds', embeds.length === 0 || embeds.length > 10),
    ...embeds.flatMap(({ title, description }) => [
      ...fault('title', title !== undefined && (title === '' || title.length > 256)),
      ...fault('description', description === '' || description.length > 4_096),
    ]),
    ...fault('together', texts.join('').length > 6_000),
    ...fault(
      'unknown part',
      embeds.some((embed) =>
        Object.keys(embed).some((key) => !['title', 'url', 'description'].includes(key)),
      ),
    ),
    ...fault('mentions', JSON.stringify(allowed_mentions) !== '{"parse":[]}'),
    ...said.flatMap((text) => [
      ...fault('mention', /@(?:everyone|here)|(?<!\\)<[@#:t]/iu.test(text)),
      // Outside of [words](<address>) nothing may look like an address, and each of those is ours.
      ...fault('live address', /:\/\//u.test(text.replaceAll(/\]\(<https:\/\/[^>]*>\)/gu, ''))),
      ...[...text.matchAll(/(?<!\\)\]\(<?([^>)]*)/gu)].flatMap((link) => fault('link', !OURS.test(link[1]!))),
      ...fault('heading', /^\s*(?:#|-)/mu.test(text)),
    ]),
    ...embeds.flatMap(({ url }) => fault('title link', url !== undefined && !OURS.test(url))),
  ];
}

/**
 * Microsoft, "Create Incoming Webhooks" and the Teams connector: 28 KB a message, of which some senders were refused from
 * 21 KB on. "Format cards": TextBlock and FactSet parse Markdown, a TextRun does not. ActionSet shows six actions.
 */
function teamsFaults(message: TeamsMessage): string[] {
  const { content } = message.attachments[0];
  const json = JSON.stringify(message);
  const types = [...json.matchAll(/"type":"([\w.]+)"/gu)].map((found) => found[1]);
  const known = new Set([
    'message',
    'AdaptiveCard',
    'Container',
    'RichTextBlock',
    'TextRun',
    'ActionSet',
    'Action.OpenUrl',
  ]);
  return [
    ...fault('size', Buffer.byteLength(json) > 21_000),
    ...fault('version', content.version !== '1.4' || content.body.length === 0),
    ...types.flatMap((type) => fault(`type ${type}`, !known.has(type ?? ''))),
    ...[...json.matchAll(/"(?:inlines|actions|items)":\[(?=\])/gu)].map(() => 'empty list'),
    ...[...json.matchAll(/"actions":\[(.*?)\]/gu)].flatMap((set) =>
      fault('actions', (set[1]!.match(/OpenUrl/gu) ?? []).length > 6),
    ),
    ...textsOf(content).flatMap((words) => fault('empty text', words === '')),
    ...[...json.matchAll(/"url":"([^"]*)"/gu)].flatMap((link) => fault('link', !OURS.test(link[1]!))),
  ];
}

/** Standard Webhooks, "Payload": under 20 kB; the rest is the shape that we promise. */
function webhookFaults(message: object): string[] {
  const parsed = webhookPayload.safeParse(message);
  return [
    ...fault('size', Buffer.byteLength(JSON.stringify(message)) >= 20_000),
    ...(parsed.success
      ? []
      : parsed.error.issues.map(({ path, message: what }) => `${path.join('.')}: ${what}`)),
  ];
}

/** RFC 4287 4.2.6 and JSON Feed 1.1: an id that lasts, a URL; content that is not empty. */
function feedFaults({ id, url, title, date, html, text, summary }: FeedItem): string[] {
  return [
    ...fault('id', URL.parse(id) === null || !OURS.test(id)),
    ...fault('url', !OURS.test(url)),
    ...fault('date', new Date(date).toISOString() !== date),
    ...[title, html, text, summary].flatMap((words) => fault('empty text', words === '')),
    ...fault('size', html.length > 30_000),
    ...(html.match(/<[^>]*>/gu) ?? []).flatMap((tag) =>
      fault(`tag ${tag}`, !/^<\/?(?:p|b|br|del|ins|blockquote)>$/u.test(tag)),
    ),
  ];
}

function fault(name: string, passed: boolean): string[] {
  return passed ? [name] : [];
}

/** Every `text` of a message, however deep. */
export function textsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'text' && typeof inner === 'string' ? [inner] : textsOf(inner),
  );
}
