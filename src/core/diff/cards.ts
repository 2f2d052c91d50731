import type { Block } from '../block.ts';
import { hasMoney } from '../facts/has-money.ts';
import { isBareValue } from './values.ts';

/** A block of a page, and whether its text only says how much. */
export interface Told {
  readonly block: Block;
  readonly isValue: boolean;
}

/** Where the name of a value stands, though another text stands nearer. */
export interface Cards {
  /** The heading that names the card whose tagline stands at this position. */
  readonly headingOver: ReadonlyMap<number, number>;
  /** The heading that follows a price on a page whose cards have their price on top. */
  readonly headingUnder: ReadonlyMap<number, number>;
}

const HEADING = /^h[2-6]$/;
/** A heading over a list of plans names none of them. */
const OVER_PLANS =
  /(?<!\p{L})(?:pricing|plans|prices|products|packages|options|add-?ons|extras|preise|pläne|tarife|pakete|tarifs|prix|offres|precios|planes|tarifas)(?!\p{L})/iu;

/** What stands in the place of an amount. */
const NO_AMOUNT = /^\s*(?:free|gratis|kostenlos|gratuit|custom)\s*$/iu;

interface Section {
  readonly at: number;
  readonly role: string;
  readonly parents: string;
  readonly heading: string;
  /** Texts that stand directly above a price; a card has at most one. */
  readonly lines: readonly number[];
  readonly prices: readonly number[];
}

export function cardsIn(list: readonly Told[]): Cards {
  const sections = sectionsOf(list);
  const headingUnder = pricesOnTop(list, sections);
  const priced = new Map<string, number>();
  for (const { role, prices } of sections)
    priced.set(role, (priced.get(role) ?? 0) + Number(prices.length > 0));
  const headingOver = new Map<number, number>();
  for (const section of sections) {
    const [line, ...others] = section.lines;
    if (line === undefined || OVER_PLANS.test(section.heading)) continue;
    const text = list[line]?.block.text ?? '';
    const isCard = others.length === 0 && (priced.get(section.role) ?? 0) > 1;
    if (isCard || saysForWhom(text)) headingOver.set(line, section.at);
  }
  return { headingOver, headingUnder };
}

/** "For growing companies", "Everything a large crew needs": told of a plan, never its name. */
function saysForWhom(text: string): boolean {
  return (
    /^(?:for|everything|best|ideal|perfect|designed|built|made|für|alles|pour|tout|idéal|para|todo)(?!\p{L})/iu.test(
      text,
    ) && text.includes(' ')
  );
}

function sectionsOf(list: readonly Told[]): Section[] {
  const starts = list.flatMap(({ block }, at) => (HEADING.test(block.role) ? [{ at, block }] : []));
  return starts.map(({ at, block: { role, text, headings } }, nth): Section => {
    const end = starts[nth + 1]?.at ?? list.length;
    const prices = positions(at + 1, end).filter((one) => isPrice(list[one]));
    const lines = new Set(prices.map((price) => lineAbove(list, price)).filter((line) => line > at));
    return { at, role, parents: headings.join('\n'), heading: text, lines: [...lines], prices };
  });
}

function positions(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, nth) => from + nth);
}

function isPrice(told: Told | undefined): boolean {
  return told?.isValue === true && (hasMoney(told.block.text) || NO_AMOUNT.test(told.block.text));
}

/** The nearest text above that is no value. */
function lineAbove(list: readonly Told[], at: number): number {
  let above = at - 1;
  while (list[above]?.isValue === true) above -= 1;
  return above;
}

/** Sibling headings each with a price directly above them, the first as well, and none with one directly below. */
function pricesOnTop(list: readonly Told[], sections: readonly Section[]): Map<number, number> {
  const found = new Map<number, number>();
  for (const cards of Map.groupBy(sections, ({ role, parents }) => `${role}\n${parents}`).values()) {
    const onTop = cards.filter(({ at }) => hasAmount(list[at - 1]));
    const below = cards.some(
      ({ at }) => hasAmount(list[at + 1]) && !onTop.some((card) => card.at === at + 2),
    );
    const every = cards.every(({ prices }) =>
      prices.every((price) => HEADING.test(list[price + 1]?.block.role ?? '')),
    );
    const most = every || onTop.length * 2 > cards.length;
    if (onTop.length < 2 || onTop[0] !== cards[0] || !most || below) continue;
    for (const { at } of onTop) {
      for (let above = at - 1; list[above]?.isValue === true; above -= 1) found.set(above, at);
    }
  }
  return found;
}

function hasAmount(told: Told | undefined): boolean {
  return told?.isValue === true && hasMoney(told.block.text);
}

/** A heading that says "Free" names a plan; only a figure makes a heading a value. */
export function isValue({ role, text, cells }: Block): boolean {
  if (cells !== undefined || !isBareValue(text)) return false;
  return /\d/.test(text) || !/^(?:h[1-6]|title)$/.test(role);
}

/** Texts between the heading of a card and its price. */
export function taglinesOf(blocks: readonly Block[]): ReadonlySet<Block> {
  const list = blocks.map((block) => ({ block, isValue: isValue(block) }));
  return new Set([...cardsIn(list).headingOver.keys()].map((at) => blocks[at] as Block));
}
