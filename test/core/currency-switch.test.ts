import { expect, test } from 'vitest';
import { currencySwitch } from '../../src/core/facts/currency-switch.ts';

const page = (...texts: string[]): { text: string }[] => texts.map((text) => ({ text }));

test.each<[string, string[], string[], boolean]>([
  ['all amounts switch', ['Solo $9', 'Pack $90'], ['Solo 9 €', 'Pack 90 €'], true],
  ['also two in one text', ['$9 per month, $90 per year'], ['£9 per month, £90 per year'], true],
  ['one alone is a decision', ['Solo $9'], ['Solo €9'], false],
  ['one stayed', ['Solo $9', 'Pack $90'], ['Solo €9', 'Pack $90'], false],
  ['two currencies before', ['Solo $9', 'Pack £90'], ['Solo €9', 'Pack €90'], false],
  ['none at all', ['Solo'], ['Pack'], false],
  ['the prices left', ['Solo $9', 'Pack $90'], ['Solo', 'Pack'], false],
])('%s', (...[, before, after, switched]) => {
  expect(currencySwitch(page(...before), page(...after))).toBe(switched);
});
