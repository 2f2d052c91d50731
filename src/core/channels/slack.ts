import { counted } from '../messages/local-time.ts';
import type { Excerpt, ExcerptLine } from '../messages/excerpt.ts';
import type { SlackBlock, SlackLine, SlackMessage } from '../messages/message.ts';
import { severityBars, severityWord } from '../messages/wording.ts';
import type { ChatMessage, ChatSection } from './chat.ts';
import { chatForm } from './chat-form.ts';
import type { ChannelForm } from './form.ts';
import { readServiceAddress, showSecretAddress } from './service-address.ts';
import { context, escapeSlack, linkLine, markAsRepeat, richText } from './slack-parts.ts';
import { section, slackLink, slackMessage, slackText } from './slack-parts.ts';

const SLACK = {
  isAt: ({ protocol, port, hostname }: URL) =>
    protocol === 'https:' && port === '' && /^hooks\.slack(?:-gov)?\.com$/.test(hostname),
  say: 'A Slack webhook address starts with https://hooks.slack.com/.',
};

/** Block Kit: 50 blocks a message. */
const MOST_BLOCKS = 50;

/** Slack refused blocks of some 13,000 characters together (msg_blocks_too_long), a limit that no reference names. */
const MOST_CHARACTERS = 12_000;

/**
 * Slack by an incoming webhook (PRODUCT 4). What a page says stands in rich text only, which parses nothing; links are
 * in quiet lines, for buttons would need an app.
 */
export const slackForm: ChannelForm<SlackMessage> = chatForm<SlackMessage>({
  kind: 'slack',
  readAddress: (given, allow) => readServiceAddress(given, SLACK, allow),
  showAddress: (address) => showSecretAddress(address),
  draw: ({ subject, sections }: ChatMessage) => slackMessage(subject, sections.flatMap(blocksOf)),
  fits: (message) =>
    message.blocks.length <= MOST_BLOCKS && JSON.stringify(message).length <= MOST_CHARACTERS,
  markAsRepeat,
});

function blocksOf(part: ChatSection): SlackBlock[] {
  const { title, url, sentences, lines, facts, quotes, quiet, links } = part;
  const rest = sentences.map((line) => slackText(`\n${line}`));
  const events = lines.flatMap(([words, address]) => [slackText('\n'), slackLink(words, address)]);
  return [
    richText(section(slackLink(title, url ?? '', { bold: true }), ...rest, ...events)),
    ...aboutOf(part),
    ...(quotes === null ? [] : quoteBlocks(quotes)),
    ...(facts.length === 0 ? [] : [richText(...facts.map(factLine))]),
    ...(quiet === null ? [] : [context(escapeSlack(quiet))]),
    ...linkLine(links),
  ];
}

function aboutOf({ severity, about }: ChatSection): SlackBlock[] {
  return about.map((words, index) => {
    const bars = severity === null ? '' : `${severityBars(severity)} *${severityWord(severity)}* · `;
    return context(`${index === 0 ? bars : ''}${escapeSlack(words)}`);
  });
}

function factLine([label, words]: readonly [string, string]): SlackLine {
  return section(slackText(`${label}: `, { bold: true }), slackText(words));
}

function quoteBlocks({ hunks, left }: Excerpt): SlackBlock[] {
  const boxes = hunks.flatMap(({ path, lines }) => [section(slackText(path, { bold: true })), quoted(lines)]);
  const more =
    left > 0
      ? [section(slackText(`${counted(left, 'more difference')} in the full diff.`, { italic: true }))]
      : [];
  return [richText(...boxes, ...more)];
}

function quoted(lines: readonly ExcerptLine[]): SlackLine {
  const elements = lines.flatMap(({ side, marks }, index) => {
    const sign = slackText(`${index === 0 ? '' : '\n'}${side === 'before' ? '− ' : '+ '}`);
    const style = side === 'before' ? ({ strike: true } as const) : ({ bold: true } as const);
    return [sign, ...marks.map(({ text, changed }) => (changed ? slackText(text, style) : slackText(text)))];
  });
  return { type: 'rich_text_quote', elements: elements.filter(({ text }) => text !== '') };
}
