import { expect, test } from 'vitest';
import { answerJsonSchema, answerSchema, readAnswer } from '../../../src/core/meaning/answer.ts';

const WHOLE = {
  kind: 'pricing.price',
  tags: ['promotion'],
  severity: 'high',
  severity_quote: null,
  matters: true,
  headline: 'Pro $29 -> $39',
  summary: 'Pro is now $39.',
  our_read: null,
  action: 'Compare {your} "price".',
  quotes: [{ side: 'after', text: '$39' }],
};
const JSON_TEXT = JSON.stringify(WHOLE);

const READ = {
  ok: true,
  draft: {
    kind: 'pricing.price',
    headline: WHOLE.headline,
    action: WHOLE.action,
    quotes: WHOLE.quotes,
    matters: true,
  },
};

test.each([
  ['as it is', JSON_TEXT],
  ['in a code fence', `\`\`\`json\n${JSON_TEXT}\n\`\`\``],
  ['behind its thoughts', `<think>Is {it} a price? "Maybe".</think>\n${JSON_TEXT}`],
  ['inside prose', `Here is what I found:\n${JSON_TEXT}\nHope this helps!`],
  ['behind an example', `For example {"changed": false}. Now:\n${JSON_TEXT}`],
  ['with keys that nobody asked for', JSON.stringify({ ...WHOLE, changed: false, confidence: 0 })],
])('an answer is read %s', (_how, text) => {
  expect(readAnswer(text)).toMatchObject(READ);
});

test.each([
  ['"false"', false],
  ['" False "', false],
  ['"true"', true],
  ['null', true],
  ['0', true],
])('matters: %s is %s', (written, matters) => {
  expect(readAnswer(JSON_TEXT.replace('"matters":true', `"matters":${written}`))).toMatchObject({
    ok: true,
    draft: { matters },
  });
});

test('unknown kinds, severities, sides and types fall away, the words stay', () => {
  const odd = {
    ...WHOLE,
    kind: 'none',
    severity: 'urgent',
    tags: ['nonsense', 'legal', 7],
    our_read: 'N/A',
    quotes: [{ side: 'left', text: 'x' }, 'y', { side: 'before', text: 'z' }],
  };
  expect(readAnswer(JSON.stringify(odd))).toMatchObject({
    ok: true,
    draft: {
      kind: null,
      severity: null,
      tags: ['legal'],
      ourRead: null,
      quotes: [{ side: 'before', text: 'z' }],
      headline: WHOLE.headline,
    },
  });
});

test.each([
  ['empty', ''],
  ['empty', '<think>nothing to say</think>'],
  ['truncated', '<think>and then I thought'],
  ['truncated', JSON_TEXT.slice(0, 60)],
  ['prose', 'I cannot help with the content of this page.'],
  ['wrong shape', '{"changed": false, "category": "none"}'],
  ['wrong shape', '{"headline": "", "summary": 7}'],
])('what is no answer has a name: %s', (kind, text) => {
  expect(readAnswer(text)).toMatchObject({ ok: false, kind });
});

test('the asked form is strict: every key required, none beside them', () => {
  expect(answerSchema.safeParse(WHOLE).success).toBe(true);
  expect(answerSchema.safeParse({ ...WHOLE, changed: false }).success).toBe(false);
  expect(answerJsonSchema).toMatchObject({
    type: 'object',
    additionalProperties: false,
    required: Object.keys(WHOLE),
  });
});
