import type { Difference } from '../difference.ts';
import type { Kind, Severity } from '../telling.ts';
import { hasMoney } from '../facts/has-money.ts';
import { folded, wordsOf } from './plain.ts';
import { blockOf, differingWords, inFrame, inMenu, textOf } from './scene.ts';
import type { Scene } from './scene.ts';
import { speaksOf } from './words.ts';
import type { Topic } from './words.ts';

export interface Grade {
  readonly kind: Kind;
  readonly severity: Severity;
  readonly reason: string;
}

const grade = (kind: Kind, severity: Severity, why: string): Grade => ({
  kind,
  severity,
  reason: `${kind}, ${why}: ${severity}`,
});

/**
 * Kind and severity of one difference that no typed fact explains. In order of trust: title and h1; the names that links
 * carry; the headings it stands under; its differing words; the page's kind; its shape.
 */
export function kindOf(scene: Scene, difference: Difference): Grade {
  const words = wordsWithoutName(scene, difference);
  return (
    byTop(difference) ??
    byImprint(difference) ??
    byRename(scene, difference) ??
    byWeightyWords(difference, words) ??
    byHeadings(difference, words) ??
    byWords(scene, difference, words) ??
    byPage(scene, difference) ??
    byShape(scene, difference)
  );
}

/** The competitor's own name never counts as a word of a topic. */
function wordsWithoutName(scene: Scene, difference: Difference): string {
  const name = folded(scene.question.competitor);
  const words = differingWords(difference);
  return name === ''
    ? words
    : words
        .split(' ')
        .filter((word) => folded(word) !== name)
        .join(' ');
}

function byTop(difference: Difference): Grade | null {
  const { role } = difference.place;
  if (role === 'h1' || role === 'title')
    return grade('positioning.message', 'high', role === 'h1' ? 'in h1' : 'in the title');
  return role === 'meta' ? grade('positioning.message', 'medium', 'in the description') : null;
}

/** Copyright lines and the company's own address or number: law, and never loud. */
function byImprint(difference: Difference): Grade | null {
  const text = textOf(difference);
  if (/©|\bcopyright\b|all rights reserved|alle rechte vorbehalten|tous droits réservés/iu.test(text))
    return grade('legal', 'low', 'an imprint line');
  return /^(?:tel\.?|phone)?[\s:]*\+?[\d\s()/.-]{7,}$/iu.test(text)
    ? grade('content', 'low', 'a telephone number')
    : null;
}

/** The same link under another name is a rename; another link in the place of one is a replaced product. */
function byRename(scene: Scene, difference: Difference): Grade | null {
  if (difference.before === null || difference.after === null || !inMenu(scene, difference)) return null;
  const [before, after] = [blockOf(scene, difference, 'before'), blockOf(scene, difference, 'after')];
  const [old, now] = [before?.links[0]?.href, after?.links[0]?.href];
  if (old === undefined || now === undefined) return null;
  if (old === now) return grade('positioning.message', 'medium', 'a menu entry under another name');
  return speaksOf(textOf(difference), 'audience')
    ? null
    : grade('feature.launch', 'medium', 'a menu entry replaced');
}

/** News of the company, an end, an incident: only where the words are new, and not in a quote of a customer. */
function byWeightyWords(difference: Difference, words: string): Grade | null {
  const { before, after } = difference;
  if (after === null || isQuotation(after)) return null;
  const isNew = (topic: Topic): boolean =>
    speaksOf(words, topic) && speaksOf(after, topic) && !speaksOf(before ?? '', topic);
  const funding = isNew('funding verb') && (hasMoney(words) || /\d\s?(?:million|mio)/iu.test(words));
  if (isNew('corporate') || funding) return grade('company.corporate', 'critical', 'by its words');
  if (isNew('leadership') && speaksOf(words, 'executive')) {
    const chief = speaksOf(words, 'chief');
    return grade(
      'company.leadership',
      chief ? 'high' : 'medium',
      chief ? 'the chief executive' : 'by its words',
    );
  }
  if (isNew('deprecation')) return grade('deprecation', 'high', 'by its words');
  if (endsOnADay(difference)) return grade('deprecation', 'high', 'it ends on a day');
  return isNew('incident') ? grade('security', 'high', 'an incident') : null;
}

const ENDS =
  /(?<!\p{L})(?:removed|(?:switched|turned|shut) (?:off|down)|stops? working|entfernt|abgeschaltet|supprimée?s?|eliminad[oa]s?)(?!\p{L})/iu;

/** "The v1 API is removed on June 30": an end is one by its date, also without the words of our trade. */
function endsOnADay({ after, valuesAfter }: Difference): boolean {
  const ends = valuesAfter.some((value) => value.type === 'date' && value.role === 'end');
  return ends && after !== null && ENDS.test(after);
}

function isQuotation(text: string): boolean {
  return /^["“„«‹].{60,}/su.test(text.trim());
}

function byHeadings(difference: Difference, words: string): Grade | null {
  const path = difference.place.headings.slice(-2).join(' | ');
  const isHeading = /^h[2-6]$/.test(difference.place.role);
  const text = isHeading ? `${path} | ${words}` : path;
  if (speaksOf(text, 'integration')) {
    const section = isHeading && speaksOf(words, 'integration');
    return grade('integration', section ? 'medium' : 'low', section ? 'a whole section' : 'one entry');
  }
  if (speaksOf(path, 'offer') || (isHeading && speaksOf(words, 'offer')))
    return grade('promotion', 'low', 'beside an offer');
  if (speaksOf(text, 'customers')) return grade('customers', 'low', 'by its heading');
  if (speaksOf(text, 'hiring')) return grade('hiring', 'low', 'by its heading');
  return speaksOf(path, 'security') ? grade('security', 'medium', 'by its heading') : null;
}

function byWords(scene: Scene, difference: Difference, words: string): Grade | null {
  const entry = inMenu(scene, difference);
  const offered = difference.after !== null && (speaksOf(words, 'free trial') || speaksOf(words, 'refund'));
  if (offered && !entry) return grade('pricing.terms', 'medium', 'a trial or refund is said anew');
  if (speaksOf(words, 'security'))
    return grade('security', difference.place.region === 'footer' ? 'low' : 'medium', 'by its words');
  if (speaksOf(words, 'availability') && !entry) return grade('availability', 'high', 'by its words');
  if (isQuotation(textOf(difference)) || speaksOf(words, 'customers'))
    return grade('customers', 'low', 'by its words');
  if (speaksOf(words, 'hiring')) return grade('hiring', 'low', 'by its words');
  if (speaksOf(words, 'integration')) return grade('integration', 'low', 'by its words');
  if (speaksOf(words, 'comparison')) return grade('positioning.comparison', 'medium', 'by its words');
  if (speaksOf(words, 'audience') && wordsOf(textOf(difference)).length <= 8) {
    return grade(
      'positioning.message',
      entry ? 'low' : 'medium',
      entry ? 'one menu entry names an audience' : 'names an audience',
    );
  }
  return entry && speaksOf(words, 'blog') ? grade('content', 'low', 'by its words') : null;
}

function byPage(scene: Scene, difference: Difference): Grade | null {
  const { kind } = scene.question.page;
  const values = [...difference.valuesBefore, ...difference.valuesAfter];
  const version = values.some((value) => value.type === 'version');
  if (kind === 'changelog') {
    if (difference.after === null) return grade('content', 'low', 'an entry that left the changelog');
    const launch =
      version || speaksOf(textOf(difference), 'launch') || /^h[2-4]$/.test(difference.place.role);
    return launch
      ? grade('feature.launch', 'medium', 'an entry of the changelog')
      : grade('docs', 'low', 'on the changelog');
  }
  if (inFrame(difference.place)) return null;
  if (kind === 'docs') return grade('docs', 'low', 'on a page of documentation');
  if (kind === 'careers') return grade('hiring', 'low', 'on the careers page');
  return kind === 'blog' ? grade('content', 'low', 'on the blog') : null;
}

/** What is left: something new is a feature more often than anything else, something gone an end, an edit a change. */
function byShape(scene: Scene, difference: Difference): Grade {
  const { before, after, place } = difference;
  const onPricing = scene.question.page.kind === 'pricing' && !inFrame(place);
  if (difference.kind === 'moved') return grade('content', 'low', 'the same text elsewhere');
  if (difference.kind === 'link') return grade('content', 'low', 'a link leads elsewhere');
  if (after === null) {
    if (onPricing) return grade('pricing.gate', 'medium', 'gone from a pricing page');
    const onlyRemovals = scene.differences.every((one) => one.after === null || one.kind === 'link');
    return onlyRemovals
      ? grade('deprecation', 'low', 'gone without a word')
      : grade('feature.change', 'low', 'gone while other things came');
  }
  const launched = before === null || [...difference.valuesAfter].some((value) => value.type === 'version');
  return launched
    ? grade('feature.launch', 'medium', 'default')
    : grade('feature.change', 'medium', 'default');
}
