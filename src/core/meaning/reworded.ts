import { locateValues } from '../facts/find-values.ts';
import type { Standing } from './label.ts';
import { leadOf, namesSomething } from './mask.ts';
import type { Pair, Unpaired } from './pairs.ts';
import { folded, wordsOf } from './plain.ts';
import { holdsWords, planKey, planName } from './plan-name.ts';
import { headingOf } from './scene.ts';
import type { Scene } from './scene.ts';

/**
 * Prices of texts that were reworded: at one place, or under one heading, and about the same plan. Each with one candidate
 * on the other side, or none.
 */
export function rewordedPairs(scene: Scene, { before, after, key }: Unpaired): Pair[] {
  const [olds, news] = [before.filter(isPriceOfText), after.filter(isPriceOfText)];
  const fits = (old: Standing, now: Standing): boolean =>
    key(old.value) === key(now.value) && isSamePlace(scene, old, now) && sharedName(old, now) !== null;
  return olds.flatMap((from) => {
    const [to, ...others] = news.filter((now) => fits(from, now));
    if (to === undefined || others.length > 0 || olds.filter((old) => fits(old, to)).length > 1) return [];
    return [{ from, to, name: sharedName(from, to) ?? '', within: null }];
  });
}

/** The only price of a text that says more than how much. */
function isPriceOfText({ value, text, column }: Standing): boolean {
  if (column !== null || value.type !== 'money' || value.role !== 'price' || !namesSomething(text))
    return false;
  return locateValues(text).filter((one) => one.value.type === 'money').length === 1;
}

function isSamePlace(scene: Scene, from: Standing, to: Standing): boolean {
  const [old, now] = [from.difference, to.difference];
  if (old === now) return true;
  if (old.after !== null || now.before !== null) return false;
  return old.hunk === now.hunk || headingOf(scene, old) === headingOf(scene, now);
}

/** The plan that both texts are about, "" where most of their words say so; null: not the same. */
function sharedName(from: Standing, to: Standing): string | null {
  const names = [nameIn(from), nameIn(to)];
  const [old = '', now = ''] = names;
  const [named, other] = old === '' ? [now, from.text] : [old, to.text];
  // Two short names are two products, however much of one the other holds: "Barn €9" beside "Barn cleaning €99".
  if (old === '' || now === '') {
    const isName = /\p{L}{3}/u.test(named) && /^\p{Lu}/u.test(named) && wordsOf(named).length <= 3;
    if (isName && holdsWords(other, named)) return named;
  }
  return holdsMostWords(from.text, to.text) ? '' : null;
}

function nameIn({ text, value }: Standing): string {
  const lead = leadOf(text, value.text);
  if (lead === null) return '';
  const name = planName(lead);
  return name.slice(0, planKey(lead).length);
}

/** Of two sentences one says all that the other does. */
function holdsMostWords(before: string, after: string): boolean {
  if (![before, after].every((text) => /[.!?](?:\s|$)/u.test(text.trim()))) return false;
  const [left, right] = [contentOf(before), contentOf(after)];
  const both = left.intersection(right).size;
  return both >= 3 && both === Math.min(left.size, right.size) && both * 2 >= Math.max(left.size, right.size);
}

function contentOf(text: string): Set<string> {
  const values = locateValues(text);
  const rest = values.reduceRight((left, { from, to }) => `${left.slice(0, from)} ${left.slice(to)}`, text);
  return new Set(folded(rest).match(/[\p{L}\p{N}]{2,}/gu));
}
