import type { Difference } from '../difference.ts';
import type { Severity } from '../telling.ts';
import { locateMoney } from '../facts/has-money.ts';
import { defaultReason } from './finding.ts';
import type { Finding } from './finding.ts';
import type { Numbers } from './pairs.ts';
import { cardsOn } from './plan-cards.ts';
import type { Card } from './plan-cards.ts';
import { andMore, folded, quotable, shorten } from './plain.ts';
import { blockOf } from './scene.ts';
import type { Scene } from './scene.ts';
import { amountText, perText } from './value.ts';
import { speaksOf } from './words.ts';

/**
 * Plans that came, left, or go by another name. A page of which less than half is left tells of no removed plan: it may
 * be half a page.
 */
export function findPlans(scene: Scene, numbers: Numbers): Finding[] {
  const removed = isHalfAPage(scene) ? [] : cardsOn(scene, 'before');
  const added = cardsOn(scene, 'after');
  const renames = removed.flatMap((old) => {
    const now = added.find((card) => samePlan(old, card));
    return now ? [{ old, now }] : [];
  });
  const renamed = new Set(renames.flatMap(({ old, now }) => [old, now]));
  return [
    ...renames.map(({ old, now }) => renameFinding(old, now)),
    ...cameOrLeft(
      scene,
      numbers,
      removed.filter((card) => !renamed.has(card)),
    ),
    ...cameOrLeft(
      scene,
      numbers,
      added.filter((card) => !renamed.has(card)),
    ),
  ];
}

/** A shorter page can lose half of its text with one plan. */
const A_PAGE = 600;

function isHalfAPage(scene: Scene): boolean {
  const length = (texts: readonly { text: string }[]): number =>
    texts.reduce((sum, { text }) => sum + text.length, 0);
  const before = length(scene.before.blocks);
  return before >= A_PAGE && length(scene.after.blocks) < before / 2;
}

/** The same content under another title, in full or all but one text. */
function samePlan(old: Card, now: Card): boolean {
  if (old.inside.length === 0 || old.inside.length !== now.inside.length) return false;
  const without = (card: Card): string[] => card.inside.map((text) => folded(text.replace(card.title, '')));
  const there = new Set(without(now));
  return without(old).every((text) => there.has(text));
}

function renameFinding(old: Card, now: Card): Finding {
  return {
    kind: 'pricing.plan',
    tags: ['positioning.message'],
    severity: 'medium',
    reasons: [defaultReason('pricing.plan', 'medium', 'renamed, its content as before')],
    parts: [`${shorten(old.title, 28)} plan is now ${shorten(now.title, 28)}`],
    sentence: `The plan ${old.title} is now called ${now.title}; what it holds is as before.`,
    numbers: [],
    differences: [now.difference, ...(old.difference === now.difference ? [] : [old.difference])],
  };
}

function isFree(card: Card): boolean {
  return (
    speaksOf(card.title, 'free') ||
    card.inside.some(
      (text) =>
        locateMoney(text).some(({ value }) => value.amount === 0) ||
        /^(free|gratis|kostenlos|gratuit)$/iu.test(text),
    )
  );
}

function isEntry(card: Card): boolean {
  return /^(starter|basic|basis|entry|hobby|lite|einsteiger|débutant|básico)\b/iu.test(card.title);
}

function cameOrLeft(scene: Scene, numbers: Numbers, cards: readonly Card[]): Finding[] {
  const byNews = [...cards].sort((a, b) => weight(b) - weight(a));
  const [lead] = byNews;
  if (!lead || !quotable(lead.title)) return [];
  const differences = new Set(byNews.flatMap((card) => [card.difference, ...insideOf(scene, card)]));
  differences.delete(lead.difference);
  const { severity, reason } = severityOf(scene, lead);
  return [
    {
      kind: 'pricing.plan',
      tags: [],
      severity,
      reasons: [reason],
      parts: [
        `${named(scene, lead)} ${verb(scene, lead)}`,
        priceOf(scene, numbers, lead),
        andMore(byNews.length - 1),
      ],
      sentence: sentenceOf(scene, lead),
      numbers: [],
      differences: [lead.difference, ...differences],
    },
  ];
}

function weight(card: Card): number {
  return isFree(card) ? 2 : Number(isEntry(card));
}

function severityOf(scene: Scene, card: Card): { severity: Severity; reason: string } {
  const goes = card.side === 'before' || scene.question.returns !== null;
  if (goes && weight(card) > 0) {
    return {
      severity: 'critical',
      reason: `the ${isFree(card) ? 'free' : 'entry'} plan ${card.side === 'before' ? 'goes' : 'is back'}: critical`,
    };
  }
  return { severity: 'high', reason: defaultReason('pricing.plan', 'high') };
}

function named(scene: Scene, card: Card): string {
  const title = shorten(card.title, 36);
  const isPlan = scene.question.page.kind === 'pricing' && !speaksOf(title, 'plan');
  return isPlan ? `${title} plan` : title;
}

function verb(scene: Scene, card: Card): string {
  const { returns } = scene.question;
  if (returns === 'alternation') return 'keeps alternating between listed and gone';
  if (returns === 'reversal') return card.side === 'before' ? 'is gone again' : 'is back';
  return card.side === 'before' ? 'removed' : 'added';
}

function sentenceOf(scene: Scene, card: Card): string {
  const who = named(scene, card);
  return card.side === 'before' ? `${who} is no longer on the page.` : `${who} is now on the page.`;
}

function priceOf(scene: Scene, numbers: Numbers, card: Card): string {
  if (card.side === 'before') return '';
  const values = numbers.added.filter(
    (one) => one.difference === card.difference || isInside(scene, one.difference, card),
  );
  for (const { value } of values) {
    if (value.type === 'money' && value.role === 'price') return ` (${amountText(value)}${perText(value)})`;
  }
  return card.inside.some((text) => speaksOf(text, 'on request')) ? ' (price on request)' : '';
}

/** Under the card's title; or in the table whose column it is. */
function isInside(scene: Scene, difference: Difference, card: Card): boolean {
  const block = blockOf(scene, difference, card.side);
  if (card.column)
    return block?.role === 'row' && block.headings.join() === card.difference.place.headings.join();
  return block?.headings.some((heading) => folded(heading) === folded(card.title)) ?? false;
}

function insideOf(scene: Scene, card: Card): Difference[] {
  const oneSided = (difference: Difference): boolean =>
    difference.before === null || difference.after === null;
  return scene.differences.filter(
    (difference) => (card.column || oneSided(difference)) && isInside(scene, difference, card),
  );
}
