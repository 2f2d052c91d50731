import { OPENING, type RivalState } from './rival.ts';

export interface Visit {
  /** Hours after the first visit. */
  readonly hours: number;
  /** What happens at the rival's before this visit. */
  readonly happens: string;
  readonly site: RivalState;
}

const dearer: RivalState = { ...OPENING, pro: '$39' };
const shipped: RivalState = { ...dearer, entries: ['2.4: Answers can be signed', ...dearer.entries] };
const unfree: RivalState = { ...shipped, freePlan: false };

/** About ten visits over five days of the demo's own clock. The first is on Monday, 2 March 2026, 06:00 UTC. */
export const STORY: readonly Visit[] = [
  { hours: 0, happens: 'Three pages are seen for the first time', site: OPENING },
  { hours: 6, happens: 'Nothing changes; tokens rotate in every answer', site: OPENING },
  { hours: 12, happens: 'Their server is down', site: { ...OPENING, mood: 'down' } },
  { hours: 18, happens: 'It is back, unchanged', site: OPENING },
  { hours: 24, happens: 'A bot wall answers with status 200', site: { ...OPENING, mood: 'wall' } },
  { hours: 30, happens: 'Pro goes from $29 to $39', site: dearer },
  { hours: 36, happens: 'Version 2.4 enters the changelog', site: shipped },
  { hours: 54, happens: 'The free plan goes', site: unfree },
  { hours: 66, happens: 'Nothing new; the changelog entry has stood a day', site: unfree },
  { hours: 78, happens: 'Pro is back at $29', site: { ...unfree, pro: '$29' } },
  { hours: 98, happens: 'Nothing changes', site: { ...unfree, pro: '$29' } },
];

export const FIRST_VISIT = new Date('2026-03-02T06:00:00Z');

/** Hours after the first visit at which the digest's hour (08:00) comes. */
export const DIGEST_HOURS: readonly number[] = [26, 50, 74, 98];
