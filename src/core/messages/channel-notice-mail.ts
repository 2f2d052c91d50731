import { channelNoticeWords } from './channel-notice-words.ts';
import { mailDocument } from './mail-document.ts';
import { footerHtml, footerText, type Footer } from './mail-footer.ts';
import { AUTOMATIC } from './mail-headers.ts';
import { button, facts, paragraph, row, title } from './mail-parts.ts';
import type { ChannelNoticeInput, MailMessage } from './message.ts';
import { labelled, sections, wrap } from './plain-text.ts';

/**
 * A mail about a channel: please confirm it, it takes nothing, it is switched off. Pure. No way out of a list is offered:
 * an address that is only asked is on none, and the others concern an owner of the account.
 */
export function channelNoticeMail(input: ChannelNoticeInput): MailMessage {
  const words = channelNoticeWords(input);
  const { subject, consequence: preheader } = words;
  const footer: Footer = { why: words.why, storedUrls: [], out: [] };
  const html = mailDocument({
    subject,
    preheader,
    corner: input.kind === 'channel.confirm' ? 'One question' : 'About a channel',
    rows: [
      row(20, title(words.title)),
      row(8, paragraph({ type: 'lede', paint: ['soft'] }, words.sentence)),
      row(20, button(words.act.words, words.act.url)),
      row(18, facts(words.facts)),
    ],
    footer: footerHtml(footer),
  });
  const text = sections([
    wrap(words.title),
    wrap(words.sentence),
    `${words.act.words}: ${words.act.url}`,
    words.facts.map(([label, fact]) => labelled(label, fact)).join('\n'),
    footerText(footer),
  ]);
  return { subject, preheader, html, text, headers: AUTOMATIC };
}
