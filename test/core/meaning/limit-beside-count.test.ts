import { describe, expect, it } from 'vitest';
import { raiseUrgency } from '../../../src/core/meaning/raise-urgency.ts';
import { tellByRules } from '../../../src/core/meaning/tell-by-rules.ts';
import { some } from '../../../src/core/meaning/finding.ts';
import { unstored } from '../../../src/core/version.ts';
import { judge, URL_OF_PAGE } from '../pages.ts';

const tellingOf = (before: string, after: string) => {
  const { differences, texts } = judge(`<p>${before}</p>`, `<p>${after}</p>`);
  const open = some(differences.filter((one) => one.labels.length === 0));
  if (open === null || texts === null) throw new Error('nothing is told');
  const page = { url: URL_OF_PAGE, kind: 'pricing' as const };
  const [was, is] = [unstored(texts.before), unstored(texts.after)];
  const question = { differences: open, competitor: 'Rival', page, returns: null, before: was, after: is };
  const urgencies = raiseUrgency(open, { ...texts, page }).map((one) => one.urgency?.by);
  return { ...tellByRules(question), urgencies };
};

describe('a limit that moves beside a count', () => {
  it.each([
    [
      '31 people are viewing this page. Pro includes 50 GB.',
      '39 people are viewing this page. Pro includes 40 GB.',
    ],
    [
      'Pro includes 50 GB. 31 people are viewing this page.',
      'Pro includes 40 GB. 39 people are viewing this page.',
    ],
    ['Trusted by 2,024 teams. Pro includes 50 GB.', 'Trusted by 2,030 teams. Pro includes 40 GB.'],
    ['31 people are viewing this. 50 GB of space.', '39 people are viewing this. 40 GB of space.'],
  ])('%s -> %s', (before, after) => {
    const { kind, headline, urgencies } = tellingOf(before, after);
    expect(kind).toBe('pricing.limit');
    expect(headline).toContain('50 GB -> 40 GB');
    expect(headline).not.toMatch(/viewing|teams/);
    expect(urgencies).toEqual(['fact']);
  });
});
