import { emailAddress } from '../address/channel-address.ts';
import { alertMail } from '../messages/alert-mail.ts';
import { channelNoticeMail } from '../messages/channel-notice-mail.ts';
import { correctionMail } from '../messages/correction-mail.ts';
import { digestMail } from '../messages/digest-mail.ts';
import { clip, oneLine } from '../messages/inert.ts';
import { repeatedMail } from '../messages/mail-repeat.ts';
import type { MailMessage } from '../messages/message.ts';
import { noticeMail, testMail } from '../messages/notice-mail.ts';
import type { ChannelForm } from './form.ts';

/** Mail to one address, by a service that knows a repeat by its key, or into files. */
export const emailForm: ChannelForm<MailMessage> = {
  kind: 'email',
  takes: 'ADDRESS',
  knowsRepeats: true,
  signs: false,
  gathers: true,
  digestByDefault: true,
  readAddress: (given) => {
    const address = emailAddress(given);
    if (address !== null) return { ok: true, address };
    return { ok: false, say: `"${clip(oneLine(given), 100)}" is no e-mail address, such as you@example.com` };
  },
  showAddress: (address) => address,
  alert: alertMail,
  correction: correctionMail,
  notice: noticeMail,
  channelNotice: channelNoticeMail,
  test: testMail,
  digest: digestMail,
  // A repeat has the key of the first: Resend sends it once, and a file is replaced.
  markAsRepeat: (message) => message,
};

/** Mail over SMTP, where nobody knows a repeat: by its Message-ID some mailboxes drop it, and more show it twice. */
export const smtpForm: ChannelForm<MailMessage> = {
  ...emailForm,
  knowsRepeats: false,
  markAsRepeat: repeatedMail,
};
