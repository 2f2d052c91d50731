import { sentence, sentences } from './alert-words.ts';
import { excerptOf, type Excerpt, type ExcerptLine } from './excerpt.ts';
import { counted, dayAndTime, zoneOf } from './local-time.ts';
import type { AlertInput, NoticeInput, SlackBlock, SlackLine, SlackMessage, TestInput } from './message.ts';
import { noticeWords, TEST_SENTENCE, TEST_SUBJECT } from './notice-words.ts';
import { context, escapeSlack, linkLine, richText, section, severityLine, slackLink } from './slack-parts.ts';
import { slackMessage, slackText } from './slack-parts.ts';
import { certaintyOf, eventAddress, factOf, kindWords, namedFact, pageTitle, subjectOf } from './wording.ts';

/**
 * One event for Slack (PRODUCT 4): headline, where and how severe, the quotes, our read, how sure, links. What a page
 * says stands in rich text only. Bounded whatever the evidence: at most 9 blocks and about 4 KB, news first.
 */
export function alertSlack(input: AlertInput): SlackMessage {
  const { event } = input;
  const subject = subjectOf(namedFact(event.headline, input.competitor));
  const diff = eventAddress(input, event.id);
  const rest = sentences(event, factOf(event.headline)).map((line) => {
    return slackText(`\n${line}`);
  });
  return slackMessage(subject, [
    richText(section(slackLink(subject, diff, { bold: true }), ...rest)),
    context(severityLine(event.severity, `${kindWords(event)} · ${pageTitle(input)}`)),
    ...quotes(excerptOf(event.quotes)),
    ...opinion(event),
    context(certaintyLine(input)),
    ...linkLine([
      ['Full diff', diff],
      ['Their page', input.storedUrl],
    ]),
  ]);
}

function quotes({ hunks, left }: Excerpt): SlackBlock[] {
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

function opinion({ ourRead, action }: AlertInput['event']): SlackBlock[] {
  const line = (name: string, words: string | null) => {
    return words === null ? [] : [section(slackText(name, { bold: true }), slackText(sentence(words)))];
  };
  const lines = [...line('Our read (an opinion): ', ourRead), ...line('To do: ', action)];
  return lines.length === 0 ? [] : [richText(...lines)];
}

function certaintyLine({ event, timeZone }: AlertInput): string {
  const words = certaintyOf(event, zoneOf(timeZone)).join(' ');
  return escapeSlack(event.writtenBy === 'rules' ? `${words} Words by rules, no model.` : words);
}

/** A notice about the watch itself for Slack. */
export function noticeSlack(input: NoticeInput): SlackMessage {
  const { subject, sentence, facts, act } = noticeWords(input);
  const lines = facts.map(([label, words]) =>
    section(slackText(`${label}: `, { bold: true }), slackText(words)),
  );
  return slackMessage(subject, [
    richText(section(slackText(subject, { bold: true }), slackText(`\n${sentence}`))),
    richText(...lines),
    ...linkLine([
      ...(act === null ? [] : [[act.words, act.url] as const]),
      ['Look at their page', input.storedUrl],
    ]),
  ]);
}

/** The message of `channel test`. */
export function testSlack({ timeZone, now, publicUrl }: TestInput): SlackMessage {
  return slackMessage(TEST_SUBJECT, [
    richText(section(slackText(TEST_SUBJECT, { bold: true }), slackText(`\n${TEST_SENTENCE}`))),
    context(`A test, sent ${dayAndTime(now, zoneOf(timeZone))}.`),
    ...linkLine([['Timeline', publicUrl]]),
  ]);
}
