import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { HTTP_ROWS } from './support/http-rows.ts';

// Which test plays which row of the reference on HTTP. A row that none plays is named, with the reason.

/** Row by row: a file, and words of the test in it. */
const ELSEWHERE: Readonly<Record<number, readonly [file: string, words: string]>> = {
  20: ['flows/validators.test.ts', 'another ETag on a 304 costs one full read'],
  21: ['adapters/fetch-page.test.ts', 'a 304 that states the length of the page has no body'],
  22: ['flows/check-page.test.ts', 'a server that answers 304 for ever is found out'],
  23: ['flows/validators.test.ts', 'an ETag that came with two texts is never sent again'],
  24: ['support/validator-cases.ts', 'a 304 with a strong tag weakened'],
  25: ['support/validator-cases.ts', 'the -gzip of Apache'],
  26: ['support/validator-cases.ts', '600 characters'],
  27: ['support/validator-cases.ts', 'a date to come'],
  28: ['support/validator-cases.ts', "'both'"],
  29: ['adapters/validators-wire.test.ts', 'row 29'],
  30: ['adapters/validators-wire.test.ts', 'row 30'],
  32: ['flows/lost-news.test.ts', 'fault 32'],
  38: ['flows/lost-news.test.ts', 'fault 39'],
  45: ['flows/page-story.test.ts', 'a page with two faces'],
  49: ['core/read-page.test.ts', 'JSON'],
  52: ['adapters/heavy-rows.test.ts', 'row 52'],
};

const OPEN: Readonly<Record<number, string>> = {
  53: 'X-Robots-Tag and the robots meta are not recorded yet',
  54: 'robots.txt has tests of its own',
};

const REFERENCE = new URL('../../shared/reference/http.md', import.meta.url);
const rows = existsSync(REFERENCE)
  ? readFileSync(REFERENCE, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('| ') && !line.startsWith('| case'))
  : [];

if (rows.length === 0) test.skip('the reference is absent beside the project, so no row is looked up');
test.each(rows.map((line, index) => [index + 1, line.split('|')[1]?.trim()] as const))(
  'row %i: %s',
  (row) => {
    const played = HTTP_ROWS.filter((one) => one.row === row).length;
    const [file, words = ''] = ELSEWHERE[row] ?? [];
    const said = file === undefined ? '' : readFileSync(new URL(file, import.meta.url), 'utf8');
    expect(said).toContain(words);
    expect(played > 0 || file !== undefined || row in OPEN).toBe(true);
  },
);
