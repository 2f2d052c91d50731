import { describe, expect, it } from 'vitest';
import { block, diff, judge } from './pages.ts';

const DAYS = ['June 1, 2027', 'March 1, 2027'] as const;
const heading = (label: string) => (day: string) => `<h3>${label}</h3><p>${day}</p>`;
const term = (label: string) => (day: string) => `<dl><dt>${label}</dt><dd><time>${day}</time></dd></dl>`;
const line = (label: string) => (day: string) => `<div>${label}</div><div>${day}</div>`;
const inRow = (label: string) => (day: string) =>
  `<table><tr><td>${label}</td><td>${day}</td></tr><tr><td>API v2</td><td>open</td></tr></table>`;
const inColumn = (label: string) => (day: string) =>
  `<table><tr><th>Product</th><th>${label}</th></tr><tr><td>API v1</td><td>${day}</td></tr></table>`;
const above = (label: string) => (day: string) => `<h4>${day}</h4><p>${label}</p>`;
const before = (label: string) => (day: string) => `<p>${label}: ${day}</p>`;

const datesOf = (shape: (day: string) => string, days: readonly [string, string] = DAYS) => {
  const { verdict, differences } = judge(shape(days[0]), shape(days[1]));
  const values = differences.flatMap((one) => [...one.valuesBefore, ...one.valuesAfter]);
  const roles = new Set(values.flatMap((value) => (value.type === 'date' ? [value.role] : [])));
  return { verdict, roles: [...roles], urgent: differences.every((one) => one.urgency?.by === 'fact') };
};

const ENDS = [
  'Shutdown of API v1',
  'Current prices valid until',
  'End of support',
  'Sunset date',
  'Deadline',
  'Offer ends',
  'Expires',
  'Due date',
  'Last day to order',
  'Abschaltung der API v1',
  'Aktuelle Preise gültig bis',
  'Anmeldeschluss',
  'Fin de support',
  'Date limite',
  'Fecha límite',
  'Cierre del servicio',
  'Data di scadenza',
  'Einde van de ondersteuning',
  'Data de fim do suporte',
  'Encerramento da API',
  'Wyłączenie API v1',
  'Oferta ważna do',
  'Sista dagen',
  'Tilbud slutter',
  'Gyldig til',
  'Tuki päättyy',
  'Ukončení podpory',
  'Ukončenie podpory',
  'A támogatás vége',
  'Închiderea API v1',
  'Son gün',
  'Отключение API v1',
  'Вимкнення API v1',
  'Λήξη προσφοράς',
  'サポート終了',
  '截止日期',
  '지원 종료',
  'انتهاء الدعم',
  'סיום התמיכה',
];

const STARTS = [
  'Effective date',
  'In force since',
  'New prices valid from',
  'Start date',
  'Gültig ab',
  'Inkrafttreten',
  'Entrée en vigueur',
  'Entrada en vigor',
  'Entrata in vigore',
  'Ingangsdatum',
  'Entrada em vigor',
  'Wejście w życie',
  'Ikraftträdande',
  'Træder i kraft',
  'Voimaantulo',
  'Datum účinnosti',
  'Dátum účinnosti',
  'Hatálybalépés',
  'Intrarea în vigoare',
  'Yürürlük tarihi',
  'Вступление в силу',
  'Набрання чинності',
  'Έναρξη ισχύος',
  '施行日',
  '生效日期',
  '시행일',
  'تاريخ السريان',
  'כניסה לתוקף',
];

describe('a day alone, with what it is the day of beside it', () => {
  it.each(ENDS)('ends something: %s', (label) => {
    for (const shape of [heading, term, line])
      expect(datesOf(shape(label))).toEqual({ verdict: 'tell', roles: ['end'], urgent: true });
  });

  it.each(STARTS)('begins something: %s', (label) => {
    for (const shape of [heading, term, line])
      expect(datesOf(shape(label))).toMatchObject({ verdict: 'tell', roles: ['effective'] });
  });

  it.each([
    ['the cell in front', inRow('Shutdown of API v1')],
    ['the column', inColumn('End of support')],
    [
      'the column, in front of all other cells',
      (day: string) =>
        `<table><tr><th>End of support</th><th>Product</th></tr><tr><td>${day}</td><td>API v1</td></tr></table>`,
    ],
    ['a row of days', (day: string) => `<table><tr><th>Deadline</th></tr><tr><td>${day}</td></tr></table>`],
    ['the text under a day that is a heading', above('Shutdown of API v1')],
    ['a label in front of it', before('Shutdown of API v1')],
    [
      'the heading, over a text that says nothing',
      (day: string) => `<h3>Sunset</h3><p>API v1</p><p>${day}</p>`,
    ],
    ['the label above two days', (day: string) => `<div>Offer ends</div><p>May 2, 2027</p><p>${day}</p>`],
  ])('ends something by %s', (_, shape) => {
    expect(datesOf(shape)).toEqual({ verdict: 'tell', roles: ['end'], urgent: true });
  });

  it.each([
    '1 June 2027|1 March 2027',
    '2027-06-01|2027-03-01',
    '1.6.2027|1.3.2027',
    'on June 1, 2027|on March 1, 2027',
    'June 1|March 1',
    'June 1, 2027, 17:00 UTC|March 1, 2027, 17:00 UTC',
  ])('however the day is written: %s', (both) => {
    const [was = '', is = ''] = both.split('|');
    expect(datesOf(heading('Shutdown'), [was, is])).toMatchObject({ verdict: 'tell', roles: ['end'] });
  });

  it('a day that joins a label that stood', () => {
    const { verdict, differences } = judge(
      '<h3>Shutdown of API v1</h3>',
      heading('Shutdown of API v1')(DAYS[0]),
    );
    expect(verdict).toBe('tell');
    expect(differences.map((one) => one.urgency?.by)).toEqual(['fact']);
  });
});

describe('a day that the page says of itself, or says nothing of, stays noise', () => {
  it.each([
    ['Last updated', heading('Last updated')],
    ['Last updated, in a list of terms', term('Last updated')],
    ['Published', line('Published')],
    ['Zuletzt aktualisiert', line('Zuletzt aktualisiert')],
    ['Mis à jour', line('Mis à jour')],
    [
      'Last updated under a heading of an end',
      (day: string) => `<h3>Shutdown</h3><p>Last updated</p><p>${day}</p>`,
    ],
    ['Today', line('Today')],
    ['Our news from Rome', heading('Our news from Rome')],
    ['Weekend trips', heading('Weekend trips')],
    ['Front-end notes', heading('Front-end notes')],
    ['Getting started', heading('Getting started')],
    ['prose above', line('Whoever asked about the end of support for our oldest boards has an answer')],
    ['in front', before('Last updated')],
  ])('%s', (_, shape) => {
    expect(datesOf(shape)).toMatchObject({ verdict: 'noise' });
  });

  it('a column that says nothing', () => {
    expect(datesOf(inColumn('Seen'))).toMatchObject({ roles: ['other'], urgent: false });
  });

  it('a day that is a heading over nothing', () => {
    const side = (day: string) => [block('End of support'), block(day, { role: 'h3' })];
    const rules = diff(side(DAYS[0]), side(DAYS[1])).flatMap(({ labels }) => labels.map(({ rule }) => rule));
    expect([...new Set(rules)]).toEqual(['passing time']);
  });

  it('an equal day in another form', () => {
    expect(datesOf(heading('Shutdown'), ['June 1, 2027', '1 June 2027']).verdict).not.toBe('tell');
  });

  it('the day of the page beside a day of an end that stood', () => {
    const shape = (day: string) => `<h3>Shutdown</h3><p>June 1, 2027</p><h3>Last updated</h3><p>${day}</p>`;
    expect(datesOf(shape)).toMatchObject({ verdict: 'noise', roles: ['other'] });
  });
});
