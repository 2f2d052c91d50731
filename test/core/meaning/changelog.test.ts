import { describe, expect, test } from 'vitest';
import { tellByRules } from '../../../src/core/meaning/tell-by-rules.ts';
import type { Telling } from '../../../src/core/telling.ts';
import { questionOf } from '../../support/question-of.ts';

type Entry = readonly [title: string, text: string];

const OLD: Entry = ['v1.1 – 3 May 2026', 'Start a free trial of 14 days; a bowl is $5.'];
const MIDDLE: Entry = ['v1.2 – 1 June 2026', 'Bowls are deeper.'];
const NEW: Entry = ['v1.3 – 1 July 2026', 'Dogs may sleep in the hall.'];
const END: Entry = ['v2.0 – 1 August 2026', 'Breaking: the v1 bowl is removed on 30 June 2027.'];

function told(before: readonly Entry[], after: readonly Entry[]): Telling {
  const page = (entries: readonly Entry[]): string[] => [
    '# Changelog',
    ...entries.flatMap(([title, text]) => [`## ${title}`, text]),
  ];
  return tellByRules(questionOf({ before: page(before), after: page(after), kind: 'changelog' }));
}

describe('a changelog', () => {
  test('names the version that came', () => {
    expect(told([MIDDLE, OLD], [NEW, MIDDLE, OLD]).headline).toMatch(/^v1\.3 released/u);
  });
  test.each([
    ['alone', [MIDDLE, OLD], [END, MIDDLE, OLD]],
    ['while the oldest entry rolls off', [MIDDLE, OLD], [END, MIDDLE]],
    ['among other entries', [MIDDLE], [END, NEW, MIDDLE]],
  ] as const)('an end on a day leads, %s', (_is, before, after) => {
    const telling = told(before, after);
    expect(telling).toMatchObject({ kind: 'deprecation', severity: 'high' });
    expect(telling.headline).toMatch(/^"Breaking: the v1 bowl is removed/u);
    expect(`${telling.headline} ${telling.summary}`).not.toMatch(/v1 released|lists v1\b|dropped|gone/u);
  });
  test('an entry that rolls off ends neither its trial nor its price, and never leads', () => {
    const telling = told([MIDDLE, OLD], [NEW, MIDDLE]);
    expect(telling).toMatchObject({ kind: 'feature.launch', severity: 'medium' });
    expect(telling.headline).toMatch(/^v1\.3 released/u);
    expect(telling.headline).not.toMatch(/gone|dropped/u);
  });
  test('a version that a sentence speaks of was not released', () => {
    const speaks: Entry = ['News of July', 'Bowls of v1.2 and later float.'];
    const telling = told([MIDDLE], [speaks, MIDDLE]);
    expect(`${telling.headline} ${telling.summary}`).not.toMatch(/released|now lists/u);
  });
  test.each(['Version 3.1 is out', 'v3.1: bowls of steel', 'Introducing v3.1'])('"%s" was', (text) => {
    const before = ['# Changelog', '## July', 'Bowls are deeper.'];
    const question = questionOf({ before, after: [...before, text], kind: 'changelog' });
    expect(tellByRules(question).headline).toMatch(/3\.1 released/u);
  });
});
