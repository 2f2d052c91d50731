import { dayAndTime, zoneOf } from './local-time.ts';
import { mailDocument } from './mail-document.ts';
import { footerHtml, footerText, type Footer } from './mail-footer.ts';
import { AUTOMATIC, unsubscribeHeaders } from './mail-headers.ts';
import { facts, link, links, paragraph, row, title } from './mail-parts.ts';
import type { MailMessage, NoticeInput, TestInput } from './message.ts';
import { markup, type Markup } from './markup.ts';
import { noticeWords, TEST_SENTENCE, TEST_SUBJECT, type NoticeWords } from './notice-words.ts';
import { labelled, sections, wrap } from './plain-text.ts';
import { shownUrl } from './wording.ts';

/** A mail about the watch itself, not about the competitor: page unreadable, readable, gone, moved, back. Pure. */
export function noticeMail(input: NoticeInput): MailMessage {
  const words = noticeWords(input);
  const footer = footerOf(input, words.why);
  const acts = [...(words.act === null ? [] : [words.act]), lookAt(input)];
  const html = mailDocument({
    subject: words.subject,
    preheader: words.consequence,
    corner: 'A notice about the watch',
    rows: [
      row(20, title(words.title)),
      row(8, paragraph({ type: 'lede', paint: ['soft'] }, ledeOf(words))),
      row(18, facts(words.facts)),
      row(
        12,
        paragraph({ type: 'fact', paint: ['soft'] }, links(acts.map(({ words, url }) => [words, url]))),
      ),
    ],
    footer: footerHtml(footer),
  });
  const text = sections([
    wrap(words.title),
    wrap(words.sentence),
    words.facts.map(([label, fact]) => labelled(label, fact)).join('\n'),
    acts.map((act) => `${act.words}: ${shownUrl(act.url)}`).join('\n'),
    footerText(footer),
  ]);
  const headers = { ...AUTOMATIC, ...unsubscribeHeaders(input.waysOut) };
  return { subject: words.subject, preheader: words.consequence, html, text, headers };
}

/** What we saw, and in bold what it means for the reader. */
function ledeOf({ sentence, consequence }: NoticeWords): Markup[] {
  const saw = sentence.slice(0, sentence.length - consequence.length);
  return [markup`${saw}<b>${consequence}</b>`];
}

function lookAt({ storedUrl }: NoticeInput) {
  return { words: 'Look at their page', url: storedUrl };
}

function footerOf({ storedUrl, waysOut }: NoticeInput, why: string): Footer {
  return {
    why,
    storedUrls: [storedUrl],
    out: [
      ['Unsubscribe', waysOut.oneClick],
      ['Unsubscribe from everything', waysOut.all],
    ],
  };
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
