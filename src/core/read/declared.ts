import type { Block } from '../block.ts';
import { fold } from './fold.ts';
import { parseJson } from './parse-json.ts';

/** A page declares a handful of offers; a shop's listing of thousands is not what a founder watches. */
const MOST_OFFERS = 200;

/**
 * Prices that a page declares to machines in JSON-LD (schema.org Offer), each as one block of role `meta`: "Pro: 29 EUR".
 * They can change while no visible word does (fault 27).
 */
export function readDeclared(scripts: readonly string[]): readonly Block[] {
  const texts = new Set<string>();
  for (const script of scripts) {
    for (const offer of offersOf(script)) if (texts.size < MOST_OFFERS) texts.add(offer);
  }
  return [...texts].map((text) => ({
    role: 'meta',
    region: 'none',
    text,
    headings: [],
    links: [],
    hidden: true,
  }));
}

function offersOf(script: string): string[] {
  const root = parseJson(script);
  const offers: string[] = [];
  const open: { value: unknown; name: string }[] = [{ value: root, name: '' }];
  for (let next = open.pop(); next !== undefined && offers.length < MOST_OFFERS; next = open.pop()) {
    const { value } = next;
    if (value === null || typeof value !== 'object') continue;
    const fields = new Map<string, unknown>(Object.entries(value));
    const name = wordOf(fields.get('name')) || next.name;
    const offer = offerText(fields, name);
    if (offer !== null) offers.push(offer);
    for (const inner of fields.values()) open.push({ value: inner, name });
  }
  return offers;
}

function offerText(fields: ReadonlyMap<string, unknown>, name: string): string | null {
  const amounts = ['price', 'lowPrice', 'highPrice']
    .map((field) => wordOf(fields.get(field)))
    .filter((word) => word !== '');
  if (amounts.length === 0) return null;
  const currency = wordOf(fields.get('priceCurrency'));
  return fold(`${name === '' ? '' : `${name}: `}${amounts.join(' - ')} ${currency}`);
}

function wordOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
