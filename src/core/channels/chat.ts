import { type Excerpt, excerptOf } from '../messages/excerpt.ts';
import { clip, oneLine, webAddress } from '../messages/inert.ts';
import type { Quote, Severity, Some } from '../telling.ts';

/** How every chat begins a message that may have come before. */
export const REPEAT = '(may be a repeat)';

export type Linked = readonly [words: string, url: string];
export type Fact = readonly [label: string, words: string];

/** What a chat says, before a kind of chat draws it: one heading with all that belongs to it. Every text is one line. */
export interface ChatSection {
  readonly title: string;
  /** Where the title leads; null: nowhere. */
  readonly url: string | null;
  readonly sentences: readonly string[];
  readonly severity: Severity | null;
  /** Quiet lines under the sentences; the first stands behind the severity. */
  readonly about: readonly string[];
  readonly quotes: Excerpt | null;
  readonly facts: readonly Fact[];
  /** Events that have one line each. */
  readonly lines: readonly Linked[];
  /** Quiet words above the links: how sure we are. */
  readonly quiet: string | null;
  /** Each http(s) and short enough for every chat. */
  readonly links: readonly Linked[];
}

export interface ChatMessage {
  /** What a notification shows. */
  readonly subject: string;
  readonly sections: Some<ChatSection>;
}

/** How much of its news a message shows. Chats refuse what is too long, so a message that does not fit says less. */
export interface Detail {
  /** Events that are shown whole; the others have a line each. */
  readonly whole: number;
  /** Quotes of one event. */
  readonly quotes: number;
  /** UTF-16 units of one sentence. */
  readonly words: number;
  readonly lines: number;
}

const DETAILS: readonly Detail[] = [
  { whole: 3, quotes: 3, words: 600, lines: 30 },
  { whole: 3, quotes: 1, words: 300, lines: 30 },
  { whole: 2, quotes: 1, words: 300, lines: 20 },
  { whole: 1, quotes: 3, words: 300, lines: 20 },
  { whole: 1, quotes: 1, words: 300, lines: 10 },
  { whole: 1, quotes: 1, words: 150, lines: 5 },
];

/** What fits everywhere, whatever the evidence: no quotes, which alone have no small bound when marked word by word. */
const LEAST: Detail = { whole: 1, quotes: 0, words: 150, lines: 3 };

/** The most that a kind of chat takes. */
export function fitted<Message>(
  draw: (detail: Detail) => Message,
  fits: (message: Message) => boolean,
): Message {
  for (const detail of DETAILS) {
    const message = draw(detail);
    if (fits(message)) return message;
  }
  return draw(LEAST);
}

/** Slack takes 3,000 characters in a line of links; six of these fit in. */
const LONGEST_LINK = 450;

/** A section: what is not said is absent. Links that are no web address, or too long to post, are left out. */
export function section(said: Partial<ChatSection> & { readonly title: string }): ChatSection {
  return {
    severity: null,
    quotes: null,
    ...said,
    title: clip(oneLine(said.title), 160),
    url: linkable(said.url ?? ''),
    sentences: (said.sentences ?? []).map(oneLine).filter((words) => words !== ''),
    about: (said.about ?? []).map(oneLine),
    facts: (said.facts ?? []).map(([label, words]) => [label, oneLine(words)] as const),
    lines: (said.lines ?? []).map(([words, url]) => [oneLine(words), url] as const),
    quiet: said.quiet ? oneLine(said.quiet) : null,
    links: (said.links ?? []).flatMap(([words, url]) => {
      const address = linkable(url);
      return address === null ? [] : [[words, address] as const];
    }),
  };
}

function linkable(url: string): string | null {
  const address = webAddress(url);
  // As Slack writes it, where & is five characters.
  return address === null || address.replaceAll('&', '&amp;').length > LONGEST_LINK ? null : address;
}

/** The first quotes of an event, and how many more there are; null where none is shown. */
export function someQuotes(quotes: readonly Quote[], most: number): Excerpt | null {
  const { hunks } = excerptOf(quotes.slice(0, most));
  const shown = Math.min(most, quotes.length, 3);
  return most === 0 ? null : { hunks, left: quotes.length - shown };
}
