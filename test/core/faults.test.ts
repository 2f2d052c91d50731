import { describe, expect, it } from 'vitest';
import { tellByRules } from '../../src/core/meaning/tell-by-rules.ts';
import { questionOf } from '../support/question-of.ts';
import { judge, told } from './pages.ts';

const plan = (name: string, price: string, ...features: string[]): string =>
  `<div><h3>${name}</h3><p>${price}</p><ul>${features.map((feature) => `<li>${feature}</li>`).join('')}</ul></div>`;

describe('phantoms: what must not be told', () => {
  it.each<[string, string, string, 'same' | 'noise']>([
    [
      'fault 10: nonce, csrf field, ?ver=, build hash, comment',
      '<!--a--><script nonce=1 src="/a.js?ver=1"></script><link href="/s.12ab34cd.css"><form><input type=hidden name=csrf value=1></form>',
      '<!--b--><script nonce=2 src="/a.js?ver=2"></script><link href="/s.98fe76dc.css"><form><input type=hidden name=csrf value=2></form>',
      'same',
    ],
    ['fault 11: relative time', '<p>Last post 3 hours ago</p>', '<p>Last post 5 hours ago</p>', 'noise'],
    [
      'fault 11: render time and query count in the footer',
      '<footer><p>Generated in 0.311 seconds with 44 queries</p></footer>',
      '<footer><p>Generated in 0.298 seconds with 43 queries</p></footer>',
      'noise',
    ],
    [
      'fault 11: a visit counter moved by our own visit',
      '<p>Visitors: 1,204</p>',
      '<p>Visitors: 1,205</p>',
      'noise',
    ],
    [
      'fault 12: another order',
      '<li>Anna is fond of it</li><li>Bert likes it</li><li>Carl too</li>',
      '<li>Carl too</li><li>Anna is fond of it</li><li>Bert likes it</li>',
      'noise',
    ],
    [
      'fault 13: quotes, soft hyphen, line ends',
      '<p>It’s “all” in one place,\r\nat once</p>',
      '<p>It\'s "all" in one pl\u00adace,\nat once</p>',
      'noise',
    ],
    ['fault 13: a no-break space', '<p>29\u00a0€ a month</p>', '<p>29 € a month</p>', 'same'],
    ['fault 18: equal values', '<p>Pro is $49 a month</p>', '<p>Pro is $49.00 a month</p>', 'noise'],
    ['fault 18: equal values in a plan', plan('Pro', '$1,000'), plan('Pro', '$1000.00'), 'noise'],
    [
      'a scheme of viewers and a clock',
      '<p>Rendered at 10:01:02.331</p><p>12 people are viewing this page</p>',
      '<p>Rendered at 11:41:07.102</p><p>31 people are viewing this page</p>',
      'noise',
    ],
    [
      'a price inside a shuffled list that stays',
      '<li>Anna: "worth $29"</li><li>Bert: "fine"</li>',
      '<li>Bert: "fine"</li><li>Anna: "worth $29"</li>',
      'noise',
    ],
  ])('%s', (...[, before, after, verdict]) => {
    expect(judge(before, after).verdict).toBe(verdict);
  });
});

describe('losses: what must be told', () => {
  it.each<[string, string, string, string[]]>([
    ['fault 24: pure deletion', '<p>Support by phone</p>', '', ['Support by phone -> ']],
    ['fault 24: pure insertion', '', '<p>Support by phone</p>', [' -> Support by phone']],
    [
      'fault 24: an edit of equal length',
      '<p>Support by phone for you</p>',
      '<p>Support by email for you</p>',
      ['Support by phone for you -> Support by email for you'],
    ],
    [
      'fault 25: swapped prices',
      plan('Pro', '$29') + plan('Team', '$49'),
      plan('Pro', '$49') + plan('Team', '$29'),
      ['$29 -> $49', '$49 -> $29'],
    ],
    ['fault 25: turned digits', plan('Pro', '$19'), plan('Pro', '$91'), ['$19 -> $91']],
    [
      'fault 25: 14 days -> 41 days',
      '<p>Try it 14 days for free</p>',
      '<p>Try it 41 days for free</p>',
      ['Try it 14 days for free -> Try it 41 days for free'],
    ],
    [
      'fault 25: a feature moved between plans',
      plan('Pro', '$29', 'Boards', 'Audit log') + plan('Team', '$49', 'Roles'),
      plan('Pro', '$29', 'Boards') + plan('Team', '$49', 'Roles', 'Audit log'),
      ['Audit log -> Audit log'],
    ],
    [
      'fault 25: included <-> not included',
      '<p>Audit log: included</p>',
      '<p>Audit log: not included</p>',
      ['Audit log: included -> Audit log: not included'],
    ],
    ['fault 26: a lost separator', '<p>Pro $19.00</p>', '<p>Pro $1900</p>', ['Pro $19.00 -> Pro $1900']],
    [
      'fault 26: a lost percent sign',
      '<p>You save 10% now</p>',
      '<p>You save 10 now</p>',
      ['You save 10% now -> You save 10 now'],
    ],
    ['fault 26: a short price', '', '<p>$29/mo</p>', [' -> $29/mo']],
    [
      'fault 27: an alt text',
      '<img alt="Used by Acme">',
      '<img alt="Used by Bolt">',
      ['Used by Acme -> Used by Bolt'],
    ],
    [
      'fault 36: a plan on top of the list',
      plan('Pro', '$29'),
      plan('Solo', '$9') + plan('Pro', '$29'),
      [' -> Solo', ' -> $9'],
    ],
    [
      'fault 37: the free plan goes',
      plan('Free', '$0', 'One board') + plan('Pro', '$29'),
      plan('Pro', '$29'),
      ['Free -> ', '$0 -> ', 'One board -> '],
    ],
    [
      'a price inside a shuffled list',
      '<li>Anna: "worth $29"</li><li>Bert: "fine tool"</li>',
      '<li>Bert: "fine tool"</li><li>Anna: "worth $39"</li>',
      ['Anna: "worth $29" -> Anna: "worth $39"'],
    ],
    [
      'a sentence beside a clock',
      '<p>Rendered at 10:01:02</p>',
      '<p>Rendered at 11:41:07</p><p>We ship a vault now</p>',
      [' -> We ship a vault now'],
    ],
    [
      'an effective date',
      '<p>Effective from June 1, 2026</p>',
      '<p>Effective from June 4, 2026</p>',
      ['Effective from June 1, 2026 -> Effective from June 4, 2026'],
    ],
    ['one cent', plan('Root', '51,99 Euro'), plan('Root', '51,98 Euro'), ['51,99 Euro -> 51,98 Euro']],
    [
      'an equal number of another thing',
      '<li>16 own cores</li>',
      '<li>16 shared cores</li>',
      ['16 own cores -> 16 shared cores'],
    ],
    ['"from" before the same price', plan('Pro', '$29'), plan('Pro', 'from $29'), ['$29 -> from $29']],
    [
      'a limit that was none',
      '<li>Unlimited projects</li>',
      '<li>10 projects</li>',
      ['Unlimited projects -> 10 projects'],
    ],
    [
      'a price that leaves nothing behind',
      plan('Pro', '$29', 'Boards'),
      plan('Pro', '', 'Boards'),
      ['$29 -> '],
    ],
  ])('%s', (...[, before, after, expected]) => {
    const verdict = judge(before, after);
    expect(verdict.verdict).toBe('tell');
    expect(told(verdict)).toEqual(expected);
  });

  it('fault 27: a link target, the title and a declared price are told or in the ledger, never unseen', () => {
    const offer = (price: number): string =>
      `<script type="application/ld+json">{"@type":"Offer","name":"Pro","price":${price},"priceCurrency":"EUR"}</script>`;
    expect(judge('<a href="/buy?plan=1">Buy</a>', '<a href="/buy?plan=2">Buy</a>')).toMatchObject({
      verdict: 'noise',
      differences: [{ kind: 'link' }],
    });
    expect(judge(offer(29), offer(39))).toMatchObject({ verdict: 'tell', differences: [{ kind: 'meta' }] });
  });

  it('fault 28: a price in the middle of a very long difference', () => {
    const clauses = (price: string, word: string): string =>
      Array.from(
        { length: 400 },
        (_, at) =>
          `<p>Clause ${word} ${at} speaks of ${at === 200 ? `a fee of ${price}` : 'nothing much'}.</p>`,
      ).join('');
    expect(
      told(judge(clauses('$5', 'alpha'), clauses('$50', 'omega'))).some((row) => row.includes('$50')),
    ).toBe(true);
  });

  it('fault 19: all prices rise by one factor: each row is told, with both values', () => {
    const verdict = judge(plan('Pro', '$20') + plan('Team', '$40'), plan('Pro', '$25') + plan('Team', '$50'));
    expect(told(verdict)).toEqual(['$20 -> $25', '$40 -> $50']);
  });
});

describe('fault 19: all prices differ by one factor, and a label says why: the basis changed, not the price', () => {
  it.each([
    ['tax taken out', 'All prices incl. VAT', 'All prices excl. VAT', [119, 238], [100, 200]],
    ['tax put in', 'Prices exclude VAT', 'Prices include VAT', [100, 200], [119, 238]],
    ['in German', 'Alle Preise zzgl. MwSt.', 'Alle Preise inkl. MwSt.', [50, 100], [59.5, 119]],
    [
      'a label at the end',
      'All prices: VAT not included',
      'All prices: VAT included',
      [50, 100],
      [59.5, 119],
    ],
  ] as const)('%s', (...[, labelled, relabelled, before, after]) => {
    const page = (label: string, [solo, duo]: readonly [number, number]): string[] => [
      '# Prices',
      label,
      '## Solo',
      `€${solo} per month`,
      '## Duo',
      `€${duo} per month`,
    ];
    const telling = tellByRules(
      questionOf({ before: page(labelled, before), after: page(relabelled, after) }),
    );
    expect(telling).toMatchObject({ kind: 'pricing.terms', severity: 'low' });
    expect(telling.quotes.map((quote) => quote.after)).toContain(`€${after[0]} per month`);
  });
});

describe('a second read', () => {
  it('that shows the same confirms', () => {
    expect(judge(plan('Pro', '$29'), plan('Pro', '$39'), plan('Pro', '$39')).verdict).toBe('tell');
  });

  it('that shows the older side again holds: nothing is told', () => {
    const verdict = judge(plan('Pro', '$29'), plan('Pro', '$39'), plan('Pro', '$29'));
    expect(verdict).toMatchObject({
      verdict: 'noise',
      reasons: ['a second read moments later does not show it'],
    });
  });

  it('takes out what rotates, and keeps what stands beside it', () => {
    const quotes = ['"Never slow", says Anna', '"Always there", says Bert', '"Saved our week", says Carl'];
    const verdict = judge(
      `<p>${quotes[0]}</p>`,
      `<p>${quotes[1]}</p><p>We ship a vault now</p>`,
      `<p>${quotes[2]}</p><p>We ship a vault now</p>`,
    );
    expect(told(verdict)).toEqual([' -> We ship a vault now']);
  });

  it('confirms a price in a sentence with a clock in it, though the clock ran on', () => {
    const line = (price: string, time: string): string => `<p>Price at ${time}: ${price} for all of you</p>`;
    expect(told(judge(line('$29', '10:00'), line('$39', '11:00'), line('$39', '11:05')))).toHaveLength(1);
  });
});
