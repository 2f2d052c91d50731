/**
 * Sixty lives of a pair of validators. A server answers 200 with version 1 and these headers; the next visit sends what it may,
 * gets the second answer, and the visit after that sends what it may then.
 */
export interface ValidatorCase {
  readonly what: string;
  readonly first: Given;
  /** What the second visit sends. */
  readonly sends: Sends;
  /** The second answer; `shows` is the version in a 200's body, null where nothing could be read. */
  readonly second: Given & { readonly status: 200 | 304; readonly shows?: 1 | 2 | null };
  /** The version that the second row's validators vouch for. */
  readonly vouches: 1 | 2 | null;
  /** What the third visit sends. */
  readonly sendsNext: Sends;
}

export interface Given {
  readonly etag?: string | string[];
  readonly modified?: string | string[];
}

export type Sends = 'both' | 'tag' | 'date' | 'nothing';

const MARCH = 'Tue, 05 Mar 2024 10:00:00 GMT';
const APRIL = 'Fri, 05 Apr 2024 10:00:00 GMT';
const LATER = 'Tue, 05 Mar 2999 10:00:00 GMT';
const LONG = `"${'x'.repeat(510)}"`;

type Line = readonly [
  what: string,
  first: Given,
  sends: Sends,
  second: ValidatorCase['second'],
  vouches: ValidatorCase['vouches'],
  sendsNext: Sends,
];

/** The tag comes back on a 304, and the page is free for ever after. */
const kept = (what: string, etag: string): Line => [what, { etag }, 'tag', { status: 304, etag }, 1, 'tag'];

/** The tag is not one, so the page is read whole each time. */
const dropped = (what: string, etag: string | string[]): Line => [
  what,
  { etag },
  'nothing',
  { status: 200, etag, shows: 1 },
  1,
  'nothing',
];

const dated = (what: string, modified: string): Line => [
  what,
  { modified },
  'date',
  { status: 304, modified },
  1,
  'date',
];

const undated = (what: string, modified: string | string[]): Line => [
  what,
  { modified },
  'nothing',
  { status: 200, modified, shows: 1 },
  1,
  'nothing',
];

const LINES: readonly Line[] = [
  // How a tag may be written (RFC 9110 8.8.3), and how it is written all the same.
  kept('a strong tag', '"a1"'),
  kept('a weak tag', 'W/"a1"'),
  kept('a weak tag in lower case', 'w/"a1"'),
  kept('the -gzip of Apache', '"5e-61-gzip"'),
  kept('a weak -gzip', 'W/"5e-61-gzip"'),
  kept('the --gzip of Jetty', '"5e-61--gzip"'),
  kept('a tag without quotes', 'a1'),
  kept('a weak tag without quotes', 'W/a1'),
  kept('a tag with one quote', '"a1'),
  kept('a tag in single quotes', "'a1'"),
  kept('an empty tag', '""'),
  kept('a tag with a comma in its quotes', '"a,1"'),
  kept('a star in quotes', '"*"'),
  kept('a tag with a blank', '"a 1"'),
  kept('a backslash, which escapes nothing', '"a\\1"'),
  kept('a tag like a header', '"x: y; z=1"'),
  kept('a tag like SQL', `"' or 1=1 --"`),
  kept('512 characters', LONG),
  dropped('513 characters', `${LONG}x`),
  dropped('600 characters', 'x'.repeat(600)),
  dropped('no characters', ''),
  dropped('a bare star, which means any page there is', '*'),
  dropped('two tags in one line', '"a1", "b1"'),
  dropped('a tag and a star in one line', '"a1", *'),
  dropped('two tags without quotes', 'a1,b1'),
  dropped('two lines that differ', ['"a1"', '"b1"']),
  dropped('beyond ASCII', '"\u00e9"'),
  dropped('a tab', '"a\t1"'),
  // How a date may be written (RFC 9110 5.6.7).
  dated('a date', MARCH),
  dated('a date of RFC 850', 'Tuesday, 05-Mar-24 10:00:00 GMT'),
  dated('a date of asctime', 'Tue Mar  5 10:00:00 2024'),
  dated('a date to come', LATER),
  dated('the beginning of time', 'Thu, 01 Jan 1970 00:00:00 GMT'),
  dated('a day of one digit', 'Tue, 5 Mar 2024 10:00:00 GMT'),
  dated('a zone in digits', 'Tue, 05 Mar 2024 10:00:00 +0000'),
  undated('a word', 'yesterday'),
  undated('a word that a lenient parser takes for 2001', 'later 5'),
  undated('a zero', '0'),
  undated('a negative number', '-1'),
  undated('seconds since 1970', '1709632800'),
  undated('a day that there is not', 'Sat, 31 Feb 2024 10:00:00 GMT'),
  undated('a date of ISO 8601', '2024-03-05T10:00:00Z'),
  undated('a date and a tail', `${MARCH} or so`),
  undated('two dates', [MARCH, APRIL]),
  // One, both, neither.
  [
    'both',
    { etag: '"a"', modified: MARCH },
    'both',
    { status: 304, etag: '"a"', modified: MARCH },
    1,
    'both',
  ],
  ['neither', {}, 'nothing', { status: 200, shows: 1 }, 1, 'nothing'],
  ['a tag that is none beside a date', { etag: '*', modified: MARCH }, 'date', { status: 304 }, 1, 'date'],
  ['a date that is none beside a tag', { etag: '"a"', modified: '0' }, 'tag', { status: 304 }, 1, 'tag'],
  // What a 304 says of them (RFC 9110 15.4.5).
  ['a 304 that says nothing', { etag: '"a"', modified: MARCH }, 'both', { status: 304 }, 1, 'both'],
  [
    'a 304 with the tag alone',
    { etag: '"a"', modified: MARCH },
    'both',
    { status: 304, etag: '"a"' },
    1,
    'both',
  ],
  [
    'a 304 with the date alone',
    { etag: '"a"', modified: MARCH },
    'both',
    { status: 304, modified: MARCH },
    1,
    'both',
  ],
  [
    'a 304 dated anew',
    { etag: '"a"', modified: MARCH },
    'both',
    { status: 304, etag: '"a"', modified: APRIL },
    1,
    'both',
  ],
  ['a 304 with a strong tag weakened', { etag: '"a"' }, 'tag', { status: 304, etag: 'W/"a"' }, 1, 'tag'],
  ['a 304 with a weak tag made strong', { etag: 'W/"a"' }, 'tag', { status: 304, etag: '"a"' }, 1, 'tag'],
  ['another tag on a 304', { etag: '"a"' }, 'tag', { status: 304, etag: '"b"' }, null, 'nothing'],
  [
    'the tag without its -gzip on a 304',
    { etag: '"a-gzip"' },
    'tag',
    { status: 304, etag: '"a"' },
    null,
    'nothing',
  ],
  [
    'another date on a 304, and no tag',
    { modified: MARCH },
    'date',
    { status: 304, modified: APRIL },
    null,
    'nothing',
  ],
  ['a first tag on a 304', { modified: MARCH }, 'date', { status: 304, etag: '"a"' }, null, 'nothing'],
  [
    'a tag of 600 characters on a 304',
    { etag: '"a"' },
    'tag',
    { status: 304, etag: 'x'.repeat(600) },
    1,
    'tag',
  ],
  // What a 200 says of them.
  ['another tag on another text', { etag: '"a"' }, 'tag', { status: 200, etag: '"b"', shows: 2 }, 2, 'tag'],
  ['another tag on the same text', { etag: '"a"' }, 'tag', { status: 200, etag: '"b"', shows: 1 }, 1, 'tag'],
  ['the same tag on the same text', { etag: '"a"' }, 'tag', { status: 200, etag: '"a"', shows: 1 }, 1, 'tag'],
  [
    'the same tag on another text: a liar',
    { etag: '"a"' },
    'tag',
    { status: 200, etag: '"a"', shows: 2 },
    null,
    'nothing',
  ],
  [
    'the same date on another text: a liar',
    { modified: MARCH },
    'date',
    { status: 200, modified: MARCH, shows: 2 },
    null,
    'nothing',
  ],
  [
    'another date on another text',
    { modified: MARCH },
    'date',
    { status: 200, modified: APRIL, shows: 2 },
    2,
    'date',
  ],
  [
    'a new tag on a text that could not be read',
    { etag: '"a"' },
    'tag',
    { status: 200, etag: '"b"', shows: null },
    null,
    'nothing',
  ],
  [
    'the same tag on a text that could not be read',
    { etag: '"a"' },
    'tag',
    { status: 200, etag: '"a"', shows: null },
    1,
    'tag',
  ],
  ['a tag in place of a date', { modified: MARCH }, 'date', { status: 200, etag: '"b"', shows: 2 }, 2, 'tag'],
  [
    'a tag made weak on another text',
    { etag: '"a"' },
    'tag',
    { status: 200, etag: 'W/"a"', shows: 2 },
    2,
    'tag',
  ],
];

export const VALIDATOR_CASES: readonly ValidatorCase[] = LINES.map(
  ([what, first, sends, second, vouches, sendsNext]) => ({ what, first, sends, second, vouches, sendsNext }),
);
