import { look } from './mail-paint.ts';
import { markup } from './markup.ts';
import type { MailMessage } from './message.ts';

const REPEAT = 'This mail may be a repeat: we sent it before, and no answer told us that it arrived.';

/** The same mail with a first line that says so; its subject and its headers stay. Marking a marked mail changes nothing. */
export function repeatedMail(mail: MailMessage): MailMessage {
  if (mail.text.startsWith(REPEAT)) return mail;
  const style = look({ type: 'meta', paint: ['quiet'], css: 'padding:12px 32px 0;text-align:center' });
  const line = markup`<p ${style}>${REPEAT}</p>`.toString();
  return {
    ...mail,
    // Before the table that holds the whole mail.
    html: mail.html.replace('<table ', () => `${line}\n<table `),
    text: `${REPEAT}\n\n${mail.text}`,
  };
}
