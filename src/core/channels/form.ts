import type { Cidr } from '../address/network.ts';
import type {
  AlertInput,
  ChannelNoticeInput,
  CorrectionInput,
  DigestInput,
  NoticeInput,
  TestInput,
} from '../messages/message.ts';

export type ReadAddress =
  | { readonly ok: true; readonly address: string }
  /** What is wrong with it and what to give instead. */
  | { readonly ok: false; readonly say: string };

/**
 * What a kind of channel is, without its sockets: how its address is read and shown, and how each message looks there. Pure.
 * A new kind is one form, one adapter that sends what the form renders, and one row in main.ts.
 */
export interface ChannelForm<Message extends object = object> {
  /** "email"; what `channel add` and the database call it. */
  readonly kind: string;
  /** What follows the kind in `channel add`: "ADDRESS", "URL"; null: we make the address. */
  readonly takes: string | null;
  /** The receiver knows a repeated message by its key, so that a repeat can do no harm. */
  readonly knowsRepeats: boolean;
  /** Its messages are signed with secrets of the channel. */
  readonly signs: boolean;
  /** Changes of one competitor within ten minutes are one message here; false: each event is one of its own. */
  readonly gathers: boolean;
  /** Gets the digest unless told otherwise. */
  readonly digestByDefault: boolean;
  /**
   * Reads an address as a founder gave it, into the one form that is stored.
   * @param allow the operator's own networks, which may stand in for the service (tests, intranets)
   */
  readAddress(given: string, allow: readonly Cidr[]): ReadAddress;
  /** The address without what is secret in it; enough to tell one from another. */
  showAddress(address: string): string;
  alert(input: AlertInput): Message;
  correction(input: CorrectionInput): Message;
  notice(input: NoticeInput): Message;
  channelNotice(input: ChannelNoticeInput): Message;
  test(input: TestInput): Message;
  /** Null: this kind carries no digest. */
  readonly digest: ((input: DigestInput) => Message) | null;
  /** The same message, saying that it may be a repeat. Asked for only where repeats are not known by their key. */
  markAsRepeat(message: Message): Message;
}
