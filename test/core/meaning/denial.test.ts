import { describe, expect, test } from 'vitest';
import { denies } from '../../../src/core/meaning/denial.ts';
import { tellByRules } from '../../../src/core/meaning/tell-by-rules.ts';
import { questionOf } from '../../support/question-of.ts';

describe('a text that speaks of an offer may deny it', () => {
  test.each([
    ['We no longer offer a free trial.', 'free trial', true],
    ['There is no free trial.', 'free trial', true],
    ["We don't offer refunds.", 'refunds', true],
    ['The free trial has ended.', 'free trial', true],
    ['Free trial: not available for new customers.', 'Free trial', true],
    ['Our free trial is no longer available.', 'free trial', true],
    ['Es gibt keine Testphase mehr.', 'Testphase', true],
    ['Die Testphase entfällt.', 'Testphase', true],
    ["Il n'y a plus d'essai gratuit.", 'essai gratuit', true],
    ["L'essai gratuit n'est plus proposé.", 'essai gratuit', true],
    ['Ya no hay prueba gratuita.', 'prueba gratuita', true],
    ['Start your free trial.', 'free trial', false],
    ['No credit card required: start your free trial.', 'free trial', false],
    ['No card needed for the free trial', 'free trial', false],
    ['Free trial, no strings attached', 'Free trial', false],
    ['Not sure? Start a free trial.', 'free trial', false],
    ['Kostenlos testen, ohne Kreditkarte', 'Kostenlos testen', false],
    ['Essai gratuit sans carte bancaire', 'Essai gratuit', false],
    ['Prueba gratuita sin tarjeta', 'Prueba gratuita', false],
  ])('%s', (text, phrase, denied) => {
    expect(denies(text, phrase)).toBe(denied);
  });
});

const page = (...texts: string[]): string[] => ['# Pricing', '## Pro', '$19 per month', ...texts];
const toldOf = (before: string[], after: string[]) =>
  tellByRules(questionOf({ before: page(...before), after: page(...after) }));

describe('the end of a trial is never told as a new one', () => {
  test.each<readonly [string, string[], string[], string]>([
    ['said, where nothing was said', [], ['We no longer offer a free trial.'], 'free trial gone'],
    [
      'said in its place',
      ['Start your free trial.'],
      ['We no longer offer a free trial.'],
      'free trial gone',
    ],
    ['without a word', ['Start your free trial.'], [], 'free trial gone'],
    [
      'begun where there was none',
      ['There is no free trial.'],
      ['Start your free trial today.'],
      'free trial added',
    ],
    ['begun', [], ['Start your 14 day free trial.'], '14 day free trial added'],
    ['refunds that end', ['30 day money-back guarantee.'], ['There are no refunds.'], 'gone'],
  ])('%s', (...[, before, after, headline]) => {
    const told = toldOf(before, after);
    expect(told.headline).toContain(headline);
    expect(told).toMatchObject({ kind: 'pricing.terms', severity: 'high' });
  });

  test('two ways of saying that there is none are no news of a trial', () => {
    const told = toldOf(['There is no free trial.'], ['We do not offer a free trial.']);
    expect(told.headline).not.toMatch(/added|gone$/);
  });
});
