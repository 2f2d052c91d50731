import type { Notice, ToldEvent } from '../told-event.ts';
import type { Severity } from '../telling.ts';

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

export interface AlertInput extends PageNames, Reader {
  readonly event: ToldEvent;
  /** The subscription's floor. Alerts come from high on, so a lower floor reads as high. */
  readonly least: Severity;
  /** Earlier events of this page, newest first; three are shown. */
  readonly history: readonly PastEvent[];
  /** The event that this one undoes; null when it undoes none. */
  readonly reverses: PastEvent | null;
}

export interface NoticeInput extends PageNames, Reader {
  readonly notice: Notice;
  /** When the page was last read as itself; null when it never was. */
  readonly lastReadAt: Date | null;
  readonly everySeconds: number;
}

export interface DigestEvent {
  readonly event: ToldEvent;
  readonly competitor: string;
  readonly pageName: string;
  /** When it went out at once on a channel of this account; null when the digest is the first to tell. */
  readonly sentAt: Date | null;
  /** How long it stood, when it is over already (perishable, undone since); null while it stands. Milliseconds. */
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
  readonly by304: number;
  /** Equal by bytes or by content. */
  readonly sameContent: number;
  readonly rendered: number;
  readonly failed: number;
  readonly unreadable: readonly UnreadablePage[];
  /** Differences that were held back with a reason. */
  readonly heldBack: number;
}

export interface DigestInput extends Reader {
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
