import { counted, dayAndTime, type Zone } from '../../core/messages/local-time.ts';
import { markup } from '../../core/messages/markup.ts';
import type { MailFile } from '../read-eml.ts';
import type { View } from './layout.ts';

export interface MailLine extends MailFile {
  readonly name: string;
}

/** Mails that were written as files, for there is no mail key. */
export function mailsView({
  mails,
  folder,
  zone,
}: {
  mails: readonly MailLine[];
  folder: string | null;
  zone: Zone;
}): View {
  const said =
    folder === null
      ? 'Mails are sent, not kept here.'
      : mails.length === 0
        ? 'No mail was written yet.'
        : `${counted(mails.length, 'mail')}, written as files because no mail key is set.`;
  const rows = mails.map(
    ({ name, ...mail }) =>
      markup`<li><a href="/mails/${name}">${mail.subject}</a><span class="quiet">${writtenWords(mail, zone)}</span></li>`,
  );
  return {
    title: 'Mails',
    here: '/mails',
    content: [
      markup`<div class="page-head"><h1>Mails</h1><p class="status" data-state="${mails.length === 0 ? 'waiting' : 'readable'}"><span>${said}</span></p></div>`,
      markup`<ul class="list">${rows}</ul>`,
      folder === null
        ? null
        : markup`<p class="note section">The files lie in <span class="machine">${folder}</span>; any mail program opens them as they would arrive.</p>`,
    ],
  };
}

/** "Tue 24 Nov 15:16, to founder@example.com" */
function writtenWords({ date, to }: MailFile, zone: Zone): string {
  const at = new Date(date);
  return `${Number.isNaN(+at) ? date : dayAndTime(at, zone)}, to ${to}`;
}

export function mailView(mail: MailFile, zone: Zone): View {
  const { subject, text } = mail;
  return {
    title: subject,
    here: '/mails',
    narrow: true,
    content: [
      markup`<p class="crumbs"><a href="/mails">Mails</a></p>`,
      markup`<div class="page-head"><h1>${subject}</h1><p class="note">${writtenWords(mail, zone)}; the plain-text part</p></div>`,
      markup`<pre class="mail">${text}</pre>`,
    ],
  };
}

/** One true sentence, and one thing to do. */
export function messageView(title: string, say: string): View {
  return {
    title,
    here: null,
    narrow: true,
    content: [
      markup`<div class="empty"><h1>${title}</h1><p>${say}</p><a class="button" href="/">To the timeline</a></div>`,
    ],
  };
}
