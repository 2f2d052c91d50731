import { describe, expect, it } from 'vitest';
import { block, diff, rulesFor } from './pages.ts';

const TABLE: Record<string, { explains: [string, string][]; leaves: [string, string][] }> = {
  'opening state': {
    explains: [
      ['Open now · closes at 16:30', 'Closed · opens tomorrow at 08:00'],
      [
        'Hotline 0431 5550 118 Heute bis 20 Uhr für Sie da',
        'Hotline 0431 5550 118 Wir sind ab 8 Uhr wieder für Sie da',
      ],
      [
        "Tél. 01 55 Ouvert aujourd'hui jusqu'à 18 h",
        'Tél. 01 55 Fermé actuellement – réouverture lundi à 9 h',
      ],
      ['Otwarte dziś do 18:00', 'Zamknięte, otwieramy jutro o 8:00'],
      ['Сейчас открыто до 20:00', 'Сейчас закрыто, откроемся завтра в 9:00'],
      ['Öppet nu till 18', 'Stängt, öppnar i dag kl 10'],
      ['ただいま営業中 18時まで', '本日休業'],
    ],
    leaves: [
      ['Open Monday to Friday 9–18', 'Open Monday to Friday 10–16'],
      ['Open now · closes at 16:30', 'Closed for good, thank you all'],
      ['Applications open today until 18:00', 'Applications closed today'],
      ['Sign-ups: open', 'Sign-ups: closed'],
      ['Opens tomorrow', 'Open now'],
      ['Open until 18:00', 'Open until 20:00'],
      ['Support today until 18:00', 'Support today until 16:00'],
    ],
  },
  "visitor's place": {
    explains: [
      ['8 800 555-00-64 Ваш город: Москва', '8 800 555-00-64 Ваш город: Казань'],
      ['Your city: San Jose', 'Your city: Boston'],
      ['Ship to: United Kingdom (GBP £)', 'Ship to: Germany (GBP £)'],
      ['Lieferung nach: Österreich', 'Lieferung nach: Schweiz'],
      ['Kraj: Polska', 'Kraj: Niemcy'],
    ],
    leaves: [
      ['Ship to: Germany', 'Ship to: Germany and Austria'],
      ['We ship to Germany for free', 'We ship to France for free'],
      ['Ship to: Germany', 'Ship to: everywhere'],
      ['Our city: Boston', 'Our city: Austin'],
      ['Hosting region: Germany', 'Region of data: France'],
      ['Your city: Boston', 'Your town: Boston'],
    ],
  },
  'rendered by': {
    explains: [
      [
        'Stránka vygenerována za 0,0412 s, server web07. Počet návštěv: 2 481 907',
        'Stránka vygenerována za 0,0378 s, server web03. Počet návštěv: 2 483 115',
      ],
      ['Seite generiert in 0.12 s (node-4)', 'Seite generiert in 0.48 s (node-11)'],
    ],
    leaves: [
      ['Reports generated in 12 minutes by us', 'Reports generated in 5 seconds by us'],
      ['Answered in 0,04 s, server web07', 'Answered in 0,03 s, server web03'],
    ],
  },
  'name day': {
    explains: [
      ['Dnes je středa 11. března 2026, svátek má Anděla', 'Dnes je pátek 13. března 2026, svátek má Růžena'],
      ['Dziś imieniny: Konstantego i Benedykta', 'Dziś imieniny: Bożeny'],
    ],
    leaves: [
      ['Dnes je středa, svátek má Anděla', 'Zavřeno do pátku, svátek má Růžena'],
      ['Dnes svátek má Anděla', 'Dnes svátek má Anděla a sleva 20 %'],
      ['Dnes je středa 11. března 2026', 'Akce platí pátek 13. března 2026'],
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

describe('opening state in blocks of its own', () => {
  const inFooter = (text: string) => [block(text, { region: 'footer', headings: ['Hilfe'] })];
  const rules = (before: string, after: string, place = inFooter): string[] =>
    diff(inFooter(before), place(after)).flatMap((d) => d.labels.map((label) => label.rule));

  it('one left its place and the other came to it', () => {
    expect(new Set(rules('Heute geöffnet: 08:00–18:00 Uhr', 'Heute geschlossen'))).toEqual(
      new Set(['opening state']),
    );
  });

  it('where one of them alone says now, the other has to say the opposite', () => {
    expect(new Set(rules('Heute geöffnet: 08:00–18:00 Uhr', 'Geschlossen'))).toEqual(
      new Set(['opening state']),
    );
    expect(rules('Heute geschlossen', 'Geschlossen')).toEqual([]);
  });

  it('not one that only left, or came elsewhere, or gave way to a sentence', () => {
    expect(rulesFor('Heute geschlossen', null)).toEqual([]);
    expect(rules('Heute geschlossen', 'Heute neu: das Lager in Kiel')).toEqual([]);
    expect(rules('Heute geöffnet: 08:00–18:00 Uhr', 'Heute geschlossen', (text) => [block(text)])).toEqual(
      [],
    );
  });
});
