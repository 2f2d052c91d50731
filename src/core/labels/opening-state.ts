import { placeKey } from '../block.ts';
import { DAYS, FILL, MOMENTS, SHUT, STATES, UNSPACED_STATE } from './opening-words.ts';
import { type Considered, loneText, type Rule, type Surroundings } from './rule.ts';

/**
 * "Open now · closes 6 pm" that reads "Closed · opens tomorrow at 8": both sides say how it stands at this moment, and not a
 * word more. Opening hours are a list of days, or a sentence without a moment: those are told.
 */
export const openingState: Rule = {
  name: 'opening state',
  noise: 'volatile',
  reason: 'whether somebody is there at this moment, before and after',
  explains: (considered, page) => {
    const { kind, before, after } = considered.difference;
    if (kind === 'edited') {
      const [old, fresh] = differing(before ?? '', after ?? '');
      return isState(old) && isState(fresh) && saysMoment(old, fresh);
    }
    const text = loneText(considered);
    return text !== null && isState(text) && hasCounterpart(considered, { text, page });
  },
};

/** A state that left its place, and another that came to it. */
function hasCounterpart(
  { difference }: Considered,
  { text, page }: { text: string; page: Surroundings },
): boolean {
  return page.all.some((one) => {
    const other = loneText(one);
    if (other === null || one.difference.kind === difference.kind) return false;
    return (
      placeKey(one.difference.place) === placeKey(difference.place) &&
      isState(other) &&
      saysMoment(text, other)
    );
  });
}

/** Both texts without the number to call that they begin with alike; "Applications" in front of it is another thing that opens. */
function differing(before: string, after: string): [string, string] {
  const [old, fresh] = [before.split(/(?<=\s)/), after.split(/(?<=\s)/)];
  const at = old.findIndex((word, index) => word.trim() !== fresh[index]?.trim());
  const from = at === -1 ? Math.min(old.length, fresh.length) : at;
  if (!/^$|[\d:：|·•–—-]\s*$/u.test(old.slice(0, from).join(''))) return [before, after];
  return [old.slice(from).join(''), fresh.slice(from).join('')];
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];

/** Nothing but words of a state, a moment, one day of the week, clocks, and what joins them. */
function isState(text: string): boolean {
  if (text.length > 90 || text.trim() === '') return false;
  if (UNSPACED_STATE.test(text)) return /\p{L}/u.test(text);
  const words = wordsIn(text);
  const days = words.filter((word) => DAYS.has(word) && !FILL.has(word) && !STATES.has(word));
  const known = words.every((word) => [STATES, MOMENTS, DAYS, FILL].some((list) => list.has(word)));
  return known && days.length <= 1 && words.some((word) => STATES.has(word) || MOMENTS.has(word));
}

/** One word at least that binds each to now; or the two of them say open and closed. */
function saysMoment(before: string, after: string): boolean {
  if (UNSPACED_STATE.test(before) && UNSPACED_STATE.test(after))
    return before.replace(/\d/g, '') !== after.replace(/\d/g, '');
  if (!/\d/.test(before + after) && !SHUT.test(before + after)) return false;
  const moments = [before, after].map((text) => wordsIn(text).some((word) => MOMENTS.has(word)));
  const states = [before, after].map((text) =>
    wordsIn(text)
      .filter((word) => STATES.has(word))
      .join(' '),
  );
  if (moments.every(Boolean)) return true;
  return moments.some(Boolean) && states[0] !== states[1];
}
