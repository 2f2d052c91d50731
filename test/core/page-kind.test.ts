import { expect, test } from 'vitest';
import { pageKindOf, pageNameOf } from '../../src/core/watch/page-kind.ts';

test.each([
  ['https://rival.example', 'home'],
  ['https://rival.example/?ref=a', 'home'],
  ['https://rival.example/de', 'home'],
  ['https://rival.example/pt-BR/', 'home'],
  ['https://rival.example/pricing', 'pricing'],
  ['https://rival.example/de/preise.html', 'pricing'],
  ['https://rival.example/plans-and-pricing/', 'pricing'],
  ['https://rival.example/Product_Editions', 'pricing'],
  ['https://docs.rival.example/pricing', 'pricing'],
  ['https://rival.example/docs/release-notes', 'changelog'],
  ['https://rival.example/docs/release_notes.html', 'changelog'],
  ['https://rival.example/whatsnew', 'changelog'],
  ['https://rival.example/karriere', 'careers'],
  ['https://jobs.rival.example/', 'careers'],
  ['https://rival.example/legal/terms', 'legal'],
  ['https://rival.example/AGB', 'legal'],
  ['https://rival.example/mentions-legales', 'legal'],
  ['https://rival.example/api/reference', 'docs'],
  ['https://developers.rival.example/start', 'docs'],
  ['https://rival.example/blog/2026/03', 'blog'],
  ['https://news.rival.example/latest', 'blog'],
  ['https://rival.example/product', 'other'],
  ['https://rival.example/planet', 'other'],
  ['https://rival.example/apiary', 'other'],
  ['https://rival.example/en/us', 'other'],
  ['https://documents.rival.example/x', 'other'],
])('%s is a page of kind %s', (url, kind) => {
  expect(pageKindOf(url)).toBe(kind);
});

test.each([
  ['https://rival.example/pricing', 'pricing', 'Pricing'],
  ['https://rival.example/', 'home', 'Home'],
  ['https://rival.example/product/chat-for-teams', 'other', 'Chat for teams'],
  ['https://rival.example/product/chat_for_teams.html', 'other', 'Chat for teams'],
  ['https://rival.example/f%C3%BCr-teams/', 'other', 'Für teams'],
  ['https://rival.example/100%-free', 'other', '100% free'],
  ['https://rival.example/', 'other', 'Page'],
  ['https://rival.example/--', 'other', 'Page'],
  [`https://rival.example/${'long-'.repeat(20)}`, 'other', 'Long long long long long long long long'],
] as const)('%s of kind %s is called %s', (url, kind, name) => {
  expect(pageNameOf(url, kind).trim()).toBe(name);
});
