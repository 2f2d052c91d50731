import type { Difference } from '../difference.ts';
import { plain, wordsOf } from './plain.ts';
import { speaksOf } from './words.ts';
import type { Topic } from './words.ts';

/**
 * Why one difference cannot wait a day by its meaning (P7: severity high or critical by rules alone, before any model), or
 * null. It sees the difference only, so it knows no page kind and no plan list: what it finds, `tellByRules` finds too.
 * Money, discounts and end dates in the differing words are left to the rule of typed facts.
 */
export function urgentByMeaning(difference: Difference): { readonly reason: string } | null {
  if (['link', 'moved', 'typographic', 'meta'].includes(difference.kind)) return null;
  const reason = CHECKS.map((check) => check(difference)).find((found) => found !== null);
  return reason === undefined || reason === null ? null : { reason };
}

type Check = (difference: Difference) => string | null;

const text = (side: string | null): string => plain(side ?? '');

/** A text this long is an article or a clause; a word in it says little. */
const MOST_WORDS = 60;

/** The older side speaks of it and the newer does not. */
function gone({ before, after }: Difference, topic: Topic): boolean {
  return (
    before !== null &&
    wordsOf(before).length <= MOST_WORDS &&
    speaksOf(text(before), topic) &&
    !speaksOf(text(after), topic)
  );
}

function came({ before, after }: Difference, topic: Topic): boolean {
  return (
    after !== null &&
    wordsOf(after).length <= MOST_WORDS &&
    speaksOf(text(after), topic) &&
    !speaksOf(text(before), topic)
  );
}

const CHECKS: readonly Check[] = [
  (one) => (came(one, 'end words') ? 'words of an end are new' : null),
  (one) => (came(one, 'corporate') ? 'news of the company itself' : null),
  (one) => (came(one, 'incident') ? 'a security incident is named' : null),
  (one) =>
    came(one, 'leadership') && speaksOf(text(one.after), 'chief') ? 'the chief executive changes' : null,
  (one) =>
    gone(one, 'free trial') ? 'a free trial is gone' : came(one, 'free trial') ? 'a free trial is new' : null,
  (one) => (gone(one, 'refund') ? 'a refund is gone' : null),
  freePlan,
  behindSales,
  cellsGate,
  limit,
];

/** The title of a plan that is free: "Free", "Free plan", "Gratis". */
function freePlan({ before, after, place }: Difference): string | null {
  const isTitle = /^h[2-6]$/.test(place.role) || place.role === 'row';
  const title = text(before ?? after).split(' | ')[0] ?? '';
  const lone = before === null || after === null;
  if (!isTitle || !lone || wordsOf(title).length > 3 || !speaksOf(title, 'free')) return null;
  return after === null ? 'a free plan is gone' : 'a free plan is new';
}

function behindSales({ before, after, valuesBefore, valuesAfter }: Difference): string | null {
  const priced =
    valuesBefore.some((value) => value.type === 'money') &&
    !valuesAfter.some((value) => value.type === 'money');
  return before !== null && after !== null && priced && speaksOf(text(after), 'on request')
    ? 'a price went behind sales'
    : null;
}

/** A row of which a mark turned: included, not included. */
function cellsGate({ before, after, place }: Difference): string | null {
  if (place.role !== 'row' || before === null || after === null) return null;
  const marks = (side: string): string[] =>
    side
      .split(' | ')
      .slice(1)
      .map((cell) =>
        /^[✓✔●]$|^(?:yes|included)$/iu.test(cell) ? 'in' : /^[–—✗✘×-]?$|^no$/iu.test(cell) ? 'out' : '',
      );
  const [old, now] = [marks(before), marks(after)];
  const turned =
    old.length === now.length && old.some((mark, at) => mark !== '' && now[at] !== '' && mark !== now[at]);
  return turned ? 'a feature moved between plans' : null;
}

/** The same unit with another number on both sides. */
function limit({ valuesBefore, valuesAfter }: Difference): string | null {
  const quantities = valuesBefore.filter((value) => value.type === 'quantity');
  const moved = quantities.find((value) =>
    valuesAfter.some(
      (other) => other.type === 'quantity' && other.unit === value.unit && other.value !== value.value,
    ),
  );
  return moved ? `a limit moved: ${moved.text}` : null;
}
