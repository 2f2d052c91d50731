import type { Difference } from '../difference.ts';
import type { Severity } from '../telling.ts';
import { defaultReason, some } from './finding.ts';
import type { Finding } from './finding.ts';
import { findReplacedPrices } from './find-replaced-prices.ts';
import type { LonePrice } from './find-replaced-prices.ts';
import type { Standing } from './label.ts';
import { leadOf } from './mask.ts';
import type { Numbers } from './pairs.ts';
import { andMore, plain, quotable, shorten } from './plain.ts';
import { planName } from './plan-name.ts';
import { headingOf, isRepeated, standsElsewhere } from './scene.ts';
import type { Scene, Side } from './scene.ts';
import { amountText, perText } from './value.ts';
import type { Money } from './value.ts';
import { speaksOf } from './words.ts';

/** From this many prices at once a list has moved, not one of its lines. */
const A_LIST = 3;

interface Price extends LonePrice {
  /** The text that the price stands, or stood, in. */
  readonly text: string;
}

/**
 * Prices without a partner: "new: …", "gone: …", never a move. Then prices that are the same but said otherwise: "from"
 * put in front, or a price that went behind "contact sales".
 */
export function findPriceNews(scene: Scene, numbers: Numbers, taken: ReadonlySet<Difference>): Finding[] {
  const inCards = amountsIn(taken);
  const left = (standings: readonly Standing[]): Price[] =>
    standings
      .flatMap(priceOf)
      .filter(({ money, difference }) => !taken.has(difference) && !inCards.has(amountKey(money)));
  const [added, gone] = [left(numbers.added), left(numbers.gone)];
  const hidden = gone.flatMap((price) => hiddenBy(scene, price));
  const shown = gone.filter((price) => !hidden.some((one) => one.money === price.money));
  const replaced = findReplacedPrices(scene, { gone: shown, added });
  const swapped = new Set(replaced.flatMap((finding) => finding.differences));
  const repeated = ({ difference }: Price): number => Number(isRepeated(scene, difference));
  const alone = (prices: readonly Price[]): Price[] =>
    prices.filter(({ difference }) => !swapped.has(difference)).toSorted((a, b) => repeated(a) - repeated(b));
  return [
    ...hiddenFinding(scene, hidden),
    ...replaced,
    ...newsFinding(scene, { prices: alone(added), verb: 'new' }),
    ...newsFinding(scene, { prices: alone(shown), verb: 'gone' }),
    ...fromFinding(scene, taken),
  ];
}

/** Amounts of differences that are told: the same one beside them, without a label, is the same news. */
function amountsIn(taken: ReadonlySet<Difference>): Set<string> {
  const values = [...taken].flatMap(({ valuesBefore, valuesAfter }) => [...valuesBefore, ...valuesAfter]);
  return new Set(values.flatMap((value) => (value.type === 'money' ? [amountKey(value)] : [])));
}

function amountKey({ amount, currency }: Money): string {
  return `${amount} ${currency}`;
}

function priceOf({ value, difference, text }: Standing): Price[] {
  const isPrice = value.type === 'money' && value.role === 'price';
  return isPrice ? [{ money: value, difference, text: plain(text) }] : [];
}

/** "Contact sales" in the price's own place, or newly under the same heading. */
function hiddenBy(scene: Scene, price: Price): Hidden[] {
  const heading = headingOf(scene, price.difference);
  const onRequest = (text: string | null): text is string => text !== null && speaksOf(text, 'on request');
  if (onRequest(price.difference.after))
    return [{ ...price, now: price.difference.after, differences: [price.difference] }];
  const others = scene.differences.flatMap((one): Hidden[] =>
    one.before === null && onRequest(one.after) && heading !== null && headingOf(scene, one) === heading
      ? [{ ...price, now: one.after, differences: [price.difference, one] }]
      : [],
  );
  return others.slice(0, 1);
}

interface Hidden extends Price {
  readonly now: string;
  readonly differences: readonly Difference[];
}

function newsFinding(
  scene: Scene,
  { prices, verb }: { prices: readonly Price[]; verb: 'new' | 'gone' },
): Finding[] {
  const [lead] = prices;
  const differences = some([...new Set(prices.map((price) => price.difference))]);
  if (!lead || !differences) return [];
  const severity: Severity = prices.length >= A_LIST ? 'high' : 'medium';
  const why = severity === 'high' ? 'a price list moved' : `a price is ${verb}, with none to compare it with`;
  const said = quotable(lead.text) ? shorten(lead.text, 100) : amountText(lead.money);
  return [
    {
      kind: 'pricing.price',
      tags: [],
      severity,
      reasons: [defaultReason('pricing.price', severity, why)],
      parts: [...newsParts(scene, lead, verb), andMore(prices.length - 1)],
      sentence: sentenceOf(scene, lead, { said, verb }),
      numbers: prices.map(({ money }) => ({
        what: 'price',
        from: verb === 'gone' ? money.text : null,
        to: verb === 'new' ? money.text : null,
        unit: money.unit,
        period: money.period,
        percent: null,
      })),
      differences,
    },
  ];
}

function sentenceOf(
  scene: Scene,
  price: Price,
  { said, verb }: { said: string; verb: 'new' | 'gone' },
): string {
  const says = verb === 'new' ? 'now says' : 'no longer says';
  if (isRepeated(scene, price.difference)) return `“${said}” is ${once(verb)}.`;
  if (!standsElsewhere(scene, price.difference, sideOf(verb))) return `The page ${says}: “${said}”.`;
  const heading = headingOf(scene, price.difference);
  return `${heading !== null && quotable(heading) ? shorten(heading, 40) : 'One place of the page'} ${says}: “${said}”.`;
}

/** The side on which a new price, or one that is gone, stands. */
function sideOf(verb: 'new' | 'gone'): Side {
  return verb === 'new' ? 'after' : 'before';
}

/** The same text stays, or was there, under the same heading: nothing came or went but one of its copies. */
function once(verb: 'new' | 'gone'): string {
  return verb === 'new' ? 'shown once more' : 'shown once less';
}

function newsParts(scene: Scene, price: Price, verb: 'new' | 'gone'): [string, ...string[]] {
  const { money, difference, text } = price;
  const back = scene.question.returns === 'reversal' ? (verb === 'new' ? 'back' : 'gone again') : verb;
  const tells = quotable(text) && text.length <= 46 && /\p{L}{3}/u.test(text);
  if (tells && !standsElsewhere(scene, difference, sideOf(verb))) return [`${back}: ${text}`];
  // An edited text stands under the heading of today: what its older side stood under is not known.
  const heading = verb === 'gone' && difference.after !== null ? null : headingOf(scene, difference);
  const under = heading !== null && quotable(heading) ? `${shorten(heading, 34)} ` : '';
  if (isRepeated(scene, difference)) return [`${under}${amountText(money)} ${once(verb)}`];
  return [`${back}: ${under}${amountText(money)}`, perText(money)];
}

function hiddenFinding(scene: Scene, hidden: readonly Hidden[]): Finding[] {
  const [lead] = hidden;
  const differences = some([...new Set(hidden.flatMap((one) => one.differences))]);
  if (!lead || !differences) return [];
  const own = leadOf(lead.text);
  const label = own === null ? headingOf(scene, lead.difference) : planName(own);
  const name = label !== null && quotable(label) ? `${shorten(label, 24)} ` : '';
  const now = plain(lead.now);
  const said = quotable(now) ? `"${shorten(now, 24)}"` : 'on request';
  const was = `${amountText(lead.money)}${perText(lead.money)}`;
  return [
    {
      kind: 'pricing.plan',
      tags: ['pricing.price'],
      severity: 'high',
      reasons: [defaultReason('pricing.plan', 'high', 'hidden behind sales')],
      parts: [`${name}price now ${said}`, `, was ${amountText(lead.money)}`, andMore(hidden.length - 1)],
      sentence: `${name}price was ${was}; its place now says ${said}.`.replace(/^price/, 'The price'),
      numbers: hidden.map(({ money }) => ({
        what: label ?? 'price',
        from: money.text,
        to: null,
        unit: money.unit,
        period: money.period,
        percent: null,
      })),
      differences,
    },
  ];
}

/** The same price with "from" put in front of it, or taken away: what a buyer pays is another thing. */
function fromFinding(scene: Scene, taken: ReadonlySet<Difference>): Finding[] {
  const starts =
    /(?<!\p{L})(?:from|starting at|as low as|ab|à partir de|dès|desde|a partir de|od|da|vanaf|från|fra|alkaen|от|від|από)(?!\p{L})\s*(?=\p{Sc}|\d|[A-Za-z.]{2,3}\s?\d)/iu;
  const found = scene.differences.flatMap((difference) => {
    const { before, after } = difference;
    if (before === null || after === null || starts.test(before) === starts.test(after)) return [];
    const same = before.replace(starts, '').toLowerCase() === after.replace(starts, '').toLowerCase();
    return same && /\d/u.test(after) && !taken.has(difference) ? [{ difference, before, after }] : [];
  });
  const [lead, ...rest] = found;
  if (!lead || ![lead.before, lead.after].every(quotable)) return [];
  const label = headingOf(scene, lead.difference);
  const name = label !== null && quotable(label) ? `${shorten(label, 24)} ` : '';
  return [
    {
      kind: 'pricing.price',
      tags: [],
      severity: 'medium',
      reasons: ['the same amount, now or no longer a starting price: medium'],
      parts: [
        `${name}price now "${shorten(lead.after, 22)}"`,
        `, was "${shorten(lead.before, 20)}"`,
        andMore(rest.length),
      ],
      sentence: `The price said “${shorten(lead.before, 60)}” and now says “${shorten(lead.after, 60)}”.`,
      numbers: [],
      differences: [lead.difference, ...rest.map(({ difference }) => difference)],
    },
  ];
}
