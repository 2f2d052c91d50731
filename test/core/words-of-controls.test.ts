import { describe, expect, it } from 'vitest';
import { judge, told } from './pages.ts';

const card = (name: string, features: readonly string[]) =>
  `<section><h3>${name}</h3><p>$49/mo</p><ul>${features.map((one) => `<li>${one}</li>`).join('')}</ul></section>`;
const PRICED = `<h2>Plans</h2>${card('Basic', ['Boards', 'Reports'])}`;

describe('words of controls are names where something is sold', () => {
  it.each([
    ['a plan named Next', `${PRICED}${card('Next', ['Vault'])}`, PRICED, 'Next -> '],
    ['a plan named Open', PRICED, `${PRICED}${card('Open', ['Vault'])}`, ' -> Open'],
    ['a feature', card('Pro', ['Boards', 'Search', 'Vault']), card('Pro', ['Boards', 'Vault']), 'Search -> '],
    ['another', card('Pro', ['Boards', 'Vault']), card('Pro', ['Boards', 'Print', 'Vault']), ' -> Print'],
    ['a chat', card('Pro', ['Boards', 'Chat', 'Vault']), card('Pro', ['Boards', 'Vault']), 'Chat -> '],
    ['auf Deutsch', card('Pro', ['Boards', 'Suche', 'Vault']), card('Pro', ['Boards', 'Vault']), 'Suche -> '],
    [
      'a feature that is no list item',
      '<h3>Pro</h3><p>$49/mo</p><div>Boards</div><div>Search</div>',
      '<h3>Pro</h3><p>$49/mo</p><div>Boards</div>',
      'Search -> ',
    ],
    [
      'a feature under a heading of its own',
      '<h3>Pro</h3><p>$49/mo</p><h4>Includes</h4><ul><li>Boards</li><li>Search</li></ul>',
      '<h3>Pro</h3><p>$49/mo</p><h4>Includes</h4><ul><li>Boards</li></ul>',
      'Search -> ',
    ],
    [
      'a row of an offer',
      '<table><tr><th>Pro, $49</th></tr><tr><td>Search</td></tr><tr><td>Boards</td></tr></table>',
      '<table><tr><th>Pro, $49</th></tr><tr><td>Boards</td></tr></table>',
      'Search -> ',
    ],
  ])('%s', (...[, before, after, news]) => {
    expect(told(judge(before, after))).toContain(news);
  });
});

describe('words of controls stay words of controls', () => {
  it.each([
    ['in a menu', '<nav><ul><li>Home</li><li>Search</li></ul></nav>', '<nav><ul><li>Home</li></ul></nav>'],
    ['in a header', '<header><h3>Menu</h3></header>', '<header></header>'],
    ['in a footer', '<footer><p>Rome</p><p>Language</p></footer>', '<footer><p>Rome</p></footer>'],
    ['on a button of a plan', `${PRICED}<button>Next</button>`, PRICED],
    [
      'in a dialog',
      '<div role="dialog"><p>Hello there</p><p>Close</p></div>',
      '<div role="dialog"><p>Hello there</p></div>',
    ],
    [
      'in a list without a price',
      '<h2>Tools</h2><ul><li>Boards</li><li>Search</li></ul>',
      '<h2>Tools</h2><ul><li>Boards</li></ul>',
    ],
    ['under prices, as a link to more', `${PRICED}<ul><li><a href="/2">Next</a></li></ul>`, PRICED],
    [
      'beside a price, what no feature is called',
      '<h3>Pro</h3><p>$49/mo</p><div>Show more</div>',
      '<h3>Pro</h3><p>$49/mo</p>',
    ],
    ['over a list of contents', '<h2>On this page</h2><p>Boards</p>', '<p>Boards</p>'],
  ])('%s', (_, before, after) => {
    expect(told(judge(before, after))).toEqual([]);
  });
});
