import { emailAddress } from '../address/channel-address.ts';
import { alertMail } from '../messages/alert-mail.ts';
import { channelNoticeMail } from '../messages/channel-notice-mail.ts';
import { correctionMail } from '../messages/correction-mail.ts';
import { digestMail } from '../messages/digest-mail.ts';
import { clip, oneLine } from '../messages/inert.ts';
import type { MailMessage } from '../messages/message.ts';
import { noticeMail, testMail } from '../messages/notice-mail.ts';
import type { ChannelForm } from './form.ts';

/** Mail to one address. */
export const emailForm: ChannelForm<MailMessage> = {
  kind: 'email',
  takes: 'ADDRESS',
  knowsRepeats: true,
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
  // A repeat has the key and the Message-ID of the first: Resend sends it once, and mailboxes drop the second.
  markAsRepeat: (message) => message,
};
