import { gatheredRows, gatheredShares } from './alert-gathered.ts';
import { alertFooter } from './alert-footer.ts';
import { itemRows } from './alert-item.ts';
import { alertText } from './alert-text.ts';
import { alertPreheader, alertSubject, followsOf, lateWords } from './alert-words.ts';
import { dayAndTime, zoneOf, type Zone } from './local-time.ts';
import { mailDocument } from './mail-document.ts';
import { footerHtml } from './mail-footer.ts';
import { AUTOMATIC, threadHeaders, unsubscribeHeaders } from './mail-headers.ts';
import { link, paragraph, row } from './mail-parts.ts';
import { smallEnough } from './mail-size.ts';
import type { Markup } from './markup.ts';
import type { AlertInput, MailMessage } from './message.ts';
import { eventAddress, factOf } from './wording.ts';

/**
 * What is told at once, as a mail (PRODUCT 3): of one event the fact, one sentence, the evidence, our read, how sure we
 * are; of several each of these, shorter. Pure: the same input gives the same bytes. Never throws on what a page, a name
 * or a time zone holds.
 */
export function alertMail(input: AlertInput): MailMessage {
  const zone = zoneOf(input.timeZone);
  const head = { subject: alertSubject(input), preheader: alertPreheader(input) };
  const newest = new Date(Math.max(...input.items.map(({ event }) => event.toldAt.getTime())));
  const { choice, html } = smallEnough(gatheredShares(input), (share) =>
    mailDocument({
      ...head,
      corner: dayAndTime(newest, zone),
      rows: [
        ...noteRows(input, zone),
        ...(input.items.length === 1 ? itemRows(input, zone) : gatheredRows(input, share, zone)),
      ],
      footer: footerHtml(alertFooter(input, share)),
    }),
  );
  const headers = { ...AUTOMATIC, ...threadHeaders(input.thread), ...unsubscribeHeaders(input.waysOut) };
  return { ...head, html, text: alertText(input, choice, zone), headers };
}

/** What a reader has to know before the news: that it continues something, or that it is old. */
function noteRows(input: AlertInput, zone: Zone): Markup[] {
  const follows = followsOf(input, zone);
  const late = lateWords(input, zone);
  const note = (content: Parameters<typeof paragraph>[1]) =>
    row(16, paragraph({ type: 'meta', paint: ['soft'] }, content));
  return [
    ...(late === null ? [] : [note(late)]),
    ...(follows === null
      ? []
      : [
          note([
            follows.words,
            ' ',
            link(factOf(follows.past.headline), eventAddress(input, follows.past.id)),
          ]),
        ]),
  ];
}
