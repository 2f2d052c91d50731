import { expect, test } from 'vitest';
import { answerWords, ended, saidBy, secretsIn } from '../../../src/core/messages/answer-words.ts';
import { nextStep, unsent } from '../../../src/core/messages/send-result.ts';

test.each([
  ['no such\r\nuser\u0000\u202Ehere', 'no such user here'],
  ['ok', ''],
  ['<html>no</html>', ''],
  ['{"no":1}', ''],
  ['mail to <a@b.example>: no', 'mail to <a@b.example>: no'],
  ['see https://a.example/x/y?token=1 now', 'see https://a.example/… now'],
  ['key re_1a2b3c4d, whsec_abcdefgh and xoxb-1234567', 'key …, … and …'],
  ['Authorization: Bearer abc.def', 'Authorization: …'],
  ['id 0123456789abcdef0123456789abcdef', 'id …'],
  ['my pass is pass1234', 'my pass is …'],
])('of %j is kept %j', (text, kept) => {
  expect(saidBy(text, ['pass1234', 'no'])).toBe(kept);
});

test('a long text is cut at 200 characters', () => {
  expect(saidBy('word '.repeat(100)).length).toBeLessThanOrEqual(200);
});

test('what is secret in an address is each part of it that says enough, as written and as read', () => {
  expect(
    secretsIn('https://us%40er:p%21ssword@h.example/services/T1/verysecret%20word?wait=true&token=abcdef'),
  ).toEqual(
    expect.arrayContaining([
      'services',
      'verysecret%20word',
      'verysecret word',
      'abcdef',
      'us%40er',
      'us@er',
      'p!ssword',
    ]),
  );
  expect(secretsIn('no address')).toEqual(['no address']);
});

test.each([
  [503, '', 'Slack answered 503: not available'],
  [429, '', 'Slack answered 429: too many messages just now'],
  [500, 'rollup_error', 'Slack answered 500: an error of its own ("rollup_error")'],
  [404, 'no_service', 'Slack answered 404: no_service'],
  [404, '', 'Slack answered 404: nothing is there'],
  [418, '', 'Slack answered 418'],
  [307, '', 'Slack answered 307: it leads to another address, which is not followed'],
])('%i %j: %s', (status, said, words) => {
  expect(answerWords('Slack', status, said)).toBe(words);
});

test.each([
  ['no', 'no.'],
  ['no.', 'no.'],
  ['no ("x")', 'no ("x").'],
  ['Please add it!', 'Please add it!'],
])('%j ends as %j', (words, sentence) => {
  expect(ended(words)).toBe(sentence);
});

test.each([
  [{ next: 'Set X.' }, 'Set X.'],
  [{ retryAfterS: 90, code: 429 }, 'Try again in 90 seconds.'],
  [{ code: 503 }, 'Try again later'],
  [{ code: 404, permanent: true }, 'add one that does'],
  [{ code: 413, permanent: true, messageOnly: true as const }, 'others may be taken'],
  [{}, 'whether the address is right'],
])('after %j: %s', (more, words) => {
  expect(nextStep(unsent('no', more))).toContain(words);
});
