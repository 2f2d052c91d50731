import { REPEAT } from './chat.ts';
import { oneLine, webAddress } from '../messages/inert.ts';
import type {
  SlackBlock,
  SlackLine,
  SlackLink,
  SlackMessage,
  SlackStyle,
  SlackText,
  SlackWords,
} from '../messages/message.ts';

/** Slack's three: & < > (docs, "Escaping text"). For `mrkdwn` and for the fallback; never for rich text. */
export function escapeSlack(text: string): string {
  return withoutCalls(oneLine(text)).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * Words in rich text, where Slack parses nothing: no mention, no link, no entity. A word joiner behind each "<" is a
 * second lock on that promise, which is not ours: "<!channel>" looks the same and is no mention in any parser.
 */
export function slackText(text: string, style?: SlackStyle): SlackText {
  const words = withoutCalls(text.toWellFormed()).replaceAll('<', '<\u2060');
  return style === undefined ? { type: 'text', text: words } : { type: 'text', text: words, style };
}

/** "@here" pings where a workspace lets names be linked; with a word joiner behind the "@" it is no name. */
function withoutCalls(text: string): string {
  return text.replaceAll(/@(?=here|channel|everyone)/giu, '@\u2060');
}

/** A link as an element, so that neither text nor address is parsed; bare text where the address is not http(s). */
export function slackLink(text: string, url: string, style?: SlackStyle): SlackText | SlackLink {
  const address = webAddress(url);
  const words = slackText(text, style);
  return address === null ? words : { ...words, type: 'link', url: address };
}

export function richText(...elements: readonly SlackLine[]): SlackBlock {
  return { type: 'rich_text', elements };
}

export function section(...elements: SlackLine['elements']): SlackLine {
  return { type: 'rich_text_section', elements };
}

/** A quiet line. Takes mrkdwn: escape what is not ours. */
export function context(mrkdwn: string): SlackBlock {
  return { type: 'context', elements: [{ type: 'mrkdwn', text: mrkdwn, verbatim: true }] };
}

/** Links in a quiet line: `[text, address]`. Those that are not http(s) are left out; Slack refuses an empty line. */
export function linkLine(links: readonly (readonly [text: string, url: string])[]): SlackBlock[] {
  const shown = links.flatMap(([text, url]) => {
    const address = webAddress(url);
    // "|" and ">" would end the address inside <address|text>; URL leaves "|" as it is.
    return address === null ? [] : [`<${escapeSlack(address).replaceAll('|', '%7C')}|${escapeSlack(text)}>`];
  });
  return shown.length === 0 ? [] : [context(shown.join(' · '))];
}

/** A message without previews of the pages it names; `subject` is what a notification shows. */
export function slackMessage(subject: string, blocks: readonly SlackBlock[]): SlackMessage {
  return { text: escapeSlack(subject), unfurl_links: false, unfurl_media: false, blocks };
}

/**
 * The same message for a second try after an answer that may have been lost. Slack's webhooks know no idempotency
 * key, so the reader is told. Marking a marked message changes nothing.
 */
export function markAsRepeat(message: SlackMessage): SlackMessage {
  if (message.text.startsWith(REPEAT)) return message;
  const words: SlackWords = { type: 'mrkdwn', text: `_${REPEAT}_`, verbatim: true };
  return {
    ...message,
    text: `${REPEAT} ${message.text}`,
    blocks: [...message.blocks, { type: 'context', elements: [words] }],
  };
}
