import type { Difference } from '../difference.ts';
import type { TypedValue } from '../fact.ts';
import type { NumberMoved, Severity } from '../telling.ts';
import { defaultReason, stepped } from './finding.ts';
import type { Finding } from './finding.ts';
import { differencesOf } from './pairs.ts';
import type { Numbers, Pair } from './pairs.ts';
import { quotable, shorten } from './plain.ts';
import { differingWords, faceSpeaks, isLegalText, textOf } from './scene.ts';
import type { Scene } from './scene.ts';
import { percentBetween } from './value.ts';
import { phraseOf, speaksOf } from './words.ts';

/** Trial, refund, notice and billing period: moved, new or gone. */
export function findTerms(scene: Scene, numbers: Numbers): Finding[] {
  const moved = numbers.moved.flatMap((pair) => {
    const { value } = pair.to;
    return isTerm(value) ? [movedTerm(scene, pair, value.role)] : [];
  });
  const told = new Set(moved.flatMap((finding) => finding.differences));
  const topics = (['free trial', 'refund', 'annual billing'] as const).flatMap((topic) =>
    newOrGone(scene, topic).filter((finding) => !finding.differences.some((one) => told.has(one))),
  );
  return [...moved, ...topics];
}

type Term = Extract<TypedValue, { type: 'duration' }>;

function isTerm(value: TypedValue): value is Term {
  return value.type === 'duration' && ['trial', 'free', 'refund', 'notice'].includes(value.role);
}

function movedTerm(scene: Scene, pair: Pair, is: Term['role']): Finding {
  const role = is === 'free' ? 'free time' : is;
  const [from, to] = [pair.from.value.text.trim(), pair.to.value.text.trim()];
  const percent = percentBetween(pair.from.value, pair.to.value);
  const far = percent !== null && Math.abs(percent) >= 10;
  const severity: Severity = far ? stepped('low', 1) : 'low';
  const number: NumberMoved = { what: role, from, to, unit: null, period: null, percent };
  return {
    kind: 'pricing.terms',
    tags: [],
    severity,
    reasons: [
      defaultReason('pricing.terms', 'low'),
      ...(far ? [`+1, moved by 10% or more: ${severity}`] : []),
    ],
    parts: [termLine(scene, { role, from, to })],
    sentence: `The ${role} was ${from} and is now ${to}.`,
    numbers: [number],
    differences: differencesOf(pair),
  };
}

function termLine(scene: Scene, { role, from, to }: { role: string; from: string; to: string }): string {
  if (scene.question.returns === 'reversal') return `${role} is back to ${to}, was ${from}`;
  if (scene.question.returns === 'alternation') return `${role} keeps alternating between ${from} and ${to}`;
  return `${role} ${from} -> ${to}`;
}

type Topic = 'free trial' | 'refund' | 'annual billing';

/** New: the words stand in a difference and nowhere on the older face. Gone: nowhere on the newer. */
function newOrGone(scene: Scene, topic: Topic): Finding[] {
  const differences = scene.differences.filter(
    (difference) =>
      !isLegalText(scene, difference) &&
      speaksOf(differingWords(difference), topic) &&
      isOffer(difference, topic),
  );
  const isNew = !faceSpeaks(scene.before, topic);
  const isGone = !faceSpeaks(scene.after, topic);
  const [carrying] = differences.flatMap((difference): Carrying[] => {
    const text = isNew ? difference.after : difference.before;
    const phrase = text === null ? null : phraseOf(text, topic);
    return text === null || phrase === null ? [] : [{ difference, text, phrase }];
  });
  if (isNew === isGone || !carrying) return [];
  const { line, sentence } = newOrGoneWords(scene, carrying, { topic, isNew });
  return [
    {
      kind: 'pricing.terms',
      tags: [],
      severity: 'high',
      reasons: [`${topic} is ${isNew ? 'new' : 'gone'}: high`],
      parts: [line],
      sentence,
      numbers: [],
      differences: [carrying.difference, ...differences.filter((one) => one !== carrying.difference)],
    },
  ];
}

/** Words of yearly billing tell only beside a price or a discount: "annual report" is no billing. */
function isOffer(difference: Difference, topic: Topic): boolean {
  if (topic === 'refund') return true;
  if (topic === 'free trial') return !/\bclinical\b/iu.test(textOf(difference));
  const values = [...difference.valuesBefore, ...difference.valuesAfter];
  const text = `${difference.before ?? ''} ${difference.after ?? ''}`;
  if (
    values.some((value) => value.type === 'code' || (value.type === 'percent' && value.role === 'discount'))
  )
    return false;
  const near = values.some((value) => value.type === 'money');
  return (
    near ||
    speaksOf(text, 'price') ||
    /\bbill(ed|ing)\b|abrechnung|zahlung|facturation|facturación/iu.test(text)
  );
}

/** A difference that speaks of a topic: its text on that side, and the words it says it in. */
interface Carrying {
  readonly difference: Difference;
  readonly text: string;
  readonly phrase: string;
}

function newOrGoneWords(
  scene: Scene,
  { difference, text, phrase }: Carrying,
  { topic, isNew }: { topic: Topic; isNew: boolean },
): { line: string; sentence: string } {
  const values = isNew ? difference.valuesAfter : difference.valuesBefore;
  const duration = values.find((value) => isTerm(value))?.text ?? null;
  const named =
    topic === 'annual billing'
      ? `${phrase.replace(/^billed /iu, '').replace(/^annually$/iu, 'annual')} billing`.replace(
          /billing billing$/iu,
          'billing',
        )
      : trialName(phrase, duration);
  const back = scene.question.returns === 'reversal';
  const verb = isNew ? (back ? 'is back' : 'added') : back ? 'is gone again' : 'gone';
  const said = quotable(text) ? `: “${shorten(text, 90)}”` : '';
  return {
    line: `${named} ${verb}`,
    sentence: `${named} ${isNew ? 'is new on the page' : 'is no longer on the page'}${said}.`,
  };
}

/** "14-day free trial": the duration as the page has it, then its words, unless one holds the other. */
function trialName(phrase: string, duration: string | null): string {
  if (duration === null) return phrase;
  return duration.toLowerCase().includes(phrase.toLowerCase()) ? duration : `${duration} ${phrase}`;
}
