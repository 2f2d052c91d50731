import type { Difference } from '../difference.ts';
import type { TypedValue } from '../fact.ts';
import type { Kind, Severity } from '../telling.ts';
import { some } from './finding.ts';
import type { Finding } from './finding.ts';
import { andMore, plain, quotable, shorten, wordsOf } from './plain.ts';
import { differingWords, isLegalText, standsElsewhere } from './scene.ts';
import type { Scene, Side } from './scene.ts';
import { amountText } from './value.ts';
import { phraseOf, speaksOf } from './words.ts';

/** Discounts, codes, vouchers and dated offers. They run on legal pages too, in a strip on top. */
export function findOffers(scene: Scene): Finding[] {
  const offers = scene.differences.filter(
    (difference) => !isLegalText(scene, difference) && isOffer(difference) && !isCopy(scene, difference),
  );
  const standing = offers.filter(
    (difference) => speaksOf(offerText(difference), 'standing discount') && codeOf(difference) === null,
  );
  const dated = offers.filter((difference) => !standing.includes(difference));
  return [
    ...offerFinding(
      scene,
      dated.filter((difference) => sideOf(difference) === 'after'),
    ),
    ...endedFinding(
      scene,
      dated.filter((difference) => sideOf(difference) === 'before'),
    ),
    ...standingFinding(scene, standing),
  ];
}

function values(difference: Difference): readonly TypedValue[] {
  return valuesOn(difference, sideOf(difference));
}

function valuesOn({ valuesBefore, valuesAfter }: Difference, side: Side): readonly TypedValue[] {
  return side === 'before' ? valuesBefore : valuesAfter;
}

/** The side that has the offer: an edit that took it away ended it, whatever the text says now. */
function sideOf(difference: Difference): Side {
  const { before, after } = difference;
  if (before === null || after === null) return after === null ? 'before' : 'after';
  return offers(difference, 'before') && !offers(difference, 'after') ? 'before' : 'after';
}

function offers(difference: Difference, side: Side): boolean {
  return valuesOn(difference, side).some(isDiscount) || speaksOf(difference[side] ?? '', 'offer');
}

function isDiscount(value: TypedValue): boolean {
  return (
    value.type === 'code' ||
    ((value.type === 'percent' || value.type === 'money') && value.role === 'discount')
  );
}

function offerText(difference: Difference): string {
  return plain(difference[sideOf(difference)] ?? '');
}

/** A copy of an offer that came or left is neither a new offer nor the end of one. */
function isCopy(scene: Scene, difference: Difference): boolean {
  const { before, after } = difference;
  return (before === null || after === null) && standsElsewhere(scene, difference, sideOf(difference));
}

function isOffer(difference: Difference): boolean {
  const typed = [...difference.valuesBefore, ...difference.valuesAfter].some(isDiscount);
  return typed || speaksOf(differingWords(difference), 'offer') || isExtended(difference);
}

/** One sentence of a discount, of which the words for whom it is changed. */
function isExtended(difference: Difference): boolean {
  const text = offerText(difference);
  const edited = difference.before !== null && difference.after !== null;
  return (
    edited &&
    wordsOf(text).length <= 30 &&
    speaksOf(text, 'offer') &&
    speaksOf(differingWords(difference), 'standing discount')
  );
}

function discountOf(difference: Difference): number {
  const percents = values(difference).flatMap((value) => (value.type === 'percent' ? [value.value] : []));
  return Math.max(0, ...percents);
}

function codeOf(difference: Difference): string | null {
  return values(difference).find((value) => value.type === 'code')?.text ?? null;
}

/** Does the page always have offers? Then one more is little news. */
function dealsAreAlwaysOn(scene: Scene): boolean {
  const changed = new Set(scene.question.differences.map((difference) => difference.before));
  const others = scene.before.blocks.filter(
    (block) => !changed.has(block.text) && speaksOf(block.text, 'offer'),
  );
  return others.length >= 2;
}

/** Standing apart on top of or around the page, or a line of its own that is short. */
function isBanner(difference: Difference): boolean {
  const { region, role } = difference.place;
  return (
    ['header', 'nav', 'aside', 'dialog'].includes(region) ||
    role === 'h1' ||
    wordsOf(offerText(difference)).length <= 16
  );
}

function gradeOf(scene: Scene, offers: readonly Difference[]): { severity: Severity; reason: string } {
  const strong = offers.some((one) => isBanner(one) && (discountOf(one) >= 30 || codeOf(one) !== null));
  if (strong)
    return { severity: 'high', reason: 'an offer of 30% or more, or with a code, in a banner: high' };
  if (dealsAreAlwaysOn(scene)) return { severity: 'low', reason: 'an offer where deals are always on: low' };
  return { severity: 'medium', reason: 'default of promotion: medium' };
}

function tagsOf(offers: readonly Difference[]): readonly Kind[] {
  const priced = offers.some((one) =>
    values(one).some((value) => value.type === 'money' || value.type === 'percent'),
  );
  return priced ? ['pricing.price'] : [];
}

function telling(offer: Difference): number {
  return (
    Number(codeOf(offer) !== null) * 4 +
    Number(discountOf(offer) > 0) * 2 +
    Number(phraseOf(offerText(offer), 'offer') !== null)
  );
}

function offerFinding(scene: Scene, offers: readonly Difference[]): Finding[] {
  const sorted = [...offers].sort((a, b) => telling(b) - telling(a));
  const differences = some(sorted);
  if (!differences) return [];
  const { severity, reason } = gradeOf(scene, offers);
  const [lead] = differences;
  const back = scene.question.returns === 'reversal' ? ' is back' : '';
  return [
    {
      kind: 'promotion',
      tags: tagsOf(offers),
      severity,
      reasons: [reason],
      parts: offerParts(lead, back),
      sentence: sentenceOf(scene, lead, 'now offers'),
      numbers: [],
      differences,
    },
  ];
}

function offerParts(offer: Difference, verb: string): [string, ...string[]] {
  const text = offerText(offer);
  if (quotable(text) && text.length <= 50) return [`${text}${verb}`, earlierOffer(offer)];
  const name = phraseOf(text, 'offer');
  const discount = values(offer).find((value) => value.type === 'percent');
  const money = values(offer).find((value) => value.type === 'money');
  const until = values(offer).find((value) => value.type === 'date' && value.role === 'end');
  const code = codeOf(offer);
  const sum = money && (money.role === 'discount' ? `${amountText(money)} off` : amountText(money));
  const size = discount ? `${discount.text.trim()} off` : sum;
  const parts = [name, size].filter((part) => part !== null && part !== undefined);
  const lead = parts.length === 0 ? shorten(quotable(text) ? text : 'offer', 50) : parts.join(', ');
  return [`${lead}${verb}`, code === null ? '' : ` (${code})`, until ? `, until ${until.text}` : ''];
}

/** An offer in the place of another is only half told without the other. */
function earlierOffer(offer: Difference): string {
  const { before, after } = offer;
  if (before === null || after === null || !offers(offer, 'before') || !quotable(before)) return '';
  return `, was "${shorten(before, 40)}"`;
}

/** @param verb what the page does now: "now offers", "no longer says" */
function sentenceOf(scene: Scene, offer: Difference, verb: string): string {
  const text = offerText(offer);
  const opening = `${standsElsewhere(scene, offer, sideOf(offer)) ? 'One place' : 'The page'} ${verb}`;
  return quotable(text) ? `${opening}: “${shorten(text, 110)}”.` : `${opening} a discount; see the quote.`;
}

function endedFinding(scene: Scene, offers: readonly Difference[]): Finding[] {
  const differences = some([...offers].sort((a, b) => telling(b) - telling(a)));
  if (!differences) return [];
  const [lead] = differences;
  const text = offerText(lead);
  const name = phraseOf(text, 'offer') ?? 'offer';
  const discount = values(lead).find((value) => value.type === 'percent');
  const short = quotable(text) && text.length <= 40 ? `"${text}"` : name;
  const ended = scene.question.returns === 'reversal' ? 'is over' : 'ended';
  return [
    {
      kind: 'promotion',
      tags: tagsOf(offers),
      severity: 'low',
      reasons: ['an offer that ended: low'],
      parts: [`${short} ${ended}`, discount && short === name ? ` (was ${discount.text.trim()})` : ''],
      sentence: sentenceOf(scene, lead, 'no longer offers'),
      numbers: [],
      differences,
    },
  ];
}

/** A discount for a year paid at once, for students, teachers or nonprofits stands for long: terms, not a campaign. */
function standingFinding(scene: Scene, all: readonly Difference[]): Finding[] {
  const [lead, ...others] = all;
  if (!lead) return [];
  const annual = speaksOf(offerText(lead), 'annual billing');
  const text = offerText(lead);
  const kind: Kind = annual ? 'pricing.terms' : 'promotion';
  return [
    {
      kind,
      tags: annual ? ['promotion'] : ['pricing.terms'],
      severity: 'low',
      reasons: ['a standing discount, not a dated offer: low'],
      parts: [standingLine(lead, text), andMore(all.length - 1)],
      sentence: sentenceOf(scene, lead, sideOf(lead) === 'before' ? 'no longer says' : 'now says'),
      numbers: [],
      differences: [lead, ...others],
    },
  ];
}

function standingLine(lead: Difference, text: string): string {
  const ended = sideOf(lead) === 'before';
  if (!quotable(text)) return ended ? 'discount ended' : 'discount changed';
  return ended ? `"${shorten(text, 44)}" ended` : shorten(text, 54);
}
