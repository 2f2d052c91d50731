import { type ChatMessage, type Detail, fitted } from './chat.ts';
import { alertChat, correctionChat } from './chat-alert.ts';
import { channelNoticeChat, digestChat, noticeChat, testChat } from './chat-notices.ts';
import type { ChannelForm } from './form.ts';

/** What one kind of chat is, beside what all say alike: its address, how it draws a message, and what it takes. */
export interface ChatKind<Message extends object> extends Pick<
  ChannelForm<Message>,
  'kind' | 'readAddress' | 'showAddress' | 'markAsRepeat'
> {
  draw(words: ChatMessage): Message;
  /** Whether the message stays within the limits of the kind. */
  fits(message: Message): boolean;
}

/** The form of a chat: the same words everywhere, as many of them as the kind takes. Chats know no key of ours. */
export function chatForm<Message extends object>(own: ChatKind<Message>): ChannelForm<Message> {
  const write = (words: (detail: Detail) => ChatMessage): Message =>
    fitted((detail) => own.draw(words(detail)), own.fits);
  return {
    kind: own.kind,
    takes: 'URL',
    knowsRepeats: false,
    signs: false,
    gathers: true,
    digestByDefault: false,
    readAddress: own.readAddress,
    showAddress: own.showAddress,
    markAsRepeat: own.markAsRepeat,
    alert: (input) => write((detail) => alertChat(input, detail)),
    correction: (input) => write((detail) => correctionChat(input, detail)),
    notice: (input) => write((detail) => noticeChat(input, detail)),
    channelNotice: (input) => write((detail) => channelNoticeChat(input, detail)),
    test: (input) => write(() => testChat(input)),
    digest: (input) => write(() => digestChat(input)),
  };
}
