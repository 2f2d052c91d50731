import { describe, expect, test } from 'vitest';
import type { Block } from '../../src/core/block.ts';
import { findUnready } from '../../src/core/health/unready.ts';
import { block } from './pages.ts';

const NAMES = ['Skiff', 'Sloop', 'Cutter'];

/** Cards with a name, a price (none where the text is empty) and a feature each, below a question. */
function cards(prices: readonly string[], { names = NAMES, more = [] as readonly string[] } = {}): Block[] {
  return [
    block('Mending', { role: 'title', region: 'none' }),
    ...names.flatMap((name, at) => [
      block(name, { role: 'h3' }),
      ...[prices[at] ?? ''].filter((text) => text !== '').map((text) => block(text)),
      block(`Repairs for one ${name}`, { role: 'li' }),
    ]),
    ...more.map((text) => block(text)),
  ];
}

const PRICES = ['$19 per month', '$49 per month', '$99 per month'];
const all = (text: string): string[] => [text, text, text];

describe('prices that are missing while their cards stand', () => {
  test.each([
    ['nothing', all(''), false],
    ['a word of waiting', all('Loading…'), true],
    ['a dash behind the sign', all('$-- per month'), true],
    ['NaN', all('$NaN per month'), true],
    ['a template', all('{{ plan.price }} per month'), true],
    ['what stands around the number', all('per month'), true],
    ['a sign without a number', all('$ per month'), true],
    ['dots in two of three', ['…', '…', '$99 per month'], true],
  ])('%s', (_, prices, visible) => {
    expect(findUnready(cards(PRICES), cards(prices))).toEqual({ visible });
  });

  test('also while a testimonial rotates', () => {
    const after = cards(all('Loading…'), { more: ['Bo likes it'] });
    expect(findUnready(cards(PRICES, { more: ['Ada likes it'] }), after)).toEqual({ visible: true });
  });

  test('also where the cards wait as a whole', () => {
    const heading = block('Mending', { role: 'title', region: 'none' });
    expect(findUnready(cards(PRICES), [heading, block('Loading…')])).toEqual({ visible: true });
    expect(findUnready(cards(PRICES), [heading, block('Loading docks for boats')])).toBeNull();
  });

  test('one price alone needs a placeholder to say so', () => {
    const single = (text: string): Block[] => cards([text], { names: ['Skiff'] });
    expect(findUnready(single('$19 per month'), single('$-- per month'))).toEqual({ visible: true });
    expect(findUnready(single('$19 per month'), single(''))).toBeNull();
  });
});

describe('news, and no missing prices', () => {
  test.each([
    ['other prices', cards(['$29 per month', '$59 per month', '$109 per month'])],
    [
      'other prices in full-width digits',
      cards(['月額１２，０００円', '月額１５，０００円', '月額１９，０００円']),
    ],
    ['other prices in Arabic digits', cards(['٤٩ $', '٥٩ $', '٦٩ $'])],
    ['prices without a number in front of the point', cards(['$.99', '$.89', '$.79'])],
    ['words in a script without case', cards(all('お問い合わせください'))],
    ['prices that are now asked for', cards(all('Contact sales'))],
    ['one price hidden', cards(['$19 per month', '', '$99 per month'])],
    ['one price asked for', cards(['$19 per month', '$49 per month', 'Contact sales'])],
    ['free plans', cards(all('Free'))],
    ['placeholders beside as many new texts', cards(all('Loading…'), { more: ['One', 'Two', 'Three'] })],
    ['a plan that is gone', cards(PRICES.slice(1), { names: NAMES.slice(1) })],
    ['cards that are gone with their prices', cards([], { names: [] })],
    ['other plans without prices', cards([], { names: ['Reed', 'Wren', 'Lark'] })],
    ['the same page', cards(PRICES)],
  ])('%s', (_, after) => {
    expect(findUnready(cards(PRICES), after)).toBeNull();
  });

  test('a page that never was priced', () => {
    expect(findUnready(cards([]), cards(all('Loading…')))).toBeNull();
  });
});
