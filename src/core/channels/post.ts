import type { SendResult } from '../messages/send-result.ts';

/** One message on its way to one channel. */
export interface Post<Message extends object = object> {
  readonly address: string;
  readonly message: Message;
  /** The same on every try of one delivery; at most 64 characters of [A-Za-z0-9_-]. */
  readonly key: string;
  /** For kinds that sign: the channel's secrets, newest first ("whsec_…"); empty for others. */
  readonly secrets: readonly string[];
  /** When an earlier try began whose answer was lost, so that it may have arrived; null: none did. */
  readonly perhapsSentAt: Date | null;
}

/** One attempt to send one message. Never throws on what the other side does. */
export type Send<Message extends object = object> = (post: Post<Message>) => Promise<SendResult>;
