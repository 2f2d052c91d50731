import { APART, type Block } from '../block.ts';
import { hasMoney } from '../facts/has-money.ts';
import { squash } from '../diff/squash.ts';
import { maskNumbers } from '../sight/volatile.ts';
import { without } from '../without.ts';

/** A currency as it is left where its number is missing; the finder of money needs the number. */
const CURRENCY = String.raw`(?:\p{Sc}|(?<!\p{L})(?:kr|zł|Kč|Ft|TL|lei|руб|грн|Rs|CHF|EUR|USD)\.?(?!\p{L})|[\u5186\u5143\uC6D0])`;
const WAITING =
  'loading|please wait|wird geladen|lädt|chargement|cargando|caricamento|laden|carregando|a carregar|ładowanie|laddar|indlæser|laster|ladataan|načítání|načítava sa|betöltés|se încarcă|yükleniyor|загрузка|завантаження|φόρτωση|読み込み中|加载中|載入中|로딩 중|불러오는 중|جار التحميل|טוען';
/** A text that says no more than that something is to come. */
const LOADING = new RegExp(String.raw`^[^\p{L}\p{N}]*(?:${WAITING})[^\p{L}\p{N}]*$`, 'iu');
/** What scripts leave where a value should be. */
const PLACEHOLDER = new RegExp(
  String.raw`^[^\p{L}\p{N}]*(?:${WAITING})?[^\p{L}\p{N}]*$|\b(?:NaN|undefined|null)\b|\{\{.*?\}\}|\{%.*?%\}|<%.*?%>|\[object|${CURRENCY}\s*(?:[-–—_?.…]+(?![\p{Nd}–—_?.…-])|x{2,})|(?:^|\s)[-–—_?…]+\s?${CURRENCY}`,
  'iu',
);

export interface Unready {
  /** Placeholders stand where prices did; else nothing does. */
  readonly visible: boolean;
}

/**
 * Do the prices of a page lack while their cards stand? A script that failed leaves "Loading…", "$--", "NaN" or nothing in
 * place of each, or "Loading…" in place of all cards; a company that hides its prices writes something there, or takes the cards away.
 * @returns null where the page is ready, or was not priced
 */
export function findUnready(before: readonly Block[], after: readonly Block[]): Unready | null {
  const prices = before.filter(isPriced);
  const lost = beyond(prices, after);
  if (lost.length === 0 || 2 * lost.length < prices.length) return null;
  const come = beyond(after.filter(isBody), before);
  const placeholders = come.filter(({ text }) => PLACEHOLDER.test(text) || lacksNumber(text, lost));
  const words = come.length - placeholders.length;
  const cardsWait = come.some(({ text }) => LOADING.test(text));
  if (!cardsWait && 2 * standing(lost, before, after) < lost.length) return null;
  if (placeholders.length > 0) return words < lost.length ? { visible: true } : null;
  const all = lost.length === prices.length && lost.length >= 2;
  return all && 2 * words < lost.length ? { visible: false } : null;
}

function isBody({ role }: Block): boolean {
  return !APART.has(role);
}

function isPriced(block: Block): boolean {
  return isBody(block) && hasMoney(block.text);
}

/** Blocks of one list that the other has not, counted, whatever their numbers say: another price is no lost one. */
function beyond(own: readonly Block[], other: readonly Block[]): Block[] {
  return without(own, other, ({ text }) => maskNumbers(text));
}

const MONEY_MARKS = new RegExp(String.raw`#|\b[A-Z]{3}\b|${CURRENCY}`, 'gu');

/** "$49 per month" that reads "per month" or "$ per month". */
function lacksNumber(text: string, lost: readonly Block[]): boolean {
  const bare = (full: string): string => squash(full.replace(MONEY_MARKS, ' '));
  return !/\p{Nd}/u.test(text) && lost.some((block) => bare(maskNumbers(block.text)) === bare(text));
}

/** Over how many of the lost prices the text that names them still stands. */
function standing(lost: readonly Block[], before: readonly Block[], after: readonly Block[]): number {
  const texts = new Set(after.map((block) => block.text));
  return lost.filter((block) => {
    const label = before.slice(0, before.indexOf(block)).findLast((above) => !isPriced(above));
    return label !== undefined && texts.has(label.text);
  }).length;
}
