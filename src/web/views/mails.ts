import { counted } from '../../core/messages/local-time.ts';
import { markup } from '../../core/messages/markup.ts';
import type { View } from './layout.ts';

export interface MailLine {
  readonly name: string;
  readonly subject: string;
  readonly date: string;
}

/** Mails that were written as files, for there is no mail key. */
export function mailsView({ mails, folder }: { mails: readonly MailLine[]; folder: string | null }): View {
  const said =
    folder === null
      ? 'Mails are sent, not kept here.'
      : mails.length === 0
        ? 'No mail was written yet.'
        : `${counted(mails.length, 'mail')}, written as files because no mail key is set.`;
  const rows = mails.map(
    ({ name, subject, date }) =>
      markup`<li><a href="/mails/${name}">${subject}</a><span class="quiet">${date}</span></li>`,
  );
  return {
    title: 'Mails',
    here: '/mails',
    content: [
      markup`<div class="page-head"><h1>Mails</h1><p class="status" data-state="${mails.length === 0 ? 'waiting' : 'readable'}"><span>${said}</span></p></div>`,
      markup`<ul class="list is-plain">${rows}</ul>`,
      folder === null
        ? null
        : markup`<p class="note">The files lie in <span class="machine">${folder}</span>; any mail program opens them as they would arrive.</p>`,
    ],
  };
}

export function mailView({ subject, date, text }: { subject: string; date: string; text: string }): View {
  return {
    title: subject,
    here: '/mails',
    narrow: true,
    content: [
      markup`<p class="crumbs"><a href="/mails">Mails</a></p>`,
      markup`<div class="page-head"><h1>${subject}</h1><p class="note">${date}, plain-text part</p></div>`,
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
