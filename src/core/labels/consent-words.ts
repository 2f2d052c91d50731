import { loneText, oncePerPage, type Rule, type Surroundings } from './rule.ts';
import { vendorRegion } from './vendor-region.ts';

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
    return isNotice(page);
  },
};

const isNotice = oncePerPage((page: Surroundings): boolean => {
  // A sentence that came in the same visit as a vendor's notice is none of its words.
  const lone = page.all.flatMap((one) => {
    const text = vendorRegion.explains(one, page) ? null : loneText(one);
    return text === null ? [] : [{ kind: one.difference.kind, text }];
  });
  if (new Set(lone.map(({ kind }) => kind)).size !== 1) return false;
  const texts = lone.map(({ text }) => text);
  const speaking = texts.filter(speaksOfConsent);
  // A notice asks for an answer; paragraphs of a policy about cookies do not.
  if (!texts.some(isConsentControl)) return false;
  return speaking.length >= 2 && 2 * lengthOf(speaking) >= lengthOf(texts);
});

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0);
}

/** Other answers that a notice takes; on their own they may belong to anything. */
const ANSWER =
  /^(?:ok(?:ay)?|got it!?|i (?:agree|accept|understand)|agree(?: (?:and|&) close)?|verstanden|zustimmen|einverstanden|j'accepte|d'accord|entendido|aceptar)$/i;

const CONTROL =
  /^(?:accept|allow|reject|decline|deny|refuse|manage|customi[sz]e)(?: all)?(?: (?:(?:non-?|un)?(?:essential|necessary)|optional))?(?: cookies)?$|^(?:manage )?(?:cookie|consent|privacy)[- ](?:settings|preferences|choices|options)$|^(?:only |use )?(?:strictly )?necessary cookies(?: only)?$|^(?:alle )?(?:cookies )?(?:akzeptieren|ablehnen)$|^nur notwendige(?: cookies)?$|^cookie-einstellungen$|^(?:tout )?(?:accepter|refuser)(?: tout)?$|^(?:aceptar|rechazar)(?: (?:todo|todas))?$/i;

/** Does a text speak of cookies or consent, in a few languages? */
export function speaksOfConsent(text: string): boolean {
  return CONSENT.test(text);
}

/** Is a text nothing but an answer that a notice takes? */
export function isConsentControl(text: string): boolean {
  return CONTROL.test(text) || ANSWER.test(text);
}

/** A button of a consent tool; "Manage" and "Customize" alone count only as part of its sentence. */
export const consentControl: Rule = {
  name: 'consent control',
  noise: 'chrome',
  reason: 'a button of a consent tool',
  explains: (considered) => {
    const text = loneText(considered) ?? '';
    return (
      CONTROL.test(text) && !/^(?:manage|customi[sz]e|accept|allow|reject|decline|deny|refuse)$/i.test(text)
    );
  },
};
