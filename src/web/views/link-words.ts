import type { LinkAction } from '../../core/link-token.ts';

/** What the words of a link are about, as the message named it. */
export interface LinkSubject {
  /** Where its message came: "founder@example.com", "slack hooks.slack.com/…4Xy2". */
  readonly place: string;
  /** "Birchline › Pricing", "these 3 pages". */
  readonly pages: string;
  readonly many: boolean;
  /** "pricing.price" */
  readonly kind: string;
  /** The channel is switched off just now. */
  readonly off: boolean;
}

export interface LinkWords {
  /** The question, and what the button would do. */
  readonly ask: readonly [title: string, say: string];
  readonly button: string;
  /** What was done. */
  readonly done: readonly [title: string, say: string];
  /** How it is undone, in a sentence; `mutes`: by a command for each page. */
  readonly undo: string | 'mutes' | 'channels';
}

const SPOKEN = 'It is kept with the news; what you are told stays as it is.';
const ANOTHER = 'Another word? Press another of the buttons in the message: the newest counts.';

/** What each link would do, did, and how that is undone. */
export const LINK_WORDS: Readonly<Record<LinkAction, (about: LinkSubject) => LinkWords>> = {
  useful: () => spoken('Was this useful?', 'Yes, it was useful', 'Noted: useful.'),
  'not useful': () => spoken('Was this not useful?', 'It was not useful', 'Noted: not useful.'),
  wrong: () => ({
    ...spoken('Is this wrong?', 'This is wrong', 'Noted: wrong.'),
    done: ['Noted: wrong.', `${SPOKEN} If it is corrected, the correction comes here too.`],
  }),
  'mute kind': ({ place, pages, kind }) => ({
    ask: [
      `Mute ${kind} on this page?`,
      `News of this kind about ${pages} will not come to ${place} any more. Its other news will.`,
    ],
    button: `Mute ${kind} here`,
    done: ['Muted.', `News of the kind ${kind} about ${pages} does not come to ${place} any more.`],
    undo: 'mutes',
  }),
  snooze: ({ place, pages }) => ({
    ask: [
      'Snooze this page for 7 days?',
      `For 7 days nothing about ${pages} will come to ${place}. What is found meanwhile stays in the timeline.`,
    ],
    button: 'Snooze it for 7 days',
    done: ['Snoozed for 7 days.', `Until then nothing about ${pages} comes to ${place}.`],
    undo: 'mutes',
  }),
  'unsubscribe page': leave,
  'unsubscribe message': leave,
  'unsubscribe digest': ({ place }) => ({
    ask: [
      'End the digests here?',
      `No digest will come to ${place} any more. Grave news still comes at once; the rest is on the timeline.`,
    ],
    button: 'End the digests here',
    done: ['No more digests.', `No digest comes to ${place} any more; grave news still does.`],
    undo: 'channels',
  }),
  'unsubscribe all': ({ place }) => ({
    ask: [
      'End all news here?',
      `Nothing more will come to ${place}: no news, no digest, no word about pages.`,
    ],
    button: 'End all news here',
    done: ['You are unsubscribed.', `Nothing more comes to ${place}.`],
    undo: 'channels',
  }),
  confirm: ({ place, off }) => ({
    ask: [
      'Shall news come here?',
      `Sightline watches public pages of companies and tells what changed on them. With your yes, that news comes to ${place}. Without it nothing does.`,
    ],
    button: 'Yes, send news here',
    done: [
      'Thank you.',
      off
        ? `Your yes is kept, but this channel is switched off just now: nothing comes to ${place} until its owner switches it on.`
        : `From now on, news comes to ${place}.`,
    ],
    undo: 'Every message has a link at its end that stops them.',
  }),
};

function spoken(question: string, button: string, noted: string): LinkWords {
  return { ask: [question, SPOKEN], button, done: [noted, SPOKEN], undo: ANOTHER };
}

function leave({ place, pages, many }: LinkSubject): LinkWords {
  const which = many ? 'these pages' : 'this page';
  return {
    ask: [
      `End news of ${which}?`,
      `News about ${pages} will not come to ${place} any more. Other pages stay as they are.`,
    ],
    button: `End news of ${which}`,
    done: ['You are unsubscribed.', `News about ${pages} does not come to ${place} any more.`],
    undo: 'mutes',
  };
}
