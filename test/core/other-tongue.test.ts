import { describe, expect, it } from 'vitest';
import { languageFlip } from '../../src/core/labels/languages.ts';
import { block, diff } from './pages.ts';

const PAGE: Record<string, readonly string[]> = {
  en: [
    'The plan for your team is here and it is made for you.',
    'Try it with your people for 14 days of free trial.',
    '$29 per month, and you are done with it.',
  ],
  pl: [
    'Plan dla zespołu jest tu i nie jest drogi dla firm.',
    'Wypróbuj do 14 dni za darmo, bez karty i na każdym planie.',
    '$29 miesięcznie, i to się nie zmieni do końca roku.',
  ],
  he: [
    'התוכנית לצוות שלכם כאן והיא נבנתה בשבילכם במיוחד',
    'נסו אותה עם כל האנשים 14 ימי ניסיון חינם',
    '$29 לחודש וזה הכול בלי הפתעות',
  ],
  ja: [
    'あなたのチームのためのプランです。ここから始めましょう。',
    '14日間の無料トライアルですべての機能をお試しください。',
    '月額 $29 で、追加の費用はかかりません。',
  ],
  ru: [
    'План для вашей команды, и он не для всех, но для вас.',
    'Пробный период 14 дней на все функции и для всех.',
    '$29 в месяц, и это всё, что вы платите.',
  ],
  tr: [
    'Bu plan ekibiniz için ve bir tek sizin için yapıldı.',
    'Ekip ile 14 gün ücretsiz deneme, bu da kart için değil.',
    '$29 ayda ve bu kadar, daha bir şey yok.',
  ],
  da: [
    'Planen er til dit hold og det er ikke for alle som er her.',
    'Prøv det med dit hold i 14 dage på prøve og gratis.',
    '$29 om måneden og det er alt som vi vil have.',
  ],
  nb: [
    'Planen er til laget ditt og det er ikke for alle som er her.',
    'Prøv det med laget ditt i 14 dager på prøve og gratis.',
    '$29 i måneden og det er alt som vi vil ha.',
  ],
};
const side = (tongue: string, change = (text: string): string => text) =>
  Array.from({ length: 6 }, (_, at) =>
    (PAGE[tongue] ?? []).map((text) => block(change(`${text} ${at}`))),
  ).flat();
const told = (before: ReturnType<typeof side>, after: ReturnType<typeof side>): string[] =>
  diff(before, after).flatMap((d) => (d.labels.length === 0 ? [d.after ?? d.before ?? ''] : []));

describe('a page that came in another language', () => {
  it.each([
    ['he', 'en'],
    ['en', 'ja'],
    ['pl', 'en'],
    ['ru', 'tr'],
    ['tr', 'pl'],
    ['ja', 'ru'],
  ])('%s -> %s is no news', (from, to) => {
    expect(told(side(from), side(to))).toEqual([]);
  });

  it('a price, a trial that the other language does not show is', () => {
    expect(
      told(
        side('he'),
        side('en', (text) => text.replace('$29', '$39')),
      ),
    ).not.toEqual([]);
    expect(
      told(
        side('en'),
        side('pl', (text) => text.replace('14 dni za darmo', '7 dni za darmo')),
      ),
    ).not.toEqual([]);
  });

  it('a page of another shape is, and so is one of which a part is translated', () => {
    expect(told(side('he'), side('en').slice(0, 6))).not.toEqual([]);
    expect(told(side('pl'), [...side('pl'), ...side('en')])).not.toEqual([]);
  });

  it('close relatives are told apart by nothing that we know', () => {
    expect(languageFlip((PAGE['da'] ?? []).join(' '), (PAGE['nb'] ?? []).join(' '), 3)).toBeNull();
  });

  it('a text without words has no language', () => {
    expect(languageFlip('', '', 1)).toBeNull();
    expect(languageFlip('12 34', 'the and of', 1)).toBeNull();
  });
});
