import { channelNoticeWords } from '../messages/channel-notice-words.ts';
import { sectionsOf } from '../messages/digest-sections.ts';
import { digestSentence, digestSubject, digestTitle } from '../messages/digest-words.ts';
import { clip } from '../messages/inert.ts';
import { dayAndTime, zoneOf } from '../messages/local-time.ts';
import type { ChannelNoticeInput, DigestInput, NoticeInput, TestInput } from '../messages/message.ts';
import { noticeWords, TEST_SENTENCE, TEST_SUBJECT } from '../messages/notice-words.ts';
import { eventAddress, namedFact } from '../messages/wording.ts';
import { type ChatMessage, type Detail, section } from './chat.ts';

/** A message about the watch itself. */
export function noticeChat(input: NoticeInput, { words: most }: Detail): ChatMessage {
  const { subject, title, sentence, facts, act } = noticeWords(input);
  return {
    subject,
    sections: [
      section({
        title,
        sentences: [sentence],
        facts: facts.map(([label, words]) => [label, clip(words, most)]),
        links: [
          ...(act === null ? [] : [[act.words, act.url] as const]),
          ['Look at their page', input.storedUrl],
        ],
      }),
    ],
  };
}

/** A message about a channel, told through another. */
export function channelNoticeChat(input: ChannelNoticeInput, { words: most }: Detail): ChatMessage {
  const { subject, title, sentence, facts, act } = channelNoticeWords(input);
  return {
    subject,
    sections: [
      section({
        title,
        sentences: [sentence],
        facts: facts.map(([label, words]) => [label, clip(words, most)]),
        links: [[act.words, act.url]],
      }),
    ],
  };
}

/** The message of `channel test`. */
export function testChat({ timeZone, now, publicUrl }: TestInput): ChatMessage {
  return {
    subject: TEST_SUBJECT,
    sections: [
      section({
        title: TEST_SUBJECT,
        sentences: [TEST_SENTENCE],
        quiet: `A test, sent ${dayAndTime(now, zoneOf(timeZone))}.`,
        links: [['Timeline', publicUrl]],
      }),
    ],
  };
}

/** The digest in short: what to act on, and where the rest is. A chat is no place for the whole. */
export function digestChat(input: DigestInput): ChatMessage {
  const zone = zoneOf(input.timeZone);
  const { act } = sectionsOf(input.events);
  return {
    subject: digestSubject(input),
    sections: [
      section({
        title: digestTitle(input, zone),
        url: input.publicUrl,
        sentences: [digestSentence(input, zone)],
        lines: act.map(({ event, competitor }) => [
          clip(namedFact(event.headline, competitor), 140),
          eventAddress(input, event.id),
        ]),
        links: [['All of it on the timeline', input.publicUrl]],
      }),
    ],
  };
}
