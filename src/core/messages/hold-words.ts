import type { Mute, Wish } from '../routing.ts';
import { clip, oneLine } from './inert.ts';
import { clockTime, counted, shortDate, type Zone } from './local-time.ts';
import { joined, kindsWords, ruleLines, type NamedChannel } from './rule-words.ts';
import { shownUrl } from './wording.ts';

/** A mute that a reader set by a button of a message, with the channel and the page that it is about. */
export interface NamedMute extends Mute {
  /** "email", "#rivals". */
  readonly label: string;
  readonly url: string;
}

/** All that holds for a page, a competitor or everything: its own wishes and those of the levels above. */
export interface Holding {
  readonly wish: Wish & { readonly rules: NonNullable<Wish['rules']> };
  /** Buttons' mutes that hold now. */
  readonly mutes: readonly NamedMute[];
  /** Pages that it is about. */
  readonly pages: number;
}

interface Teller {
  /** "Acme", a page's address; null: everything. */
  readonly of: string | null;
  readonly channels: readonly NamedChannel[];
  /** Weekdays of the digest. */
  readonly days: readonly number[];
  readonly zone: Zone;
  readonly now: Date;
  /** Without a model an instruction chooses nothing. */
  readonly hasModel: boolean;
}

/**
 * What holds, a line each: the mute first, because it stops the rest; then rules, what single channels have left or
 * snoozed, watch words and the instruction.
 */
export function holdLines({ wish, mutes, pages }: Holding, teller: Teller): readonly string[] {
  const { zone, now, of, channels, days } = teller;
  const { mutedUntil, watchWords } = wish;
  return [
    ...(mutedUntil !== null && mutedUntil > now
      ? [
          `muted until ${untilWords(mutedUntil, zone, now)}: until then nothing is told, whatever else stands here`,
        ]
      : []),
    ...ruleLines(wish.rules, { of, channels, days }),
    ...muteLines(mutes, pages, teller),
    ...(watchWords.length === 0
      ? []
      : [
          `watch words, which make news one step graver: ${watchWords.map((word) => oneLine(word)).join(', ')}`,
        ]),
    ...instructionLine(wish.instruction, teller.hasModel),
  ];
}

/** A line as a sentence of its own; what begins with an address or a name keeps its letters. */
export function asSentence(line: string): string {
  const begins = /^[a-z]+[ ,:]/.test(line);
  return `${begins ? line.charAt(0).toUpperCase() + line.slice(1) : line}.`;
}

/** "5 Dec" for the start of a day, else "5 Dec 09:00"; with the year when it is another one. */
export function untilWords(until: Date, zone: Zone, now: Date): string {
  const clock = clockTime(until, zone);
  const day = shortDate(until, zone, now);
  return clock === '00:00' ? day : `${day} ${clock}`;
}

/** What a button of a message has silenced, in words that follow the channel's name: "has unsubscribed from". */
export function muteWords({ kind, until }: Mute, what: string, at: { zone: Zone; now: Date }): string {
  const end = until === null ? '' : ` until ${untilWords(until, at.zone, at.now)}`;
  if (kind !== null) return `hears no ${kindsWords([kind])} of ${what}${end}`;
  return until === null ? `has unsubscribed from ${what}` : `has snoozed ${what}${end}`;
}

function muteLines(mutes: readonly NamedMute[], pages: number, at: Teller): readonly string[] {
  const alike = Map.groupBy(mutes, ({ label, kind, until }) => JSON.stringify([label, kind, until]));
  return [...alike.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [`${first.label} ${muteWords(first, whichPages(group, pages), at)}`];
  });
}

const MOST_NAMED = 3;

function whichPages(mutes: readonly NamedMute[], pages: number): string {
  const urls = [...new Set(mutes.map(({ url }) => url))];
  if (urls.length === pages) return pages === 1 ? 'this page' : `these ${counted(pages, 'page')}`;
  return urls.length > MOST_NAMED
    ? `${urls.length} of ${counted(pages, 'page')}`
    : joined(urls.map(shownUrl));
}

function instructionLine(instruction: string | null, hasModel: boolean): readonly string[] {
  if (instruction === null) return [];
  const idle = hasModel
    ? ''
    : ' (it needs a model and none is set, so it chooses nothing: set OPENAI_API_KEY)';
  return [`instruction: “${clip(oneLine(instruction), 500)}”${idle}`];
}
