import type { Notice, ToldEvent } from '../told-event.ts';
import type { Severity, Some } from '../telling.ts';

/** A mail as it is stored with its delivery: rendered once, sent unchanged on every attempt. */
export interface MailMessage {
  /** At most 70 UTF-16 units, one line, safe as a header. */
  readonly subject: string;
  /** What an inbox shows behind the subject. Already hidden at the top of `html`. */
  readonly preheader: string;
  /** A whole document, under 60 KB. */
  readonly html: string;
  /** The same in the same order, lines of at most 72 columns where words allow. */
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The body of a post to an incoming webhook of Slack (Block Kit). */
export interface SlackMessage {
  /** What a notification shows; equals the subject, with & < > escaped. */
  readonly text: string;
  readonly unfurl_links: false;
  readonly unfurl_media: false;
  readonly blocks: readonly SlackBlock[];
}

export type SlackBlock =
  | { readonly type: 'rich_text'; readonly elements: readonly SlackLine[] }
  | { readonly type: 'context'; readonly elements: readonly SlackWords[] };

export interface SlackLine {
  readonly type: 'rich_text_section' | 'rich_text_quote';
  readonly elements: readonly (SlackText | SlackLink)[];
}

export interface SlackStyle {
  readonly bold?: true;
  readonly italic?: true;
  readonly strike?: true;
}

export interface SlackText {
  readonly type: 'text';
  readonly text: string;
  readonly style?: SlackStyle;
}

export interface SlackLink {
  readonly type: 'link';
  readonly url: string;
  readonly text: string;
  readonly style?: SlackStyle;
}

/** `verbatim` keeps Slack from making links and mentions of its own out of the text. */
export interface SlackWords {
  readonly type: 'mrkdwn';
  readonly text: string;
  readonly verbatim: true;
}

/** What an account calls a page, and where it is. */
export interface PageNames {
  /** The competitor's name as the account gave it. */
  readonly competitor: string;
  /** "Pricing", "Changelog". */
  readonly pageName: string;
  /** The URL as this account gave it. */
  readonly storedUrl: string;
}

/** Who reads, and where our own pages are. */
export interface Reader {
  /** IANA name. One that is not known reads as UTC, and the message says so. */
  readonly timeZone: string;
  /** Our own origin. Event pages are at `${publicUrl}/events/ID`. */
  readonly publicUrl: string;
}

export interface PastEvent {
  readonly id: number;
  readonly toldAt: Date;
  readonly headline: string;
}

/** Links of one event that work without a login: each opens a page with a button, and only the button acts. */
export interface ItemLinks {
  readonly useful: string;
  readonly notUseful: string;
  readonly wrong: string;
  /** Mutes the event's kind on this page, for this channel. */
  readonly muteKind: string;
  /** Silences this page for seven days, for this channel. */
  readonly snooze: string;
  /** Ends the news of this page, for this channel. */
  readonly unsubscribe: string;
}

/** One event in an alert, as this account hears of it. */
export interface AlertItem extends PageNames {
  readonly event: ToldEvent;
  /** The event's own severity, or more where this account's words occur in it. */
  readonly severity: Severity;
  /** One line a step, the account's own steps last. */
  readonly severityReasons: readonly string[];
  /** Why it came here at once, in words: "You asked to be told at once from high." */
  readonly why: string;
  /** Earlier events of this page, newest first; three are shown. */
  readonly history: readonly PastEvent[];
  /** The event that this one undoes; null when it undoes none. */
  readonly reverses: PastEvent | null;
  readonly links: ItemLinks;
}

/** Where a message stands among others (RFC 5322 3.6.4). Ids without angle brackets: "alert.17.5f0c@host". */
export interface Thread {
  readonly id: string;
  /** The id of the message that began the thread; its own id when it begins one. */
  readonly root: string;
  /** The event that the thread began with; null when this message begins it. */
  readonly follows: PastEvent | null;
}

/** How a reader gets out. `oneClick` takes the POST of RFC 8058 as well. */
export interface WaysOut {
  readonly oneClick: string;
  /** Everything, not only what this message is about. */
  readonly all: string;
}

/** What is told at once to one channel: one event, or several of one competitor that came within ten minutes. */
export interface AlertInput extends Reader {
  readonly competitor: string;
  /** Most severe first. */
  readonly items: Some<AlertItem>;
  readonly thread: Thread;
  readonly waysOut: WaysOut;
  /** More than 48 hours passed between telling and this message. */
  readonly late: boolean;
}

/** What was told of an event was wrong. Goes to channels that hold a delivery of the original, in its thread. */
export interface CorrectionInput extends Reader, PageNames {
  /** The original, as it was told. */
  readonly event: ToldEvent;
  /** Why it was wrong, in words of whoever corrects it. */
  readonly reason: string;
  readonly correctedAt: Date;
  readonly thread: Thread;
  readonly waysOut: WaysOut;
}

export interface NoticeInput extends PageNames, Reader {
  readonly notice: Notice;
  /** When the page was last read as itself; null when it never was. */
  readonly lastReadAt: Date | null;
  readonly everySeconds: number;
  readonly waysOut: WaysOut;
}

/**
 * confirm: asks the reader of an address whether it wants our mail at all (double opt-in). failing: a channel takes nothing
 * since a day. disabled: a channel is switched off. refused: it refused a message for what is in it, and goes on. unclear: a
 * message was given up that may or may not have arrived.
 */
export const CHANNEL_NOTICE_KINDS = [
  'channel.confirm',
  'channel.failing',
  'channel.disabled',
  'channel.unclear',
  'channel.refused',
] as const;
export type ChannelNoticeKind = (typeof CHANNEL_NOTICE_KINDS)[number];

/** A message about a channel itself. Told through another channel, but for `channel.confirm`. */
export interface ChannelNoticeInput extends Reader {
  readonly kind: ChannelNoticeKind;
  /** "Slack hooks.slack.com/…4Xy2"; holds no secret. */
  readonly channel: string;
  readonly since: Date;
  /** What the other side said; null for confirm. */
  readonly reason: string | null;
  /** Messages that wait for it (failing) or were given up (disabled, refused, unclear). */
  readonly waiting: number;
  /** confirm: the link whose button confirms. refused, unclear: what was given up. Others: our page of channels. */
  readonly link: string;
}

export interface DigestEvent {
  readonly event: ToldEvent;
  /** As this account weighs it. */
  readonly severity: Severity;
  readonly competitor: string;
  readonly pageName: string;
  /** When it went out at once on the channel that the digest goes to; null when the digest is the first to tell. */
  readonly sentAt: Date | null;
  /** How long it stood, when it was undone since; null while it stands. Milliseconds. */
  readonly stoodMs: number | null;
}

/** A page of a watched site that nobody watches yet. */
export interface NewPage {
  readonly competitor: string;
  /** "New page: /enterprise, in the menu" */
  readonly headline: string;
  readonly address: string;
  readonly since: Date;
}

export interface UnreadablePage {
  readonly competitor: string;
  readonly pageName: string;
  readonly url: string;
  readonly since: Date;
  readonly reason: string;
}

/** What was looked at in the period, in checks where nothing else is said. */
export interface Coverage {
  readonly pages: number;
  readonly checks: number;
  /** Of the checks, those that another one had asked for, to see the same twice. */
  readonly secondReads: number;
  readonly by304: number;
  /** Equal by bytes or by content. */
  readonly sameContent: number;
  readonly rendered: number;
  readonly failed: number;
  readonly unreadable: readonly UnreadablePage[];
  /** Differences that were held back with a reason. */
  readonly heldBack: number;
  /** Messages that were given up because they may have arrived. */
  readonly unsure: number;
}

export interface DigestInput extends Reader {
  /** Asked for just now, beside the usual ones. */
  readonly onRequest: boolean;
  /** Weekdays on which the account gets a digest: 1 Monday to 7 Sunday, ascending. */
  readonly days: readonly number[];
  readonly waysOut: WaysOut;
  /** The local date that the digest is for, YYYY-MM-DD. */
  readonly localDate: string;
  /** The local hour that the account chose, 0 to 23. */
  readonly hour: number;
  readonly period: { readonly from: Date; readonly to: Date };
  /** Empty, with no new pages: the roll-up of a quiet Monday. */
  readonly events: readonly DigestEvent[];
  /** Offered to be watched; each is in one digest. */
  readonly newPages: readonly NewPage[];
  readonly coverage: Coverage;
  readonly cost: { readonly modelCalls: number; readonly usd: number };
}

export interface TestInput extends Reader {
  readonly now: Date;
}
