import { news, offer, page, pick, prices, shows, type Trap } from './page.ts';

const PRAISE = [
  'They saved our mast for $40. A miracle.',
  'My sail is whole again.',
  'Best glue on the coast, worth $15 a pot.',
  'Quick, kind and dry.',
  'Our hull was done in a day, and for $60 less than next door.',
  'I would row there again.',
];
const POSTS = [
  'How to varnish in the rain',
  'Seven knots that hold',
  'A mast from Riga',
  'Why we left the plywood trade',
  'Copper or bronze?',
];
const USERS = ['Tidewater', 'Kelp & Sons', 'Northlight', 'Blue Heron', 'Pilots of Elsfleth'];

const turned = (list: readonly string[], n: number): string[] => list.map((_, at) => pick(list, at + n));
const quote = (text: string): string => `<blockquote>${text}</blockquote>`;
const post = (text: string): string =>
  `<li><a href="/blog/${text.replaceAll(/\W+/g, '-').toLowerCase()}">${text}</a></li>`;
const logo = (name: string): string =>
  `<img src="/logos/${name.replaceAll(/\W+/g, '-').toLowerCase()}.svg" alt="${name}">`;

/** What counts, ticks or takes turns within a page. */
export const TICKING: readonly Trap[] = [
  shows('relative time and render time', ({ n, changed }) =>
    page(
      `${offer(changed)}<p>Updated ${n + 2} hours ago</p><p>Rendered at 10:${String(10 + (n % 50))}:${String(n % 60).padStart(2, '0')}</p>`,
    ),
  ),
  shows('counters', ({ n, changed }) =>
    page(
      `${offer(changed)}<p>${12_040 + n} boats mended so far</p><p>${3 + (n % 7)} people are looking at this page</p>`,
    ),
  ),
  shows('testimonials with prices, shuffled', ({ n, changed }) =>
    page(
      `${prices(changed)}<section><h2>Praise</h2>${turned(PRAISE, n).map(quote).join('')}${news(changed)}</section>`,
    ),
  ),
  shows(
    'one of six testimonials, some with prices',
    ({ n, changed }) =>
      page(`${prices(changed)}<section><h2>Praise</h2>${quote(pick(PRAISE, n))}${news(changed)}</section>`),
    { never: /miracle|pot|row there|next door|Quick/ },
  ),
  shows(
    'related posts, two of five in turn',
    ({ n, changed }) =>
      page(
        `${prices(changed)}<aside><h2>Read next</h2><ul>${turned(POSTS, 2 * n)
          .slice(0, 2)
          .map(post)
          .join('')}${news(changed, 'li')}</ul></aside>`,
      ),
    { never: /varnish|knots|Riga|plywood|bronze/ },
  ),
  shows('logos, shuffled', ({ n, changed }) =>
    page(
      `${prices(changed)}<section><h2>Used by</h2>${turned(USERS, n).map(logo).join(' ')}${news(changed)}</section>`,
    ),
  ),
];
