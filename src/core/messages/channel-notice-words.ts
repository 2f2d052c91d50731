import { clip, oneLine } from './inert.ts';
import { counted, dayAndTime, shortDay, whoseTime, zoneOf } from './local-time.ts';
import type { ChannelNoticeInput, ChannelNoticeKind } from './message.ts';
import { subjectOf } from './wording.ts';

/** All that a message about a channel says, for every channel. */
export interface ChannelNoticeWords {
  readonly subject: string;
  readonly title: string;
  /** What is so, then what it means for the reader. */
  readonly sentence: string;
  /** What an inbox shows behind the subject. */
  readonly consequence: string;
  readonly facts: readonly (readonly [label: string, words: string])[];
  /** The one thing to do; a page of ours with a button, or with the channels. */
  readonly act: { readonly words: string; readonly url: string };
  readonly why: string;
}

/** The words of a message about a channel itself: what is so, since when, what the other side said, what comes next. Pure. */
export function channelNoticeWords(input: ChannelNoticeInput): ChannelNoticeWords {
  return KINDS[input.kind](input);
}

const KINDS: Record<ChannelNoticeKind, (input: ChannelNoticeInput) => ChannelNoticeWords> = {
  'channel.confirm': confirmWords,
  'channel.failing': failingWords,
  'channel.disabled': disabledWords,
  'channel.unclear': unclearWords,
  'channel.refused': refusedWords,
};

/** Whoever reads this may never have heard of us: an address is only asked once whether it wants our mail. */
function confirmWords(input: ChannelNoticeInput): ChannelNoticeWords {
  const asked = 'Nothing else is sent to you without it.';
  return {
    subject: 'Please confirm that news about pages should come here',
    title: 'May we send you news?',
    sentence: `Please confirm that news about pages should come to ${addressOf(input)}. ${asked}`,
    consequence: `${asked} If you did not ask for it, do nothing.`,
    facts: [
      ['Who we are', 'Sightline watches public pages of companies and tells what changed on them.'],
      ['Asked', sinceWords(input)],
      ['Not you?', 'Then do nothing: without your yes, no news comes here.'],
    ],
    act: { words: 'Yes, send news here', url: input.link },
    why: 'You get this because somebody gave this address to Sightline.',
  };
}

function failingWords(input: ChannelNoticeInput): ChannelNoticeWords {
  const consequence = 'What we tell does not reach you there.';
  return {
    subject: subjectOf(nameOf(input), ` takes nothing since ${dayOf(input)}`),
    title: `${nameOf(input)} takes nothing since ${dayOf(input)}`,
    sentence: `${consequence} We keep trying.`,
    consequence,
    facts: [
      ['Since', sinceWords(input)],
      ...saidWords(input),
      ['Waiting', `${counted(input.waiting, 'message')}, sent as soon as it takes them`],
      ['Next', 'If nothing gets through, we switch it off and tell you.'],
    ],
    act: { words: 'Look at your channels', url: input.link },
    why: 'One message when a channel takes nothing for a day, one when it is switched off.',
  };
}

function disabledWords(input: ChannelNoticeInput): ChannelNoticeWords {
  const consequence = 'Nothing more is sent there until you switch it on again.';
  return {
    subject: subjectOf(nameOf(input), ' is switched off'),
    title: `${nameOf(input)} is switched off`,
    sentence: `It took nothing of what we sent. ${consequence}`,
    consequence,
    facts: [
      ['Since', sinceWords(input)],
      ...saidWords(input),
      ['Not sent', `${counted(input.waiting, 'message')}, kept; you can send them again from your channels`],
      ['Next', 'Mend it or give another; a test shows whether it works.'],
    ],
    act: { words: 'Look at your channels', url: input.link },
    why: 'One message when a channel takes nothing for a day, one when it is switched off.',
  };
}

function unclearWords(input: ChannelNoticeInput): ChannelNoticeWords {
  const consequence = 'It may or may not be there.';
  return {
    subject: subjectOf(nameOf(input), ' may have missed a message'),
    title: `${nameOf(input)} may have missed a message`,
    sentence: `We sent it, sent it once more, and no answer told us that it arrived. ${consequence} We send it no third time by ourselves.`,
    consequence,
    facts: [
      ['When', sinceWords(input)],
      ...saidWords(input),
      ['Next', 'Look whether it is there. If not, send it again: it will say that it may be a repeat.'],
    ],
    act: { words: 'See what was given up', url: input.link },
    why: 'One message a day at most for a channel; your digest counts the others.',
  };
}

function refusedWords(input: ChannelNoticeInput): ChannelNoticeWords {
  const consequence = 'The channel goes on: others are sent there as before.';
  return {
    subject: subjectOf(nameOf(input), ' refused a message'),
    title: `${nameOf(input)} refused a message`,
    sentence: `It was refused for what is in it. ${consequence}`,
    consequence,
    facts: [
      ...saidWords(input),
      ['Not sent', 'That message, kept; you can read it and send it again from your deliveries'],
    ],
    act: { words: 'Look at what was given up', url: input.link },
    why: 'One message a day at most, however many are refused.',
  };
}

function nameOf({ channel }: ChannelNoticeInput): string {
  return clip(oneLine(channel), 60);
}

/** The address alone, where the channel is named "email ADDRESS"; whole, for the reader has to know it again. */
function addressOf({ channel }: ChannelNoticeInput): string {
  return clip(oneLine(channel).replace(/^e-?mail\s+/iu, ''), 260);
}

function dayOf({ since, timeZone }: ChannelNoticeInput): string {
  return shortDay(since, zoneOf(timeZone));
}

function sinceWords({ since, timeZone }: ChannelNoticeInput): string {
  const zone = zoneOf(timeZone);
  return `${dayAndTime(since, zone)}, ${whoseTime(zone)}`;
}

function saidWords({ reason }: ChannelNoticeInput): ChannelNoticeWords['facts'] {
  const said = clip(oneLine(reason ?? ''), 200);
  return said === '' ? [] : [['It said', said]];
}
