import { leadOf } from './mask.ts';
import { folded, plain } from './plain.ts';

const DETERMINER =
  /^(?:the|our|your|an?|this|der|die|das|den|unser\p{L}*|ein\p{L}*|le|la|les|notre|nos|votre|un|une|el|los|las|nuestr\p{L}*)\s+(?=\p{L})/iu;
const PLAN_WORD = /\s+(?:plan|tarif|paket|package|edition|subscription|abo|offre|forfait)$/iu;

/** The name among the words in front of a price: of its own sentence, behind a reference, without an article; '' if none is left. */
export function planName(lead: string): string {
  const own =
    plain(lead)
      .split(/[.!?]\s+|\s[-–—|]\s/u)
      .at(-1) ?? '';
  return own.replace(DETERMINER, '');
}

/** The name as comparisons see it: "Our Business plan" is "Business". */
export function planKey(lead: string): string {
  return folded(planName(lead)).replace(PLAN_WORD, '');
}

export function planKeyOf(text: string): string {
  const lead = leadOf(text);
  return lead === null ? '' : planKey(lead);
}

/** Does a text hold these words, whole, in this case? */
export function holdsWords(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const [left, right] = [text.slice(0, at).at(-1) ?? ' ', text.slice(at + words.length).at(0) ?? ' '];
    if (!/[\p{L}\p{N}]/u.test(`${left}${right}`)) return true;
  }
  return false;
}
