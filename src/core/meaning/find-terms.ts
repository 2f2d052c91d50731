import type { Difference } from '../difference.ts';
import type { TypedValue } from '../fact.ts';
import type { NumberMoved, Severity } from '../telling.ts';
import { denies } from './denial.ts';
import { defaultReason, stepped } from './finding.ts';
import type { Finding } from './finding.ts';
import { differencesOf } from './pairs.ts';
import type { Numbers, Pair } from './pairs.ts';
import { quotable, shorten } from './plain.ts';
import { differingWords, isLegalText, textOf } from './scene.ts';
import type { Face, Scene } from './scene.ts';
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

/** New: the words stand in a difference, and the older face had no such offer. Gone: the newer one has none, or says that it ended. */
function newOrGone(scene: Scene, topic: Topic): Finding[] {
  const differences = scene.differences.filter(
    (difference) =>
      !isLegalText(scene, difference) &&
      speaksOf(differingWords(difference), topic) &&
      isOffer(difference, topic),
  );
  const [before, after] = [stanceOf(scene.before, topic), stanceOf(scene.after, topic)];
  const isNew = before !== 'offered' && after === 'offered';
  const isGone = after !== 'offered' && before !== after && (before === 'offered' || after === 'denied');
  if (!isNew && !isGone) return [];
  const [carrying] = differences.flatMap((difference) => carryingOf(difference, { topic, isNew }));
  if (!carrying) return [];
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

type Stance = 'offered' | 'denied' | 'silent';

/** What a face says of a topic: one text that offers it counts for more than one that denies it. */
function stanceOf(face: Face, topic: Topic): Stance {
  const said = face.blocks.flatMap(({ text }) => {
    const phrase = phraseOf(text, topic);
    return phrase === null ? [] : [denies(text, phrase)];
  });
  if (said.length === 0) return 'silent';
  return said.includes(false) ? 'offered' : 'denied';
}

/** New is told by the text that offers it; gone by the one that says so, else by the one that left. */
function carryingOf(
  difference: Difference,
  { topic, isNew }: { topic: Topic; isNew: boolean },
): readonly Carrying[] {
  const carried = (text: string | null, denied: boolean): Carrying[] => {
    const phrase = text === null ? null : phraseOf(text, topic);
    if (text === null || phrase === null || denies(text, phrase) !== denied) return [];
    return [{ difference, text, phrase, denied }];
  };
  if (isNew) return carried(difference.after, false);
  const [said] = [...carried(difference.after, true), ...carried(difference.before, false)];
  return said === undefined ? [] : [said];
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
  /** The text says that there is none (any more). */
  readonly denied: boolean;
}

function newOrGoneWords(
  scene: Scene,
  { difference, text, phrase, denied }: Carrying,
  { topic, isNew }: { topic: Topic; isNew: boolean },
): { line: string; sentence: string } {
  const values = isNew || denied ? difference.valuesAfter : difference.valuesBefore;
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
  if (denied)
    return { line: `${named} ${verb}`, sentence: `The page now says${said === '' ? ' so' : said}.` };
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
