import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { eitherCase } from '../src/core/facts/either-case.ts';
import { findValues } from '../src/core/facts/find-values.ts';
import { filesOf } from './support/house.ts';

// Once a process has compiled about 1 MB of regular expression code, V8 stops optimising new patterns. What a page says
// must not depend on how long the worker has been running.

const TEXTS = [
  'RS 1000 G11 at $9',
  'Rs 500 per month, Rs. 1,200 a year',
  'RON 49 or ron 49; Ron 5 is a name',
  'KR 500, kr 500, Kr. 99',
  'Pro: EUR 49,- oder 49 € pro Monat, 1 200 Kč',
  'SAP S/4 and S/ 40 al mes',
  'TL 99 TL, tl 5 tl',
  '月額980円、年額9,800円',
  '2 million users, $2m, 3 Mio. Euro, 45 000 Ft, 45 000 ft',
];

test('values are read alike where the engine optimises no pattern', () => {
  const module = new URL('../src/core/facts/find-values.ts', import.meta.url).href;
  const script = `import { findValues } from ${JSON.stringify(module)};
    console.log(JSON.stringify(${JSON.stringify(TEXTS)}.map((text) => findValues(text))));`;
  const child = spawnSync(
    process.execPath,
    ['--no-regexp-optimization', '--input-type=module', '--eval', script],
    { encoding: 'utf8' },
  );
  expect(child.stderr).toBe('');
  expect(JSON.parse(child.stdout)).toEqual(JSON.parse(JSON.stringify(TEXTS.map((text) => findValues(text)))));
});

test('no pattern relies on the engine’s own case modifiers', () => {
  const users = filesOf('src').filter(({ code }) => /\(\?-?[ims]+(?:-[ims]+)?:/.test(code));
  expect(users.map(({ path }) => path)).toEqual(['src/core/facts/either-case.ts', 'src/core/facts/money.ts']);
});

test.each([
  ['usd', '[uU][sS][dD]'],
  ['\\busd\\b', '\\b[uU][sS][dD]\\b'],
  ['(?-i:Rs\\.?)x', '(?:Rs\\.?)[xX]'],
  ['(?-i:a(?:b|c))d', '(?:a(?:b|c))[dD]'],
  ['[óin]s', '[óÓiInN][sS]'],
  ['(?<=\\d{3}\\s?|[ó]\\s)\\p{sc=Han}ł', '(?<=\\d{3}\\s?|[óÓ]\\s)\\p{sc=Han}[łŁ]'],
  ['руб\\u00df円', '[рР][уУ][бБ]\\u00df円'],
  ['ß', 'ß'],
])('%s fits either case as %s', (source, either) => {
  expect(eitherCase(source)).toBe(either);
  expect(() => new RegExp(either, 'gu')).not.toThrow();
});
