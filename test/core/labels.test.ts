import { describe, expect, it } from 'vitest';
import { RULES } from '../../src/core/labels/label-differences.ts';
import type { Block } from '../../src/core/block.ts';
import { block, diff, read, rulesFor } from './pages.ts';

const FILLER = 'Lorem ipsum dolor sit amet. '.repeat(40);

/** What each rule explains, and what next to it must stay told. Null is the missing side. */
const TABLE: Record<
  string,
  { explains: [string | null, string | null][]; leaves: [string | null, string | null][] }
> = {
  typographic: {
    explains: [
      ['It’s “new”', 'It\'s "new"'],
      ['SIGN UP NOW', 'Sign up now'],
      ['co\u00adoperate with us', 'cooperate with us'],
      ['10 – 20 users', '10-20 users'],
      ['Fast, simple.', 'Fast simple'],
    ],
    leaves: [
      ['$19.00', '$1900'],
      ['10%', '10'],
      ['Plan > 10 users', 'Plan < 10 users'],
      ['€29 a month', '$29 a month'],
    ],
  },
  'equal values': {
    explains: [
      ['Pro costs $49 a month', 'Pro costs $49.00 a month'],
      ['Ab 1.099 € im Jahr', 'Ab 1,099 € im Jahr'],
      ['Valid until June 1, 2026', 'Valid until 1 June 2026'],
    ],
    leaves: [
      ['Pro costs $49 a month', 'Pro costs $49.00 a year'],
      ['Pro costs $49 a month', 'Pro costs €49 a month'],
      ['Pro costs $49 for 5 users', 'Pro costs $49.00 for 10 users'],
    ],
  },
  'copyright year': {
    explains: [
      ['© 2025 Rival Ltd.', '© 2026 Rival Ltd.'],
      ['Copyright 2019-2025 Rival', 'Copyright 2019-2026 Rival'],
      ['Rival 2025. Alle Rechte vorbehalten', 'Rival 2026. Alle Rechte vorbehalten'],
    ],
    leaves: [
      ['© 2025 Rival Ltd.', '© 2026 Other Ltd.'],
      ['Founded 2015 in Rome', 'Founded 2016 in Rome'],
    ],
  },
  'passing time': {
    explains: [
      ['Updated 3 hours ago', 'Updated 5 hours ago'],
      ['Letzte Antwort vor 3 Stunden', 'Letzte Antwort vor 5 Stunden'],
      ['Rendered at 10:41:09', 'Rendered at 10:42:10'],
      ['Last updated: June 1, 2026', 'Last updated: June 9, 2026'],
      ['Mis à jour le 1 mai 2026', 'Mis à jour le 3 mai 2026'],
      ['3 hours ago', null],
      [null, 'Updated yesterday'],
      [null, 'June 9, 2026'],
    ],
    leaves: [
      ['Effective date: June 23, 2026', 'Effective date: June 26, 2026'],
      ['Offer valid until June 1, 2026', 'Offer valid until July 1, 2026'],
      ['Gültig ab 1. Juni 2026', 'Gültig ab 1. Juli 2026'],
      ['Available from 1 May 2026', 'Available from 1 June 2026'],
      ['Updated 3 hours ago', 'Deleted 5 hours ago'],
      ['Coming on June 1, 2026', 'Coming on July 1, 2026'],
      [null, 'Ends June 9, 2026'],
      ['Registration closes June 5, 2026', 'Registration closes June 9, 2026'],
      [null, 'We acquired Bolt yesterday'],
      ['Nächstes Webinar: 1. Juni 2026', 'Nächstes Webinar: 1. Juli 2026'],
    ],
  },
  countdown: {
    explains: [
      ['2 days 4 hours 10 min left', '1 days 3 hours 59 min left'],
      ['Noch 3 Tage 4 Stunden', 'Noch 2 Tage 7 Stunden'],
      ['12:04:59', '03:17:00'],
    ],
    leaves: [
      ['Try it for 14 days', 'Try it for 41 days'],
      ['A trial of 14 days and a refund within 30 days', 'A trial of 7 days and a refund within 14 days'],
      ['Delivery in 2 days', 'Delivery in 3 days'],
      ['Sale: 2 days 4 hours left', 'Big sale: 1 days 3 hours left'],
    ],
  },
  counter: {
    explains: [
      ['Trusted by 2,000+ teams', 'Trusted by 2,001+ teams'],
      ['12.400 Sterne', '12.512 Sterne'],
      ['17 people are viewing this', '41 people are viewing this'],
      ['12 viewers online now', '14 viewers online now'],
      ['Results 12,010 to 12,020 of 2025', 'Results 12,110 to 12,120 of 2025'],
      ['Page rendered in 0.123 s with 45 queries', 'Page rendered in 0.210 s with 44 queries'],
      ['Besucher heute: 12', 'Besucher heute: 13'],
      ['Milestone 3/40', 'Milestone 7/40'],
    ],
    leaves: [
      ['Trusted by 2,000 teams', 'Trusted by 3,000 teams'],
      ['51,99 Euro', '51,98 Euro'],
      ['Up to 1,000 rows per month', 'Up to 1,050 rows per month'],
      ['Storage 1024 GB', 'Storage 1100 GB'],
      ['5 projects', '6 projects'],
      ['Founded in 2019', 'Founded in 2020'],
      ['5,000 reviews in 2024', '5,000 reviews in 2025'],
      ['10 queries for $5 viewing', '20 queries for $6 viewing'],
      ['25,000 visits per month', '50,000 visits per month'],
      ['3 seats online now', '4 seats online now'],
      ['10,000 visitors', '20,000 visitors'],
    ],
  },
  'machine mark': {
    explains: [
      ['Build 4.12.0.881', 'Build 4.12.0.902'],
      ['Request 1f0c9a7e-2f5d-4c55-9f53-07f1f8ad8d10', 'Request 7a0c9a7e-2f5d-4c55-9f53-07f1f8ad8d99'],
      ['rev 9f8e7d6c1', 'rev 0a1b2c3d4'],
      ['Version 4.12.0.881', null],
    ],
    leaves: [
      ['Version 4.12', 'Version 4.13'],
      ['Version 2.3.3 is out', 'Version 2.4.0 is out'],
      ['Model ABC-5.1', 'Model ABC-5.2'],
      ['Call 555 1234', 'Call 555 9876'],
      ['Call +4930123456789', 'Call +4930987654321'],
      ['Call 03012345678', 'Call 03098765432'],
      ['12 Mill Road, 75008 Paris', '12 Mill Road, 75009 Paris'],
    ],
  },
  'language list': {
    explains: [
      [null, 'Français'],
      ['日本語', null],
      ['Português (Brasil)', null],
    ],
    leaves: [
      [null, 'Polish'],
      [null, 'French support'],
      [null, 'Deutsch für alle'],
    ],
  },
  'interface words': {
    explains: [
      [null, 'Menu'],
      ['Schließen', null],
      ['Skip to content', null],
      [null, 'Copy link'],
      ['Read more ›', null],
    ],
    leaves: [
      [null, 'Pricing'],
      [null, 'Vault'],
      ['Contact sales', null],
      [null, 'Copy trading'],
      ['No', 'Yes'],
      [null, 'Themes'],
    ],
  },
  leftovers: {
    explains: [
      [null, 'Lorem ipsum dolor sit amet'],
      ['undefined', null],
      [null, 'Hello {{ user.name }}'],
      [null, '[gallery id=3]'],
      ['Lorem ipsum dolor sit amet, consectetur', 'Boards for every crew'],
      ['Running in dev mode!', 'Running in prod mode!'],
    ],
    leaves: [
      [`${FILLER} Our office is in Rome. ${FILLER}`, `${FILLER} Our office is in Oslo. ${FILLER}`],
      [null, 'Forms may now show a placeholder text'],
      [null, 'Новый тариф: lorem ipsum'],
      [null, 'Undefined behaviour is reported'],
      [null, 'Mails can now greet people with {{ first_name }} in their subject'],
      [null, 'Dev Mode'],
    ],
  },
  'copyright line': {
    explains: [
      [null, '© Rival Ltd. All rights reserved.'],
      ['Copyright Rival 2026', null],
    ],
    leaves: [
      [
        null,
        'Copyright infringement is prosecuted, see our new policy for creators and rights holders, which describes in detail how to send a notice to our team',
      ],
    ],
  },
  'asset name': {
    explains: [['hero-image-2.webp', null]],
    leaves: [[null, 'Upload your .svg files']],
  },
  'symbols only': {
    explains: [
      [null, '•••'],
      ['→', null],
    ],
    leaves: [
      [null, '✓'],
      [null, '∞'],
    ],
  },
  'cross-reference': {
    explains: [
      ['7. Payment of fees', '8. Payment of fees'],
      ['Under Section 4.2 we may ask for proof', 'Under Section 5.2 we may ask for proof'],
      ['Nach § 7 gilt dies auch', 'Nach § 8 gilt dies auch'],
      ['As clauses 3 and 4 say here', 'As clauses 5 and 6 say here'],
    ],
    leaves: [
      ['Keep data for 7 days here', 'Keep data for 8 days here'],
      ['It starts at 7 dollars', 'It starts at 8 dollars'],
    ],
  },
  'same wording': {
    explains: [
      ["You don't need a card", 'You do not need a card'],
      ['Plans & prices of Rival', 'Plans and prices of Rival'],
      ["It's fast, and we're quick", 'It is fast, and we are quick'],
      ["You can't export these", 'You cannot export these'],
      ['Three boards for your teams', '3 boards for your teams'],
    ],
    leaves: [
      ["You don't need a card", 'You do need a card'],
      ['Boards and reports for all', 'Boards or reports for all'],
      ['Three boards for your teams', '4 boards for your teams'],
    ],
  },
  'markup leak': {
    explains: [
      ['First line<br>second line', 'First line second line'],
      ['Ask us &nbsp; today, please', 'Ask us today, please'],
    ],
    leaves: [['First line<br>second line', 'First line third line']],
  },
  'hidden mail address': {
    explains: [['Write to [email\u00a0protected] today', 'Write to ask@rival.example today']],
    leaves: [['Write to old@rival.example today', 'Write to new@rival.example today']],
  },
  'widget notice': {
    explains: [
      [null, 'Oops! Something went wrong while submitting the form.'],
      ['Thank you! Your submission has been received!', null],
      [null, 'This site is protected by reCAPTCHA and the terms of its maker apply.'],
    ],
    leaves: [[null, 'Find out what went wrong in your pipeline']],
  },
  'typing slip': {
    explains: [
      ['All your enviroments in one place', 'All your environments in one place'],
      ['We recieve your orders here', 'We receive your orders here'],
      ['All your accomodatons in one place', 'All your accommodations in one place'],
      ['Ask your taem for these boards', 'Ask your team for these boards'],
    ],
    leaves: [
      ['It can be limited to your team', 'It can be unlimited to your team'],
      ['You may share all your boards', 'You must share all your boards'],
      ['We store your data in Rome', 'We store your data in Oslo'],
      ['The board is usable on your phone', 'The board is unusable on your phone'],
      ['Put all your boards in one list', 'Put all your boards in one lift'],
      ['Support for ABC-5.1 is here', 'Support for ABC-5.2 is here'],
    ],
  },
  grammar: {
    explains: [
      ['It help teams to plan releases', 'It helps teams to plan releases'],
      ['Send reports in the morning to managers', 'Send reports on a morning to managers'],
    ],
    leaves: [
      ['It is included in all plans here', 'It is not included in all plans here'],
      ['Free for up to five teams here', 'Free for over five teams here'],
      ['Works with every board you own', 'Works with any board you own'],
      ['We may use your content in reports', 'We may use our content in reports'],
      ['The plan is free for schools here', 'The plan was free for schools here'],
    ],
  },
};

describe.each(Object.entries(TABLE))('%s', (rule, { explains, leaves }) => {
  it.each(explains)('explains %j -> %j', (before, after) => {
    expect(rulesFor(before, after)).toContain(rule);
  });

  it.each(leaves)('leaves %j -> %j told', (before, after) => {
    expect(rulesFor(before, after)).toEqual([]);
  });
});

const labelled = (before: readonly Block[], after: readonly Block[]): string[] =>
  diff(before, after).map((d) => `${d.after ?? d.before}: ${d.labels.map((label) => label.rule).join(', ')}`);
const list = (region: Block['region'], ...names: string[]): Block[] =>
  names.map((text) => block(text, { region }));
const html = (markup: string): readonly Block[] => read(markup).blocks;

describe('rules that look at the whole comparison', () => {
  it('reorder: the same texts elsewhere; not a feature that changed hands between plans', () => {
    const names = ['Anna likes it much', 'Bert likes it more', 'Carl likes it most'];
    expect(
      labelled(list('main', ...names), list('main', ...names.toReversed())).every((row) =>
        row.endsWith(': reorder'),
      ),
    ).toBe(true);
    const before = html('<h3>Pro</h3><li>Single sign-on</li><li>Chat</li><h3>Team</h3><li>Phone</li>');
    const after = html('<h3>Pro</h3><li>Chat</li><h3>Team</h3><li>Phone</li><li>Single sign-on</li>');
    expect(labelled(before, after)).toEqual(['Single sign-on: ']);
  });

  it('link only: the words stay, the address goes to the ledger', () => {
    const to = (href: string): Block[] => [block('Buy', { links: [{ text: 'Buy', href }] })];
    expect(labelled(to('https://r.example/a'), to('https://r.example/b'))).toEqual([
      'https://r.example/b: link only',
    ]);
  });

  it('vendor region: what the reader confirmed as a consent or chat tool', () => {
    expect(labelled([], list('consent', 'We use cookies'))).toEqual(['We use cookies: vendor region']);
    expect(labelled([], list('footer', 'Cookie policy'))).toEqual(['Cookie policy: ']);
  });

  it('consent words: a notice as a whole; not one privacy policy among other entries', () => {
    const notice = [
      'We use cookies to run this site',
      'Third parties may set cookies with your consent',
      'See details',
      'Got it',
    ];
    expect(labelled([], list('none', ...notice)).every((row) => row.includes('consent words'))).toBe(true);
    expect(
      labelled(
        [],
        list('footer', 'Cookie policy for children', 'A tool for farmers', 'A tool for bakers'),
      ).some((row) => row.includes('consent words')),
    ).toBe(false);
    expect(
      labelled(list('none', 'Old offer'), list('none', ...notice)).some((row) =>
        row.includes('consent words'),
      ),
    ).toBe(false);
  });

  it('consent words: not a sentence that came with the notice of a vendor', () => {
    const notice = list('consent', 'We use cookies for the best experience', 'Accept all', 'Reject');
    const news = 'Every plan now comes with a phone line';
    expect(labelled([], [...notice, ...list('main', news)])).toContain(`${news}: `);
  });

  it('consent words: not two paragraphs of a policy about cookies, which ask for no answer', () => {
    const policy = [
      'We set cookies of third parties from now on',
      'Your consent to cookies lasts for a year',
    ];
    expect(labelled([], list('main', ...policy)).some((row) => row.includes('consent words'))).toBe(false);
  });

  it('social name: an icon that leads to the network; not a channel that the product supports', () => {
    const icon = (href: string): Block[] => [block('LinkedIn', { links: [{ text: 'LinkedIn', href }] })];
    expect(labelled([], icon('https://www.linkedin.com/company/rival'))).toEqual(['LinkedIn: social name']);
    expect(labelled([], icon('https://rival.example/channels/linkedin'))).toEqual(['LinkedIn: ']);
    expect(labelled(icon('https://www.linkedin.com/company/rival'), [])).toEqual(['LinkedIn: social name']);
    expect(labelled([], icon('http://'))).toEqual(['LinkedIn: ']);
    expect(rulesFor(null, 'LinkedIn')).toEqual([]);
  });

  it('picture name: repeats a text that stands anyway; not the name of a new customer', () => {
    const body = [block('Acme Mills')];
    expect(labelled(body, [...body, block('Acme Mills logo', { role: 'alt' })])).toEqual([
      'Acme Mills logo: picture name',
    ]);
    expect(labelled([block('Vault', { role: 'alt' }), block('Vault')], [block('Vault')])).toEqual([
      'Vault: picture name',
    ]);
    expect(labelled(body, [...body, block('Bolt Works logo', { role: 'alt' })])).toEqual([
      'Bolt Works logo: ',
    ]);
  });

  it('other language: the same page in another; not a price that only one of them shows', () => {
    const english = [
      'The board is for all of your teams, with the reports and the charts of your week.',
      'Pay for the plan with your card: $29 for the month, and you are done.',
    ];
    const german = [
      'Das Board ist für alle Teams, mit Berichten und nicht nur für eine Woche und das Jahr.',
      'Der Plan ist mit der Karte bezahlt: $29 für den Monat, und das ist nicht viel.',
    ];
    const side = (...parts: string[]): Block[] =>
      [...parts, ...parts].map((text, at) => block(`${text} ${at}`));
    expect(labelled(side(...english), side(...german)).every((row) => row.includes('other language'))).toBe(
      true,
    );
    const dearer = german.map((text) => text.replace('$29', '$39'));
    expect(labelled(side(...english), side(...dearer)).some((row) => !row.includes('other language'))).toBe(
      true,
    );
    expect(
      labelled(
        side(...english, 'The offer ends on June 1 and is for all.'),
        side(...german, 'Das Angebot endet am 1. Juni und ist für alle.'),
      ).some((row) => !row.includes('other language')),
    ).toBe(true);
    const both = english.flatMap((text, at) => [text, german[at] ?? '']);
    expect(labelled(side(...english), side(...both)).some((row) => row.includes('other language'))).toBe(
      false,
    );
    expect(
      labelled(side(...english), side(...english, 'The vault is new')).some((row) =>
        row.includes('other language'),
      ),
    ).toBe(false);
  });

  it('consent control: a button of its own, never a feature', () => {
    expect(rulesFor(null, 'Accept all')).toContain('consent control');
    expect(rulesFor(null, 'Nur notwendige Cookies')).toContain('consent control');
    expect(rulesFor(null, 'Manage')).toEqual([]);
    expect(rulesFor(null, 'Manage privacy requests of customers')).toEqual([]);
  });

  it('contents entry: repeats a heading of both sides; not a new heading', () => {
    const body = [block('How billing works', { role: 'h2' }), block('text')];
    expect(labelled(body, [block('How billing works', { role: 'li' }), ...body])).toEqual([
      'How billing works: contents entry',
    ]);
    expect(labelled(body, [block('How refunds work', { role: 'li' }), ...body])).toEqual([
      'How refunds work: ',
    ]);
    const entry = (href: string): Block =>
      block('How billing works', { role: 'li', links: [{ text: 'How billing works', href }] });
    expect(labelled([entry('https://r.example/help#billing'), ...body], body)).toContain(
      'How billing works: contents entry',
    );
    expect(labelled(body, [entry('https://r.example/billing'), ...body])).toContain('How billing works: ');
  });

  it('language list: English names count as choices only', () => {
    expect(rulesFor(null, 'Polish', { role: 'option' })).toEqual(['language list']);
    expect(rulesFor(null, 'Enterprise', { role: 'option' })).toEqual([]);
  });

  it('interface words: not in a row of a table', () => {
    expect(rulesFor(null, 'Copy link', { role: 'row', cells: ['Copy link'] })).toEqual([]);
  });

  it('counter: not what is held beside a price, on a page without headings either', () => {
    const sold = (teams: string, price: string) => [block(price), block(teams)];
    const moved = (price: string) =>
      labelled(sold('Trusted by 2,000 teams', price), sold('Trusted by 2,100 teams', price));
    expect(moved('$29 per month')).toEqual(['Trusted by 2,100 teams: ']);
    expect(moved('Ask us')).toEqual(['Trusted by 2,100 teams: counter']);
  });

  it('pager entry: the neighbour that came with its "Next"; not a link beside nothing', () => {
    expect(labelled([], list('nav', 'Next', 'First steps'))).toEqual([
      'Next: interface words',
      'First steps: pager entry',
    ]);
    expect(labelled(list('nav', 'Next'), list('nav', 'Next', 'First steps'))).toEqual(['First steps: ']);
  });

  it('missing furniture: a region that was not served; not a menu that was rebuilt or shortened', () => {
    const menu = list('nav', 'Home', 'Tools', 'Pricing', 'Docs', 'Jobs');
    const body = [block('text')];
    expect(labelled([...menu, ...body], body).every((row) => row.endsWith('missing furniture'))).toBe(true);
    expect(labelled([...menu, ...body], [...menu.slice(0, 4), ...body])).toEqual(['Jobs: ']);
    const rebuilt = list('nav', 'Start', 'Product', 'Plans', 'Learn', 'Careers');
    expect(labelled([...menu, ...body], [...rebuilt, ...body]).some((row) => row.includes('furniture'))).toBe(
      false,
    );
    const popup = list('dialog', 'Spring sale', 'Half price', 'For all teams', 'Get it', 'No thanks');
    expect(labelled(body, [...popup, ...body]).some((row) => row.includes('furniture'))).toBe(false);
    const footer = list('footer', 'About', 'Jobs', 'Press', 'Now only $9 a month', 'Imprint');
    expect(labelled(body, [...body, ...footer])).toContain('Now only $9 a month: ');
    expect(
      labelled(list('main', 'Home', 'Tools', 'Pricing', 'Docs'), []).some((row) => row.includes('furniture')),
    ).toBe(false);
  });

  it('statistics: a table renewed as a whole; not a price list', () => {
    const table = (values: readonly number[], unit: string): readonly Block[] =>
      html(
        `<h2>State</h2><table>${values.map((value, at) => `<tr><td>Item ${at}<td>${unit}${value}</tr>`).join('')}</table>`,
      );
    const [old, fresh] = [
      [61, 72, 83, 94, 95, 36],
      [62, 79, 99, 97, 99, 44],
    ];
    expect(labelled(table(old, ''), table(fresh, '')).every((row) => row.endsWith('statistics'))).toBe(true);
    expect(labelled(table(old, '$'), table(fresh, '$')).some((row) => row.includes('statistics'))).toBe(
      false,
    );
    expect(
      labelled(table([1, 2, 3], ''), table([4, 5, 6], '')).some((row) => row.includes('statistics')),
    ).toBe(false);
  });

  it('statistics: rows that join the table belong to it; not those of another, nor limits of plans', () => {
    const rows = (heading: string, values: readonly number[], more = ''): readonly Block[] =>
      html(
        `${heading}<table>${values.map((value, at) => `<tr><td>Item ${at}<td>${value}</tr>`).join('')}${more}</table>`,
      );
    const [old, fresh] = [
      [61, 72, 83, 94, 95, 36],
      [62, 79, 99, 97, 99, 44],
    ];
    const joined = '<tr><td>A new line<td>none</tr>';
    const heading = '<h2>State</h2>';
    expect(labelled(rows(heading, old), rows(heading, fresh, joined))).toContain(
      'A new line | none: statistics',
    );
    expect(labelled(rows('', old), rows('', fresh, joined))).toContain('A new line | none: statistics');
    const apart = html('<h2>Partners</h2><table><tr><td>A new line<td>none</tr></table>');
    expect(labelled(rows(heading, old), [...rows(heading, fresh), ...apart])).toContain(
      'A new line | none: ',
    );
    expect(labelled(rows(heading, old), [...rows(heading, fresh), block('A new text')])).toContain(
      'A new text: ',
    );
    const limits = '<h2>Limits of the plans</h2>';
    expect(labelled(rows(limits, old), rows(limits, fresh)).some((row) => row.includes('statistics'))).toBe(
      false,
    );
  });

  it('statistics: a release that joins the table, or is marked in it, is one of its rows; a word that differs is not', () => {
    const table = (values: readonly number[], first: string): readonly Block[] =>
      html(
        `<h2>Downloads</h2><table><tr>${first}</tr>${values.map((value, at) => `<tr><td>Item ${at}<td>${value}</tr>`).join('')}</table>`,
      );
    const [old, fresh] = [
      [6111, 7233, 8321, 9477, 9533],
      [6234, 7951, 9917, 9703, 9911],
    ];
    const joined = labelled(table(old, ''), table(fresh, '<td>v2.5.8<td>2021-10-31T11:38:03Z<td>13,675'));
    expect(joined.filter((row) => !row.endsWith('statistics'))).toEqual([]);
    const marked = labelled(table(old, '<td>v2.4.8<td>1,597'), table(fresh, '<td>v2.4.8 (p)<td>2,853'));
    expect(marked.filter((row) => !row.endsWith('statistics'))).toEqual([]);
    const worded = labelled(table(old, '<td>v2.4.8<td>1,597'), table(fresh, '<td>v2.4.8 withdrawn<td>2,853'));
    expect(worded.filter((row) => !row.endsWith('statistics'))).toHaveLength(1);
  });

  it('countdown: bare numbers beside units; not the offer they belong to', () => {
    const clock = (days: string, hours: string): Block[] => [
      block('Sale ends'),
      block(days),
      block('Days'),
      block(hours),
      block('Hours'),
    ];
    expect(labelled(clock('7', '10'), clock('6', '23'))).toEqual(['6: countdown', '23: countdown']);
    const comes = labelled([], clock('7', '10'));
    expect(comes).toContain('Sale ends: ');
    expect(comes).toContain('7: countdown');
    const last = (hours: string): Block[] => [block('Days'), block('Hours'), block(hours)];
    expect(labelled(last('10'), last('9'))).toEqual(['9: countdown']);
  });

  it('title echo: the title again in the body; not in a heading or a menu', () => {
    const head = block('Plans | Rival', { role: 'title', region: 'none' });
    expect(labelled([head], [head, block('Plans | Rival')])).toEqual(['Plans | Rival: title echo']);
    expect(labelled([head], [head, block('Plans | Rival', { role: 'h1' })])).toEqual(['Plans | Rival: ']);
    const renamed = block('Prices | Rival', { role: 'title', region: 'none' });
    expect(labelled([head], [renamed, block('Prices | Rival')])).toContain('Prices | Rival: ');
  });

  it("maker's credit: in the footer only", () => {
    expect(rulesFor(null, 'Powered by Sitemaker', { region: 'footer' })).toContain("maker's credit");
    expect(rulesFor(null, 'Powered by Sitemaker', { region: 'main' })).toEqual([]);
  });

  it('copyright line: not where one takes the place of another, which may name a new owner', () => {
    expect(
      labelled(list('footer', '© Rival Ltd.'), list('footer', '© Buyer Holding Group of Companies')),
    ).toEqual(['© Rival Ltd.: ', '© Buyer Holding Group of Companies: ']);
  });
});

describe('P9: no place, wording or company makes less than news of a term', () => {
  const TERMS = [
    'Prices rise to $59 per month',
    'Save 20% on every plan',
    'Start with a 14-day free trial',
    'The offer ends on June 30, 2027',
  ];
  /** A setting in which a rule would label any other text. */
  const SETTINGS: Record<string, (term: string) => { before?: Block[]; after: Block[] }> = {
    'consent region': (term) => ({ after: [block(term, { region: 'consent' })] }),
    'chat region': (term) => ({ after: [block(term, { region: 'chat' })] }),
    'consent words': (term) => ({
      after: list('main', 'We use cookies to serve you', 'Accept all', 'Manage your cookies here', term),
    }),
    furniture: (term) => ({ after: list('footer', 'About', 'Jobs', 'Press', 'Imprint', term) }),
    'contents entry': (term) => ({
      before: [block(term, { role: 'h2' })],
      after: [block(term, { role: 'h2' }), block(term, { role: 'li' })],
    }),
    'picture name': (term) => ({
      before: [block(term)],
      after: [block(term), block(term, { role: 'alt' })],
    }),
    'copyright line': (term) => ({ after: [block(`© Rival. ${term}`)] }),
    "maker's credit": (term) => ({ after: [block(`Made with ${term}`, { region: 'footer' })] }),
    leftovers: (term) => ({ after: [block(`Lorem ipsum dolor sit amet. ${term}`)] }),
    'widget notice': (term) => ({ after: [block(`Please try again: ${term}`)] }),
    'pager entry': (term) => ({ after: list('nav', 'Next', term) }),
    'machine mark': (term) => ({
      before: [block('Build 4.12.0.881')],
      after: [block(`Build 4.12.0.902. ${term}`)],
    }),
    'title echo': (term) => {
      const head = block(term, { role: 'title', region: 'none' });
      return { before: [head], after: [head, block(term)] };
    },
  };

  it.each(
    Object.entries(SETTINGS).flatMap(([name, setting]) => TERMS.map((term) => ({ name, term, setting }))),
  )('$name: $term', ({ term, setting }) => {
    const { before = [], after } = setting(term);
    for (const sides of [diff(before, after), diff(after, before)]) {
      const carrying = sides.filter((d) => `${d.before} ${d.after}`.includes(term));
      expect(carrying.flatMap((d) => d.labels)).toEqual([]);
      expect(carrying).not.toEqual([]);
    }
  });

  it.each(Object.entries(SETTINGS).filter(([name]) => name !== 'machine mark'))(
    '%s does label what carries no term',
    (_, setting) => {
      const { before = [], after } = setting('A word of ours');
      const labels = diff(before, after).map((d) => d.labels.length);
      expect(labels.every((count) => count > 0)).toBe(true);
    },
  );
});

it('every rule has a reason in words, a name of its own, and a test that it explains something', () => {
  expect(new Set(RULES.map((rule) => rule.name)).size).toBe(RULES.length);
  for (const rule of RULES) expect(rule.reason.split(' ').length).toBeGreaterThan(3);
});

describe('urgency', () => {
  const urgency = (before: string | null, after: string | null, more: Partial<Block> = {}): string | null => {
    const side = (text: string | null): Block[] => (text === null ? [] : [block(text, more)]);
    return diff(side(before), side(after))[0]?.urgency?.by ?? null;
  };

  it.each([
    ['Pro $29 a month', 'Pro $39 a month'],
    [null, '50% off all plans'],
    [null, 'Use code SPRING24 at checkout'],
    [null, '14-day free trial'],
    ['Offer until June 1, 2026', 'Offer until July 1, 2026'],
    [null, 'The old API will be discontinued'],
    ['Free plan for small teams', null],
    ['2 months free', '1 month free'],
    ['2.9% + 30¢ per transaction', '3.2% + 30¢ per transaction'],
    ['R$ 99 por mês', 'R$ 109 por mês'],
  ])('a perishable fact: %j -> %j', (before, after) => {
    expect(urgency(before, after)).toBe('fact');
  });

  it.each([
    [null, 'Vault'],
    ['We host in Rome now', 'We host in Oslo now'],
    [null, 'Our liability is limited to $500'],
    ['Pro for $29: boards and reports', 'Pro for $29: boards and charts'],
    ['© 2025 Rival', '© 2026 Rival'],
    [null, `${'A long clause of a contract. '.repeat(20)} A fee of $5 may apply.`],
  ])('can wait: %j -> %j', (before, after) => {
    expect(urgency(before, after)).toBeNull();
  });

  it('prices that all changed their currency can wait: the visitor may have been taken for another', () => {
    const cards = (sign: string): Block[] =>
      ['29', '49'].map((amount, at) => block(`Plan ${at} costs ${sign}${amount} a month`));
    expect(diff(cards('$'), cards('€')).map((d) => d.urgency)).toEqual([null, null]);
    expect(diff(cards('$'), cards('€')).every((d) => d.labels.length === 0)).toBe(true);
  });

  it('a price in another currency cannot wait where any amount of the page stayed in the old one', () => {
    const cards = (sign: string) => [
      block(`Solo ${sign}19`),
      block('Two hands at work'),
      block('A seat more is $5'),
    ];
    expect(diff(cards('$'), cards('€')).map((d) => d.urgency?.by)).toEqual(['fact']);
    expect(urgency('Solo $19', 'Solo €19')).toBe('fact');
  });

  it.each([
    ['You may also like', null, 'Walnut paddle £112.00', null],
    ['Ähnliche Produkte', 'Ahornbrett 39 €', null, null],
    ['おすすめ', null, 'ランプ ¥1,980', null],
    ['You may also like', 'Walnut paddle £112.00', 'Walnut paddle £96.00', 'fact'],
    ['Recommended plan', null, 'Pro $29 per month', 'fact'],
    ['Related integrations cost', null, 'Sync for $5 per month', 'fact'],
  ])('under "%s" %s -> %s', (...[heading, before, after, expected]) => {
    expect(urgency(before, after, { headings: [heading] })).toBe(expected);
  });

  it('a main heading or title alone is urgent as a heading', () => {
    expect(urgency('Plan your week', 'Own your week', { role: 'h1' })).toBe('heading');
    expect(urgency('Rival: plans', 'Other: plans', { role: 'title' })).toBe('heading');
    expect(urgency('Now $29', 'Now $19', { role: 'h1' })).toBe('fact');
  });
});

describe('typed values of a difference', () => {
  it('are those in the changed words', () => {
    const [found] = diff(
      [block('Pro: $29 a month, 10 projects, since June 1, 2020')],
      [block('Pro: $39 a month, 10 projects, since June 1, 2020')],
    );
    expect(found?.valuesBefore.map((value) => value.text)).toEqual(['$29']);
    expect(found?.valuesAfter.map((value) => value.text)).toEqual(['$39']);
  });

  it('also where the words around a number gave it another meaning', () => {
    const [found] = diff([block('Pro costs $29 per month')], [block('Pro costs $29 per year')]);
    expect(found?.valuesAfter).toMatchObject([{ type: 'money', amount: 29, period: 'year' }]);
  });
});
