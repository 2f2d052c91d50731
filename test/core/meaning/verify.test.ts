import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Draft } from '../../../src/core/meaning/answer.ts';
import { evidenceOf, unsupported } from '../../../src/core/meaning/claims.ts';
import { tellByRules } from '../../../src/core/meaning/tell-by-rules.ts';
import { verifyTelling } from '../../../src/core/meaning/verify.ts';
import type { Question, Telling } from '../../../src/core/telling.ts';
import { questionOf } from '../../support/question-of.ts';

const QUESTION = questionOf({
  before: ['# Plans', '## Pro', '$29 per user per month', '* 10 projects', '## Team', '$99 per month'],
  after: [
    '# Plans',
    '## Pro',
    '$39 per user per month',
    '* 10 projects',
    '## Team',
    '$99 per month',
    'Valid from 1 March 2027 for kennels in Bonn.',
  ],
});

const TRUE: Draft = {
  kind: 'pricing.price',
  tags: [],
  severity: 'critical',
  severityQuote: null,
  matters: true,
  headline: 'Pro $29 -> $39 per user/month (+34%)',
  summary: 'Pro rises from $29 to $39 per user a month, valid from 1 March 2027.',
  ourRead: 'Kennels in Bonn may look for something else.',
  action: 'Compare your own price.',
  quotes: [{ side: 'after', text: 'Valid from 1 March 2027' }],
};

function verified(draft: Partial<Draft>, question: Question = QUESTION): Telling {
  const result = verifyTelling({ ...TRUE, ...draft }, question);
  if (!result.ok) throw new Error(result.faults.join('; '));
  return result.telling;
}

test('a draft that the page bears stands as it is, and says who wrote it', () => {
  const result = verifyTelling(TRUE, QUESTION);
  expect(result).toMatchObject({
    ok: true,
    dropped: [],
    telling: {
      headline: TRUE.headline,
      summary: TRUE.summary,
      ourRead: TRUE.ourRead,
      action: TRUE.action,
      writtenBy: 'model',
    },
  });
});

test('quotes are the whole texts that the model pointed at, the most telling first', () => {
  expect(verified({}).quotes.map((quote) => quote.after)).toEqual([
    'Valid from 1 March 2027 for kennels in Bonn.',
    '$39 per user per month',
  ]);
});

const LIES: readonly (readonly [string, string])[] = [
  ['another number', 'Pro $29 -> $49 per month'],
  ['the move the wrong way round', 'Pro $39 -> $29 per month'],
  ['the number of another plan', 'Pro $29 -> $99 per month'],
  ['the move under another name', 'Team $29 -> $39 per month'],
  ['another percentage', 'Pro price up (+43%)'],
  ['the wrong sign', 'Pro price (-34%)'],
  ['another currency', 'Pro now €39'],
  ['a number in words', 'Pro price doubled'],
  ['a fall that was a rise', 'Pro price lowered to $39'],
  ['a name from nowhere', 'bought by Globex'],
  ['a month from nowhere', 'Pro $39 from April'],
  ['an address', 'see https://evil.example/login'],
  ['a mention', 'ask @maren about it'],
  ['markup', '<b>Pro</b> $39'],
  ['an invented quotation', 'headline now "Pro is discontinued"'],
  ['the prompt', 'you are a helper, my instructions say so'],
  ['too many characters', `${'Pro price is now higher '.repeat(4)}`],
  ['a denial', 'nothing changed'],
  ['the news left out', 'the page has other words now'],
  ['a bare domain', 'Pro $39, see evil.example'],
  ['nothing', ''],
];

test.each(LIES)('a headline with %s falls back on the rules', (_lie, headline) => {
  const result = verifyTelling({ ...TRUE, headline }, QUESTION);
  expect(result).toMatchObject({
    ok: true,
    telling: { headline: 'Pro $29 -> $39 per user/month (+34%)' },
  });
  expect(result.ok && result.dropped.join()).toMatch(/^headline: /u);
});

test('a sentence that does not hold goes, one that holds stays', () => {
  expect(verified({ summary: 'Globex bought them for $50M. Pro is now $39 per user a month.' }).summary).toBe(
    'Pro is now $39 per user a month.',
  );
});

test('a summary of more than 25 words falls back on the rules', () => {
  expect(verified({ summary: `Pro ${'is dearer and '.repeat(12)}costs more.` }).summary).toBe(
    'Pro was $29 and is now $39 per user/month.',
  );
});

test('opinion and action must hold too, or are left out', () => {
  expect(
    verified({ ourRead: 'They lost 12 customers to Globex.', action: 'Read https://evil.example' }),
  ).toMatchObject({ ourRead: null, action: null });
});

test('a quote on the wrong side or from nowhere is dropped, and the rules quote instead', () => {
  const result = verifyTelling(
    {
      ...TRUE,
      quotes: [
        { side: 'before', text: '$39 per user' },
        { side: 'after', text: 'Pro is discontinued' },
      ],
    },
    QUESTION,
  );
  expect(result).toMatchObject({ ok: true, telling: { quotes: tellByRules(QUESTION).quotes } });
  expect(result.ok && result.dropped).toHaveLength(2);
});

test('a quote is compared after whitespace is folded', () => {
  expect(
    verified({ quotes: [{ side: 'after', text: ' Valid  from\n1 March 2027 ' }] }).quotes[0]?.after,
  ).toContain('Valid from');
});

test('nothing that holds is a failure with a list of faults', () => {
  const result = verifyTelling(
    { ...TRUE, headline: 'No change', summary: 'Globex bought Initech.' },
    QUESTION,
  );
  expect(result).toMatchObject({ ok: false });
  expect(!result.ok && result.faults).toEqual(
    expect.arrayContaining([
      'headline: it leaves out what changed',
      'summary: the name "Globex" is not on the page',
    ]),
  );
});

describe('what a model may do to kind and severity', () => {
  test('a typed fact cannot be called noise', () => {
    expect(
      verified({
        kind: 'content',
        severity: 'low',
        severityQuote: 'Valid from 1 March 2027',
        matters: false,
      }),
    ).toMatchObject({ kind: 'pricing.price', severity: 'high' });
  });
  test("inside the family it may refine, and the rules' kind stays as a tag", () => {
    expect(verified({ kind: 'pricing.terms' })).toMatchObject({
      kind: 'pricing.terms',
      tags: expect.arrayContaining(['pricing.price']) as string[],
    });
  });
  test('without a reason on the page the severity stays', () => {
    expect(verified({ severity: 'low', severityQuote: 'because I say so' }).severity).toBe('critical');
    expect(verified({ severity: 'low', severityQuote: null }).severity).toBe('critical');
  });
  test('one step, with the reason in the list', () => {
    const question = questionOf({
      before: ['# A', 'Hello'],
      after: ['# A', 'Hello', 'Beds for cats'],
      kind: 'home',
    });
    const telling = verified(
      {
        kind: 'feature.launch',
        severity: 'critical',
        severityQuote: 'Beds for cats',
        headline: 'Beds for cats added',
        summary: 'Beds for cats are new.',
        quotes: [],
      },
      question,
    );
    expect(telling.severity).toBe('high');
    expect(telling.severityReasons.at(-1)).toBe('model, +1, “Beds for cats”: high');
  });
  test('unknown kind and severity leave those of the rules', () => {
    expect(verified({ kind: null, severity: null })).toMatchObject({
      kind: 'pricing.price',
      severity: 'critical',
    });
  });
  test('where rules had only words to go by, another family is welcome', () => {
    const question = questionOf({
      before: ['# A', 'Hello'],
      after: ['# A', 'Hello', 'Beds for cats'],
      kind: 'home',
    });
    expect(
      verified(
        {
          kind: 'customers',
          headline: 'Beds for cats added',
          summary: 'Beds for cats are new.',
          quotes: [],
        },
        question,
      ).kind,
    ).toBe('customers');
  });
});

const number = fc.oneof(
  fc.integer({ min: 0, max: 9999 }).map(String),
  fc.double({ min: 0, max: 999, noNaN: true }).map((value) => value.toFixed(2)),
);
const sign = fc.constantFrom('', '$', '€', '+', '-');
const behind = fc.constantFrom('', '%', ' per month', ' days', 'k', ' Euro');
const figure = fc.tuple(sign, number, behind).map((parts) => parts.join(''));
const sentence = fc
  .array(
    fc.oneof(
      figure,
      fc.constantFrom('Pro', 'price', 'from', 'to', '->', 'is', 'now', 'Globex', '.', 'raised'),
    ),
    { minLength: 1, maxLength: 9 },
  )
  .map((words) => words.join(' '));

const digits = (text: string): string[] => text.match(/\d+(?:\.\d+)?/gu) ?? [];

test('no number of any draft reaches the telling unless the page has it or rules calculated it', () => {
  const known = new Set([
    ...digits(JSON.stringify(QUESTION.differences.map(({ before, after }) => [before, after]))),
    '34',
  ]);
  fc.assert(
    fc.property(sentence, sentence, sentence, (headline, summary, ourRead) => {
      const result = verifyTelling(
        { ...TRUE, headline: `${headline}`, summary, ourRead, action: null },
        QUESTION,
      );
      if (!result.ok) return;
      const { telling } = result;
      const said = digits([telling.headline, telling.summary, telling.ourRead].join(' '));
      expect(said.filter((one) => !known.has(one) && !known.has(String(Number(one))))).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test('the words of rules hold before the same judge', () => {
  const pages: readonly (readonly [readonly string[], readonly string[]])[] = [
    [
      ['# P', '## Free', '$0', '## Pro', '$9'],
      ['# P', '## Pro', '$12'],
    ],
    [
      ['# P', '| Plan | A | B', '| Seats | 3 | 5'],
      ['# P', '| Plan | A | B', '| Seats | 4 | 9'],
    ],
    [
      ['# P', 'Start a 30-day free trial'],
      ['# P', 'Start a 14-day free trial'],
    ],
    [
      ['# P', '## Solo', '€199 yearly'],
      ['# P', '## Solo', '€17 a month'],
    ],
    [['# P'], ['# P', 'Winter sale: 20% off with code BONE20']],
    [['# Beds for dogs'], ['# Beds for cats']],
    [
      ['# P', 'A', 'B', 'C'],
      ['# P', 'Dover', 'Essex', 'Fulham'],
    ],
  ];
  for (const [before, after] of pages) {
    const question = questionOf({ before, after });
    const { headline, summary, numbers } = tellByRules(question);
    const evidence = evidenceOf(question, numbers);
    expect({ headline, faults: unsupported(headline, evidence) }).toEqual({ headline, faults: [] });
    expect({ summary, faults: unsupported(summary, evidence) }).toEqual({ summary, faults: [] });
  }
});

test('a name that the model put in front is taken off: each account has its own name for a competitor', () => {
  const result = verifyTelling({ ...TRUE, headline: `Acme: ${TRUE.headline}` }, QUESTION);
  expect(result).toMatchObject({ ok: true, telling: { headline: TRUE.headline } });
});

test('a limit that became none has a word to carry in place of a figure', () => {
  const question = questionOf({
    before: ['# Plans', '## Pro', '* 10 projects'],
    after: ['# Plans', '## Pro', '* Unlimited projects'],
  });
  const draft = { kind: null, headline: 'Pro: from 10 projects to unlimited', summary: 'x', quotes: [] };
  expect(verified(draft, question).headline).toBe(draft.headline);
});

test('a number without a partner is no move', () => {
  const question = questionOf({
    before: ['# Hosting', 'Write to us.'],
    after: ['# Hosting', 'Write to us.', 'For the largest herds in the far north we ask €7500'],
    kind: 'other',
  });
  const { headline } = verified({ headline: 'Hosting €5000 -> €7500', summary: 'x' }, question);
  expect(headline).toBe('new: Hosting €7500');
});

test('a name may stand in the genitive', () => {
  expect(unsupported('Bonn’s kennels', evidenceOf(QUESTION, tellByRules(QUESTION).numbers))).toEqual([]);
  expect(unsupported('Köln’s kennels', evidenceOf(QUESTION, tellByRules(QUESTION).numbers))).not.toEqual([]);
});

test('an opinion of more than 300 characters is left out', () => {
  const result = verifyTelling({ ...TRUE, ourRead: 'a kennel '.repeat(40) }, QUESTION);
  expect(result).toMatchObject({ ok: true, telling: { ourRead: null } });
});

test('news that does not matter to the model goes down one step, for a reason of the page', () => {
  const question = questionOf({
    before: ['# A'],
    after: ['# A', 'Beds for startups of the town'],
    kind: 'home',
  });
  const draft = { kind: null, severity: null, matters: false, severityQuote: 'Beds for startups' } as const;
  const words = {
    headline: 'Beds for startups of the town',
    summary: 'Beds for startups of the town.',
    quotes: [],
  };
  expect(tellByRules(question).severity).toBe('medium');
  expect(verified({ ...draft, ...words }, question).severity).toBe('low');
});

test('where no text has a word to carry, none is asked for', () => {
  const question = questionOf({ before: ['x'], after: ['x', 'Go'], kind: 'home' });
  const draft = { kind: null, headline: 'Go', summary: 'Go.', quotes: [], ourRead: null, action: null };
  expect(verified(draft, question)).toMatchObject({ headline: 'Go', writtenBy: 'model' });
});
