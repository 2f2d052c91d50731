import { expect, test } from 'vitest';
import { judgeHealth } from '../../src/core/health/health.ts';
import { readPage } from '../../src/core/read/read-page.ts';
import { bytes } from './pages.ts';

// P5 the other way round: what only looks like a wall, a login, an error or an empty shell is a page, and is read.

const MANY = [
  'Teams plan their releases with it, from the first sketch to the last invoice of the quarter.',
  'Every board keeps its own history, so that nobody has to ask twice who decided what and when.',
  'Reports are sent on Monday morning, and the numbers in them come straight from the boards.',
  'Our people answer in the language of the question, usually before the coffee has gone cold.',
  'Import from a spreadsheet takes a minute; export gives back exactly what went in, and more.',
  'The mobile app keeps working in tunnels and on planes, and catches up when the net returns.',
  'Administrators see who has access to which board, and can end a session with one click.',
];
const body = MANY.map((line) => `<p>${line}</p>`).join('');
const full = (title: string, main: string): string =>
  `<!doctype html><html><head><title>${title}</title></head><body><nav><a href="/">Home</a></nav><main>${main}${body}</main><footer><p>Rival Ltd</p></footer></body></html>`;
const short = (title: string, main: string): string =>
  `<!doctype html><html><head><title>${title}</title></head><body><main>${main}</main></body></html>`;
const heavy = `<script>${'let a=1;'.repeat(9000)}</script>`;

test.each<[string, string]>([
  [
    'an article about captchas',
    full(
      'What is a CAPTCHA?',
      '<h1>What is a CAPTCHA?</h1><p>Verify you are human: the box that everybody knows.</p>',
    ),
  ],
  ['a product that solves captchas', full('Captcha solver', '<h1>Enter the characters, automatically</h1>')],
  [
    'a bot protection that is sold',
    full(
      'Bot protection',
      '<h1>Stop bots with a checking page</h1><p>Checking your browser before accessing takes a second.</p>',
    ),
  ],
  [
    'a page on DDoS protection',
    full('DDoS protection by Rival', '<h1>Just a moment of downtime costs thousands</h1>'),
  ],
  [
    'a status page',
    full(
      'Rival status',
      '<h1>All systems operational</h1><p>Scheduled maintenance: none. 503 Service Unavailable was seen on 3 March.</p>',
    ),
  ],
  [
    'a status page of few words',
    short('Rival status', '<h1>All systems operational</h1><p>API: up</p><p>Web: up</p>'),
  ],
  [
    'a changelog that mends a 404',
    full('Changelog', '<h1>Changelog</h1><p>Fixed: page not found when a board is renamed (404).</p>'),
  ],
  [
    'a reference of HTTP errors',
    full(
      'HTTP status 404 Not Found',
      '<h1>HTTP status codes</h1><p>404 Not Found: the page does not exist.</p><p>403 Forbidden.</p><p>500 Internal Server Error.</p>',
    ),
  ],
  ['a product called 404', full('404 Media', '<h1>404 Media tells what others do not</h1>')],
  ['a room with the number 404', full('Room 404', '<h1>Room 404, with a view of the harbour</h1>')],
  [
    'a maintenance service',
    full(
      'Boiler maintenance',
      '<h1>Maintenance for boilers</h1><p>We are currently looking after 900 boilers.</p>',
    ),
  ],
  [
    'a short page of a maintenance service',
    short(
      'Boiler maintenance',
      '<h1>Boiler maintenance</h1><p>We come once a year. From 90 € per visit.</p>',
    ),
  ],
  [
    'a page with a login in its header',
    full(
      'Rival',
      '<form><input type=password placeholder=Password><button>Log in</button></form><h1>Boards for crews</h1>',
    ),
  ],
  [
    'a single sign-on that is sold',
    full(
      'Single sign-on',
      '<h1>Sign in once</h1><p>Please log in to continue: your users will never read this again.</p>',
    ),
  ],
  [
    'a login page that is watched as such',
    short(
      'Log in to Rival',
      '<h1>Welcome back</h1><p>New: log in with a passkey. Plans start at $29 per month.</p><a href="/pricing">Pricing</a>',
    ),
  ],
  [
    'a privacy policy about cookies',
    full(
      'Cookie policy',
      '<h1>Cookie policy</h1><p>We use cookies to remember you. You can accept or reject them.</p>',
    ),
  ],
  [
    'a page with a cookie bar',
    full(
      'Rival',
      '<div id="cookie-banner"><p>We use cookies. Accept all?</p><button>Accept all</button></div><h1>Boards for crews</h1>',
    ),
  ],
  [
    'a consent product that is sold',
    full(
      'Consent management',
      '<h1>Consent banners that people like</h1><p>Accept all cookies, or choose.</p>',
    ),
  ],
  [
    'a broker of domains',
    full('Domains for sale', '<h1>Buy a domain</h1><p>This domain is for sale: 900 others are too.</p>'),
  ],
  ['an article on parked domains', full('What is a parked domain?', '<h1>What is a parked domain?</h1>')],
  ['a page in little text and much script', full('Rival', `${heavy}<h1>Boards for crews</h1>`)],
  [
    'a small page that runs without script too',
    short(
      'Rival',
      '<noscript>Please enable JavaScript for the map.</noscript><h1>Harbour map</h1><p>Berths from 20 € per night, open from May to October.</p><p>Call us, or write a letter.</p>',
    ),
  ],
  ['a short price list', short('Prices', '<h1>Prices</h1><p>Solo $9</p><p>Team $29</p>')],
  [
    'a careers page without roles',
    short('Jobs', '<h1>Jobs</h1><p>No open positions right now. Write to us anyway.</p>'),
  ],
  [
    'a page that is only a table',
    short('Limits', '<table><tr><th>Plan<th>Seats</tr><tr><td>Solo<td>1</tr></table>'),
  ],
  [
    'an error budget that is explained',
    full('Error budgets', '<h1>An error occurred: what now?</h1><p>Something went wrong is no message.</p>'),
  ],
  [
    'a page on redirects',
    full(
      'Redirects',
      '<h1>If you are not redirected</h1><p>Click here if you are not redirected is bad style.</p>',
    ),
  ],
  [
    'a page on rate limits',
    full('Rate limits', '<h1>Too many requests</h1><p>429 Too Many Requests: slow down.</p>' + body + body),
  ],
  [
    'a page on access',
    full('Access control', '<h1>Access denied, on purpose</h1><p>Who may see which board.</p>'),
  ],
  [
    'a page on Cloudflare',
    full(
      'Rival and Cloudflare',
      '<h1>We use Cloudflare</h1><p>Ray ID: shown on each error page. Attention Required!</p>',
    ),
  ],
  [
    'a German page on upkeep',
    full('Wartung', '<h1>Wartungsarbeiten planen</h1><p>Seite nicht gefunden war gestern.</p>'),
  ],
  ['a Japanese price page', full('料金', '<h1>料金プラン</h1><p>月額1,980円から。メンテナンス不要。</p>')],
  [
    'a page behind an age that is asked in passing',
    full('Wines', '<h1>Wines</h1><p>You must be 18 to order.</p>'),
  ],
])('%s', (_, html) => {
  const url = 'https://rival.example/page';
  const answer = { status: 200, finalUrl: url, hops: [], headers: {}, body: bytes(html) };
  const reading = readPage({ body: answer.body, contentType: 'text/html', url, scope: null });
  expect(judgeHealth({ answer, reading, last: null })).toEqual({ health: 'page' });
});
