import { clip, oneLine } from './inert.ts';
import { dayAndMonth, dayAndTime, whoseTime, zoneOf } from './local-time.ts';
import type { CorrectionInput } from './message.ts';
import { factOf, namedFact, pageTitle, subjectOf } from './wording.ts';

export type CorrectionFact = readonly [label: string, words: string];

/** All that a correction says, for every channel. */
export interface CorrectionWords {
  readonly subject: string;
  readonly title: string;
  /** What we told and when, and that it was wrong. */
  readonly sentence: string;
  /** "2 February" or, in another year, "2 February 2026": when the original was told. */
  readonly toldOn: string;
  /** The original's headline. */
  readonly told: string;
  /** Why it was wrong. */
  readonly because: string;
  /** What we told, why it was wrong, when it was corrected. */
  readonly facts: readonly [told: CorrectionFact, because: CorrectionFact, corrected: CorrectionFact];
  readonly why: string;
}

/** The words of a correction: what was told, why it was wrong, sorry without fuss. Pure. */
export function correctionWords(input: CorrectionInput): CorrectionWords {
  const { event, correctedAt } = input;
  const zone = zoneOf(input.timeZone);
  const toldOn = dayAndMonth(event.toldAt, zone, correctedAt);
  const told = factOf(event.headline);
  const because = clip(oneLine(input.reason), 600);
  return {
    subject: subjectOf(`Correction: ${namedFact(event.headline, input.competitor)}`),
    title: `We were wrong about ${pageTitle(input)}`,
    sentence: `What we told you on ${toldOn} was not right. We are sorry.`,
    toldOn,
    told,
    because,
    facts: [
      ['We told', told],
      ['Because', because],
      ['Corrected', `${dayAndTime(correctedAt, zone)}, ${whoseTime(zone)}`],
    ],
    why: 'You get this because the first message came here. If you passed that on, please pass this on too.',
  };
}
