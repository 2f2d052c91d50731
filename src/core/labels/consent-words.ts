import { isFact } from '../fact.ts';
import { type Considered, loneText, type Rule, type Surroundings } from './rule.ts';

const CONSENT =
  /\bcookies?\b|\bconsent\b|\btrackers?\b|\btracking technolog|\blegitimate interest|\baccept all\b|\breject all\b|\balle akzeptieren|\bablehnen\b|\beinwilligung|\btraceurs?\b|\btout (?:accepter|refuser)\b|\bconsentement\b|\baceptar (?:todas|todo)\b|\bconsentimiento\b/i;

/**
 * A consent tool without telling names: everything that differs comes, or goes, in one run; at least two of its blocks
 * speak of consent and make at least half of its text. A new privacy policy is one block among others, and stays told.
 */
export const consentWords: Rule = {
  name: 'consent words',
  noise: 'chrome',
  reason: 'a consent notice appeared or disappeared as a whole',
  explains: (considered, page) => {
    const text = loneText(considered);
    if (text === null || considered.difference.place.role === 'h1') return false;
    if ([...considered.valuesBefore, ...considered.valuesAfter].some((v) => isFact(v) && v.type === 'money')) return false;
    return isNotice(sameWay(considered, page));
  },
};

function sameWay(considered: Considered, { all }: Surroundings): string[] {
  const { kind } = considered.difference;
  const others = all.filter((other) => loneText(other) !== null);
  if (others.some((other) => other.difference.kind !== kind)) return [];
  return others.flatMap((other) => loneText(other) ?? []);
}

function isNotice(texts: readonly string[]): boolean {
  const speaking = texts.filter((text) => CONSENT.test(text));
  const length = (list: readonly string[]): number => list.reduce((sum, text) => sum + text.length, 0);
  return speaking.length >= 2 && 2 * length(speaking) >= length(texts);
}
