import { oneLine } from './inert.ts';
import { dayAndTime, zoneOf } from './local-time.ts';
import { AUTOMATIC, mailDocument } from './mail-document.ts';
import { facts, link, paragraph, row, title } from './mail-parts.ts';
import { markup } from './markup.ts';
import type { MailMessage, NoticeInput, TestInput } from './message.ts';
import { noticeWords, TEST_SENTENCE, TEST_SUBJECT } from './notice-words.ts';
import { labelled, sections, wrap } from './plain-text.ts';

/** A mail about the watch itself, not about the competitor: page unreadable, readable, gone, moved, back. Pure. */
export function noticeMail(input: NoticeInput): MailMessage {
  const words = noticeWords(input);
  const address = oneLine(input.storedUrl);
  const document = mailDocument({
    subject: words.subject,
    preheader: words.consequence,
    corner: 'A notice about the watch',
    rows: [
      row(20, title(words.title)),
      row(8, paragraph({ type: 'lede', paint: ['soft'] }, words.sentence)),
      row(18, facts(words.facts)),
      ...(words.act === null
        ? []
        : [row(12, paragraph({ type: 'fact', paint: ['soft'] }, link(words.act.words, words.act.url)))]),
      row(12, paragraph({ type: 'fact', paint: ['soft'] }, link('Look at their page', input.storedUrl))),
    ],
    footer: markup`${words.why} The page, as you gave it:<br />${address}`,
  });
  const text = sections([
    wrap(words.title),
    wrap(words.sentence),
    words.facts.map(([label, fact]) => labelled(label, fact)).join('\n'),
    words.act === null ? null : `${words.act.words}: ${words.act.url}`,
    `--\n${wrap(words.why)}\nThe page, as you gave it: ${address}`,
  ]);
  return { subject: words.subject, preheader: words.consequence, html: document, text, headers: AUTOMATIC };
}

/** The mail of `channel test`. */
export function testMail({ timeZone, now, publicUrl }: TestInput): MailMessage {
  const corner = dayAndTime(now, zoneOf(timeZone));
  const document = mailDocument({
    subject: TEST_SUBJECT,
    preheader: TEST_SENTENCE,
    corner,
    rows: [row(20, title(TEST_SUBJECT)), row(8, paragraph({ type: 'lede', paint: ['soft'] }, TEST_SENTENCE))],
    footer: ['A test, sent once. ', link('See the timeline', publicUrl, 'quiet')],
  });
  const text = sections([TEST_SUBJECT, wrap(TEST_SENTENCE), `--\nA test, sent ${corner}.\n${publicUrl}`]);
  return { subject: TEST_SUBJECT, preheader: TEST_SENTENCE, html: document, text, headers: AUTOMATIC };
}
