import { describe, expect, it } from 'vitest';
import { judgeHealth } from '../../src/core/health/health.ts';
import { bytes, page, read, URL_OF_PAGE } from './pages.ts';

const MENU = `<header><nav>${Array.from({ length: 60 }, (_, at) => `<li>Department number ${at} of the shop</li>`).join('')}</nav></header>`;
/** The site's own frame of 2,000 characters around a few words. */
const dressed = (heading: string, text = 'x'): string =>
  `<title>${heading} | Rival</title>${MENU}<main><h1>${heading}</h1><p>${text}</p></main>`;

function said(html: string, last: number | null = 9000): string {
  const answer = { status: 200, finalUrl: URL_OF_PAGE, hops: [], headers: {}, body: bytes(html) };
  const health = judgeHealth({
    answer,
    reading: read(html),
    last: last === null ? null : { textLength: last },
  });
  return health.health === 'page' ? 'page' : `${health.health}: ${health.kind}`;
}

it.each([
  'Pagina non trovata',
  'Pagina niet gevonden',
  'Página não encontrada',
  'Nie znaleziono strony',
  'Przepraszamy, strona nie istnieje',
  'Sidan hittades inte',
  'Siden findes ikke',
  'Fant ikke siden',
  'Sivua ei löytynyt',
  'Stránka nebyla nalezena',
  'Stránka neexistuje',
  'Az oldal nem található',
  'Pagina nu a fost găsită',
  'Sayfa bulunamadı',
  'Страница не найдена',
  '404: Сторінку не знайдено',
  'Η σελίδα δεν βρέθηκε',
  'ページが見つかりません',
  '页面不存在',
  '페이지를 찾을 수 없습니다',
  'الصفحة غير موجودة',
  'הדף לא נמצא',
])('a soft 404 in the design of the site: %s', (heading) => {
  expect(said(dressed(heading))).toBe('gone: soft 404');
});

it.each([
  'アクセスが集中しております',
  'ただいまメンテナンス中です',
  'Wir sind bald wieder da',
  'Service temporairement indisponible',
  'Sito in manutenzione',
  'Przerwa techniczna',
  'Ведутся технические работы',
  'Probíhá údržba',
  'Bakım çalışması',
  '系统维护中',
  '서비스 점검 중입니다',
  'Too many requests',
  'Oops! Something went wrong',
  'Ha ocurrido un error',
])('a site that cannot answer now, in its own design: %s', (heading) => {
  expect(said(dressed(heading))).toBe('failed: maintenance');
});

it('a notice alone, a wall, a login', () => {
  expect(said('<p>Ведутся технические работы</p><p>Спасибо за терпение</p>', null)).toBe(
    'failed: maintenance',
  );
  expect(said('<h1>Проверка</h1><p>Подтвердите, что вы не робот</p>', null)).toBe('blocked: bot wall');
  expect(said(dressed('Zaloguj się', '<input type=password placeholder=Hasło>'))).toBe('blocked: login');
  expect(said('<h1>Вход</h1><p>Войти</p><input type=password placeholder=Пароль>', null)).toBe(
    'blocked: login',
  );
});

describe('still the page', () => {
  it.each([
    ['a plan of maintenance', 'Maintenance plans for your boiler'],
    ['an article on errors', 'Jak naprawić błąd: nie znaleziono strony'],
    ['a service that logs', 'Log in to everything: single sign-on'],
    ['a heading in any language', 'Обслуживание техники'],
  ])('%s', (_, heading) => {
    expect(said(dressed(heading), 3000)).toBe('page');
  });

  it('a full page under a heading that only sounds so', () => {
    expect(
      said(
        page('<h1>Something went wrong</h1>', '<title>Stories | Rival</title>').replace(
          '</body>',
          `${'<p>We tell how it went on from there.</p>'.repeat(60)}</body>`,
        ),
        3000,
      ),
    ).toBe('page');
  });

  it('a long page with a login in it', () => {
    expect(said(page('<h1>Log in</h1><input type=password placeholder=Password>'), null)).toBe('page');
  });
});
