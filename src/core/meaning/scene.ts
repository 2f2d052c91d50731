import type { Block, Place } from '../block.ts';
import { taglinesOf } from '../diff/cards.ts';
import type { Difference } from '../difference.ts';
import type { Question } from '../telling.ts';
import type { Version } from '../version.ts';
import { without } from '../without.ts';
import { withExtended } from './extended.ts';
import { namesSomething, withoutNumbering } from './mask.ts';
import { addressesMachines } from './orders.ts';
import { folded, plain, wordsOf } from './plain.ts';
import { speaksOf } from './words.ts';

export type Side = 'before' | 'after';

/** One version, indexed for the questions that the rules ask. */
export interface Face {
  readonly blocks: readonly Block[];
  readonly byText: ReadonlyMap<string, readonly number[]>;
  /** Folded texts without the numbering in front of clauses. */
  readonly unnumbered: ReadonlySet<string>;
  /** Texts between the heading of a card and its price: they name nothing. */
  readonly taglines: ReadonlySet<Block>;
  /** Index of the first h1, or -1. */
  readonly h1: number;
}

/** Everything a rule may look at: the question, both faces of the page, and the differences that are the page's own. */
export interface Scene {
  readonly question: Question;
  readonly before: Face;
  readonly after: Face;
  /** A terms, privacy or other legal page. */
  readonly legalPage: boolean;
  /** Differences that are addressed to machines; no rule reads meaning from them. */
  readonly orders: readonly Difference[];
  readonly differences: readonly Difference[];
}

function faceOf(version: Version, legal: boolean): Face {
  const byText = new Map<string, number[]>();
  for (const [at, block] of version.blocks.entries()) {
    const list = byText.get(block.text);
    if (list) list.push(at);
    else byText.set(block.text, [at]);
  }
  const unnumbered = new Set(
    version.blocks.map((block) => folded(withoutNumbering(block.text, legal && isHeading(block.role)))),
  );
  return {
    blocks: version.blocks,
    byText,
    unnumbered,
    taglines: taglinesOf(version.blocks),
    h1: version.blocks.findIndex((block) => block.role === 'h1'),
  };
}

function isHeading(role: Block['role']): boolean {
  return /^h[1-6]$/.test(role);
}

const LEGAL_PATH =
  /(^|[/_-])(terms|tos|privacy|legal|policies|policy|agb|datenschutz|conditions|gdpr|dpa|subprocessors)([/_.-]|$)/iu;

function isLegalPage(question: Question): boolean {
  if (question.page.kind === 'legal') return true;
  if (question.page.kind !== 'other') return false;
  const h1 = question.after.blocks.find((block) => block.role === 'h1')?.text ?? '';
  return LEGAL_PATH.test(new URL(question.page.url).pathname) || speaksOf(h1, 'legal document');
}

/** An order colours its whole hunk: a forged diff is several lines, of which one is marked. Edits keep their facts. */
function ordersAmong(differences: readonly Difference[]): readonly Difference[] {
  const added = differences.flatMap((difference) => {
    const { before, after } = difference;
    return before === null && after !== null ? [{ difference, text: after }] : [];
  });
  const marked = new Set(added.filter(({ text }) => addressesMachines(text)));
  const forged = new Set(
    [...marked].filter(({ text }) => text.startsWith('@@')).map(({ difference }) => difference.hunk),
  );
  return added
    .filter((one) => marked.has(one) || (forged.has(one.difference.hunk) && /^[-+]/u.test(one.text)))
    .map(({ difference }) => difference);
}

export function sceneOf(question: Question): Scene {
  const legalPage = isLegalPage(question);
  const before = faceOf(question.before, legalPage);
  const after = faceOf(question.after, legalPage);
  const orders = ordersAmong(question.differences);
  return {
    question,
    before,
    after,
    legalPage,
    orders,
    differences: withExtended(question.differences.filter((difference) => !orders.includes(difference))),
  };
}

/** The text that a difference has now, or had if it is gone. */
export function textOf(difference: Difference): string {
  return plain(difference.after ?? difference.before ?? '');
}

/**
 * Where in a face the difference's text of that side stands; -1 when nowhere (an address, or merged edits). The same text
 * may stand in many places: first the block under the same headings, then one under a label that the diff put last.
 */
export function indexOf(face: Face, difference: Difference, side: Side): number {
  const text = difference[side];
  if (text === null || difference.kind === 'link') return -1;
  const found = face.byText.get(text) ?? [];
  const { headings } = difference.place;
  const label = headings.at(-1);
  const under = (at: number, path: readonly string[]): boolean =>
    face.blocks[at]?.headings.join('\n') === path.join('\n');
  const labelled = (at: number): boolean =>
    face.blocks.slice(Math.max(0, at - 4), at).some((block) => block.text === label) ||
    headingBelow(face, at) === label;
  return (
    found.find((at) => under(at, headings)) ??
    found.find((at) => under(at, headings.slice(0, -1)) && labelled(at)) ??
    found.find((at) => face.blocks[at]?.headings.at(-1) === label || labelled(at)) ??
    found[0] ??
    -1
  );
}

/** The heading that directly follows a run of values: of a card with its price on top. */
export function headingBelow(face: Face, at: number): string | undefined {
  const next = [1, 2]
    .map((step) => face.blocks[at + step])
    .find((block) => block && namesSomething(block.text));
  return next && isHeading(next.role) ? next.text : undefined;
}

export function blockOf(scene: Scene, difference: Difference, side: Side): Block | null {
  return scene[side].blocks[indexOf(scene[side], difference, side)] ?? null;
}

const FRAME = new Set(['nav', 'header', 'footer', 'aside', 'dialog']);

export function inFrame(place: Place): boolean {
  return FRAME.has(place.region);
}

function isShortLink(block: Block | undefined): boolean {
  if (!block || wordsOf(block.text).length > 5) return false;
  return block.links.length > 0;
}

/** A menu: the frame, or a run of four or more short links (many menus are plain div elements). */
export function inMenu(scene: Scene, difference: Difference): boolean {
  if (wordsOf(textOf(difference)).length > 6) return false;
  if (inFrame(difference.place)) return true;
  const side = difference.after === null ? 'before' : 'after';
  const at = indexOf(scene[side], difference, side);
  const { blocks } = scene[side];
  if (at < 0 || !isShortLink(blocks[at])) return false;
  let [first, last] = [at, at];
  while (isShortLink(blocks[first - 1])) first -= 1;
  while (isShortLink(blocks[last + 1])) last += 1;
  return last - first >= 3;
}

/** Text under the h1 of a legal page. What stands above it, in the frame or in a menu keeps its own meaning. */
export function isLegalText(scene: Scene, difference: Difference): boolean {
  if (!scene.legalPage || inFrame(difference.place) || inMenu(scene, difference)) return false;
  const side = difference.after === null ? 'before' : 'after';
  const at = indexOf(scene[side], difference, side);
  return scene[side].h1 < 0 || at < 0 || at >= scene[side].h1 || difference.place.role === 'title';
}

/** Only the words that differ; the whole text when one side is missing, or when it is short (12 words). */
export function differingWords(difference: Difference): string {
  const [before, after] = [wordsOf(difference.before ?? ''), wordsOf(difference.after ?? '')];
  if (before.length === 0 || after.length === 0) return [...before, ...after].join(' ');
  if (Math.max(before.length, after.length) <= 12) return `${before.join(' ')} ${after.join(' ')}`;
  return [...wordsWithout(before, after), ...wordsWithout(after, before)].join(' ');
}

/** The words of the first list that the second does not have, each counted as often as it stands there. */
export function wordsWithout(words: readonly string[], others: readonly string[]): string[] {
  return without(words, others, folded);
}

/** Does the text of that side stand on the other side too, in another place? Then it is not gone from the page, nor new on it. */
export function standsElsewhere(scene: Scene, difference: Difference, side: Side): boolean {
  const text = difference[side];
  return text !== null && scene[side === 'after' ? 'before' : 'after'].byText.has(text);
}

/** Does the text that came or left stand a second time on the other side, under the same heading or, without one, anywhere? */
export function isRepeated(scene: Scene, difference: Difference): boolean {
  const { before, after } = difference;
  if (before !== null && after !== null) return false;
  const face = before === null ? scene.before : scene.after;
  const heading = headingOf(scene, difference);
  const places = face.byText.get(after ?? before ?? '') ?? [];
  return places.some((at) => heading === null || face.blocks[at]?.headings.at(-1) === heading);
}

/**
 * The heading or label that a difference stands under. The diff puts a bare value under the text that names it; any other
 * text keeps the heading of its block.
 */
export function headingOf(scene: Scene, difference: Difference): string | null {
  const block = blockOf(scene, difference, difference.after === null ? 'before' : 'after');
  const own = block === null || !namesSomething(block.text) ? difference.place.headings : block.headings;
  const heading = own.at(-1);
  return heading === undefined ? null : plain(heading);
}
