import { describe, expect, it } from 'vitest';
import type { Block } from '../../src/core/block.ts';
import { block, diff, rulesFor } from './pages.ts';

describe('a slip in a long word with hardly a word around it', () => {
  it.each([
    ['Persöhnlicher Umzugsservice', 'Persönlicher Umzugsservice'],
    ['Service personalisé', 'Service personnalisé'],
    ['Darmowa konfigurcja', 'Darmowa konfiguracja'],
    ['Бесплатная консльтация', 'Бесплатная консультация'],
    ['Asistenţă tehnică profesonală', 'Asistenţă tehnică profesională'],
  ])('%s -> %s', (before, after) => {
    expect(rulesFor(before, after)).toContain('typing slip');
  });

  it.each([
    ['Persönlicher Umzugsservice', 'Gewöhnlicher Umzugsservice'],
    ['Unbegrenzte Projekte', 'Begrenzte Projekte'],
    ['Prima settimana gratis per tutti', 'Prime settimana gratis per tutti'],
    ['Wszystkie plany bezpłatne dla firm', 'Wszystkie plany bezpłatnie dla firm'],
    ['Bergmann Umzug', 'Bergman Umzug'],
    ['Integrations', 'Integration'],
    ['Automation included', 'Automations included'],
  ])('not %s -> %s', (before, after) => {
    expect(rulesFor(before, after)).not.toContain('typing slip');
  });

  it('a name in a heading or a menu may be a product', () => {
    expect(rulesFor('Workspacer Suite', 'Workspaces Suite')).toEqual([]);
    expect(rulesFor('Bildmeisster Studio', 'Bildmeister Studio', { role: 'h2' })).toEqual([]);
    expect(rulesFor('Bildmeisster Studio', 'Bildmeister Studio', { region: 'nav' })).toEqual([]);
  });
});

describe('a region of the frame that one visit did not get', () => {
  const list = (region: Block['region'], ...texts: string[]): Block[] =>
    texts.map((text) => block(text, { region }));
  const menu = list('nav', 'Docs', 'Pricing', 'Blog', 'Jobs', 'Press');
  const footer = list('footer', 'Docs', 'Pricing', 'Blog', 'Jobs', 'Press', 'Imprint');
  const rules = (before: Block[], after: Block[]): string[] => [
    ...new Set(diff(before, after).map((d) => d.labels.map((label) => label.rule).join())),
  ];

  it('is missing furniture, though the menu names the same things', () => {
    expect(rules(menu, [...menu, ...footer])).toEqual(['missing furniture']);
    expect(rules([...menu, ...footer], menu)).toEqual(['missing furniture']);
  });

  it('is not where a few blocks came, or some stood there before', () => {
    expect(rules(menu, [...menu, ...footer.slice(3)])).toEqual(['']);
    expect(rules([...menu, ...footer.slice(0, 2)], [...menu, ...footer])).toEqual(['']);
  });
});
