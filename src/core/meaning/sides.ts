import { plain } from './plain.ts';

/** What stood and what stands: the texts of the differences, and the whole blocks of each page. */
export interface TwoSides {
  readonly before: string;
  readonly after: string;
  readonly blocksBefore: ReadonlySet<string>;
  readonly blocksAfter: ReadonlySet<string>;
}

/** A quotation, by its number in the list of those taken out, or a figure. */
const EXACT = String.raw`(?:“\d+”|(?:\S{0,3}\p{Sc}\s)?[^\s“”",;:()]*\d[^\s“”",;()]*)`;
const NAME = String.raw`\p{Lu}[\p{L}\p{N}]+(?:\s\p{Lu}[\p{L}\p{N}]+)*`;
/** In front of a figure or quotation a name says what it belongs to. */
const CLAIM = String.raw`(?:${NAME}\s(?=${EXACT}))?(${EXACT}|${NAME})`;
const FEW_WORDS = String.raw`(?:\s[\p{L}-]+){0,2}?`;

/** What follows these is where something came or went, not what. */
const PLACE = String.raw`(?:in|from|on|under|at|to|for|with)(?!\p{L})`;

/** "was $49", "no longer says “Free”", "Free plan removed": what is said to have been. */
const PAST = [
  String.raw`(?<![\p{L}\p{N}])(?:no longer(?:\s(?!${PLACE})\p{L}+)?|gone(?:\sagain)?|was|were|said|formerly|previously|instead of|dropped|removed):?\s${CLAIM}`,
  String.raw`(${EXACT}|${NAME})${FEW_WORDS}\s(?:gone|dropped|removed|(?:is|are)\sno longer|discontinued|ended|deleted)(?!\p{L})`,
].map((source) => new RegExp(source, 'gu'));

/** "now $59", "new: Pro", "SSO added": what is said to be. */
const PRESENT = [
  String.raw`(?<![\p{L}\p{N}])(?:now(?:\s(?!${PLACE})\p{L}+)?|new|added|introduces|launches):?\s${CLAIM}`,
  String.raw`(${EXACT}|${NAME})${FEW_WORDS}\s(?:added|launched|introduced|now listed)(?!\p{L})`,
].map((source) => new RegExp(source, 'gu'));

/**
 * Every claim that stands on the wrong side (P9), a line each: gone is only what stood before, new only what stands now. A
 * claim on both sides, or on neither, is for other checks; but the page as a whole neither loses what a block of it still
 * says, nor gains what one said already.
 */
export function sideFaults(said: string, sides: TwoSides): string[] {
  const { text, quotations } = takenApart(said, sides);
  const claims = (patterns: readonly RegExp[]): string[] =>
    patterns
      .flatMap((pattern) => [...text.matchAll(pattern)].map(([, claim = '']) => claim))
      .map(
        (claim) => quotations[Number(/^“(\d+)”$/u.exec(claim)?.[1] ?? -1)] ?? claim.replace(/[.,;:]+$/u, ''),
      );
  const lost = claims(PAST).filter((claim) => has(sides.after, claim) && !has(sides.before, claim));
  const won = claims(PRESENT).filter((claim) => has(sides.before, claim) && !has(sides.after, claim));
  const kept = claims([/page no longer (?:says|offers):? (“\d+”)/gu]).filter((one) =>
    sides.blocksAfter.has(one),
  );
  const known = claims([/page now (?:says|offers):? (“\d+”)/gu]).filter((one) => sides.blocksBefore.has(one));
  return [
    ...[...lost, ...kept].map((claim) => `“${claim}” is not gone: it stands there now`),
    ...[...won, ...known].map((claim) => `“${claim}” is not new: it stood there before`),
  ];
}

/** Quotations and whole texts of the page come out: what a quoted text says of gone and new is its own affair. */
function takenApart(said: string, { before, after }: TwoSides): { text: string; quotations: string[] } {
  const quotations: string[] = [];
  const out = (quotation: string): string => `“${quotations.push(plain(quotation.replace(/…$/u, ''))) - 1}”`;
  const unquoted = said.replace(/“([^”]+)”|"([^"]+)"/gu, (_whole, curly: string | undefined, straight = '') =>
    out(curly ?? straight),
  );
  const texts = `${before}\n${after}`.split('\n').map((text) => text.trim());
  const longest = texts.filter((text) => /\s/u.test(text)).toSorted((a, b) => b.length - a.length);
  const whole = longest.reduce((left, text) => left.replaceAll(text, () => out(text)), unquoted);
  const cut = openingsIn(whole, longest).reduce(
    (left, opening) => left.replace(`${opening}…`, () => out(opening)),
    whole,
  );
  return { text: cut, quotations };
}

/** A text of the page of which a line of ours has only the beginning, in front of an ellipsis. */
function openingsIn(said: string, texts: readonly string[]): string[] {
  return said
    .split('…')
    .slice(0, -1)
    .flatMap((part) => {
      for (let from = 0; from < part.length - 1; from += 1) {
        const opening = part.slice(from);
        if (/\s/u.test(opening.trim()) && texts.some((text) => text.startsWith(opening))) return [opening];
      }
      return [];
    });
}

/** As a whole word or number: "$4" does not stand in "$49". */
function has(text: string, claim: string): boolean {
  const ahead = /^[\p{L}\p{N}]/u.test(claim) ? String.raw`(?<![\p{L}\p{N}]|\d[.,])` : '';
  const escaped = claim.replace(
    /[^\p{L}\p{N}\s]/gu,
    (sign) => String.raw`\u{${sign.codePointAt(0)?.toString(16)}}`,
  );
  return claim !== '' && new RegExp(String.raw`${ahead}${escaped}(?![\p{L}\p{N}]|[.,]\d)`, 'u').test(text);
}
