import { type Line, say, wire, stub, PAGE, towards } from './row.ts';

/** Another page of the same site. */
const OTHER = PAGE.replaceAll('Plans', 'News');

/** Rows 31 to 35: where redirects lead. */
export const REDIRECT_ROWS: readonly Line[] = [
  ...[301, 302, 303, 307, 308].map((status): Line => [
    31,
    `${status}, relative`,
    towards(say(status, { location: '?there' })),
    200,
    'unchanged',
  ]),
  [31, 'a fragment', towards(say(301, { location: '?there#plans' })), 200, 'unchanged'],
  [
    31,
    'an absolute address',
    towards((asked, response) =>
      say(302, { location: `http://${asked.headers.host}${asked.path}?there` })(asked, response),
    ),
    200,
    'unchanged',
  ],
  [
    31,
    'an address without its scheme',
    towards((asked, response) =>
      say(302, { location: `//${asked.headers.host}${asked.path}?there` })(asked, response),
    ),
    200,
    'unchanged',
  ],
  [31, 'the same Location twice', towards(say(302, { location: ['?there', '?there'] })), 200, 'unchanged'],
  [
    31,
    'a redirect body that breaks off',
    towards(wire('HTTP/1.1 302 Found\r\nLocation: ?there\r\nContent-Length: 999\r\n\r\nshort')),
    200,
    'unchanged',
  ],
  [31, 'no Location', say(302), 302, 'failed'],
  [31, '300 with choices', say(300, {}, PAGE), 300, 'failed'],
  [31, 'an empty Location', say(302, { location: '' }), 'redirects', 'failed'],
  [31, 'two Locations that differ', say(302, { location: ['?there', '?here'] }), 'redirects', 'failed'],
  [31, 'a Location that is no address', say(302, { location: 'http://[/' }), 'redirects', 'failed'],
  [31, 'another scheme', say(302, { location: 'ftp://example.com/' }), 'refused', 'failed'],
  [31, 'a script', say(302, { location: 'javascript:alert(1)' }), 'refused', 'failed'],
  [31, 'a private address', say(302, { location: 'http://10.0.0.1/' }), 'refused', 'failed'],
  [31, 'metadata', say(302, { location: 'http://169.254.169.254/latest/' }), 'refused', 'failed'],
  [
    31,
    'meta refresh, which is not followed',
    say(200, {}, `<meta http-equiv="refresh" content="0;url=?there">${stub('Redirecting')}`),
    200,
    'failed',
  ],
  [34, 'a redirect to itself', say(302, { location: '?' }), 'redirects', 'failed'],
  [
    34,
    'twenty hops',
    (asked, response) => {
      const hop = Number(/\d+$/.exec(asked.path.split('?')[1] ?? '')?.[0] ?? 0);
      const next = hop < 20 ? say(302, { location: `?hop=${hop + 1}` }) : say(200, {}, PAGE);
      next(asked, response);
    },
    'redirects',
    'failed',
  ],
  [
    35,
    'to a login',
    say(302, { location: '/login?next=%2Fpricing' }),
    200,
    'blocked',
    { also: { path: '/login', html: OTHER } },
  ],
  [
    33,
    'to another page',
    say(301, { location: '/news' }),
    200,
    'gone',
    { also: { path: '/news', html: OTHER } },
  ],
];
