import { Parser } from 'htmlparser2';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { feedForm } from '../../src/core/channels/feed.ts';
import { renderFeed } from '../../src/web/feed-document.ts';
import { alert, correction, item, notice, quote, reversal } from '../core/channels/invented.ts';

const FEED = {
  title: 'Sightline: Kennel & Sons',
  selfUrl: 'https://watch.example/feeds/k3Zt9Qx1/atom',
  id: 'tag:watch.example,2026:accounts/1/feeds/2',
  siteUrl: 'https://watch.example/',
};

const HOSTILE: readonly (readonly [what: string, text: string])[] = [
  ['markup', '<script>alert(1)</script><img src=x onerror=alert(1)>'],
  ['markup that is escaped already', '&lt;script&gt;alert(1)&lt;/script&gt; &amp;lt;b&amp;gt;'],
  ['the end of a section', ']]> ]]]]>> <![CDATA[ ]]></content></entry></feed>'],
  ['what XML forbids', 'a\0b\u0001\u0008\u000B\u000C\u001F\u007F\uFFFE\uFFFFc'],
  ['halves of surrogates', 'a\uD83D b\uDE00'],
  ['entities of its own', '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]> &e;'],
  ['a comment and an instruction', '<!-- --> <?xml version="1.0"?>'],
];

function itemsOf(text: string) {
  const told = item(
    { competitor: text, pageName: text, storedUrl: 'javascript:alert(1)' },
    { headline: text, summary: `${text} 1`, ourRead: text, quotes: [quote(text, `${text} 2`, [text])] },
  );
  const names = { competitor: text, pageName: text };
  const about = notice(names);
  return [
    feedForm.alert(alert([told])),
    feedForm.correction(correction({ ...names, reason: text })),
    feedForm.notice({ ...about, notice: { ...about.notice, headline: text } }),
  ];
}

describe.for(HOSTILE)('%s in every text', ([, text]) => {
  const items = itemsOf(text);

  test('leaves Atom well-formed, and its HTML without a tag that is not ours', () => {
    const { entries, faults } = readAtom(renderFeed('atom', { ...FEED, title: text, items }));
    expect(faults).toEqual([]);
    expect(entries).toHaveLength(items.length);
    for (const { title, summary, content } of entries) {
      expect(tagsOf(title)).toEqual([]);
      expect(tagsOf(summary)).toEqual([]);
      expect(tagsOf(content).filter((tag) => !OUR_TAGS.has(tag))).toEqual([]);
    }
  });

  test('leaves JSON Feed 1.1 as it is described, with the same inert HTML', () => {
    const feed = jsonFeed.parse(JSON.parse(renderFeed('json', { ...FEED, title: text, items })));
    expect(feed.items).toHaveLength(items.length);
    for (const { content_html } of feed.items)
      expect(tagsOf(content_html).filter((tag) => !OUR_TAGS.has(tag))).toEqual([]);
  });
});

test('text that is shown is the text of the page, escaped once', () => {
  const text = 'R&D <5 seats> &amp; free';
  const items = [feedForm.alert(alert([item({}, { headline: text })]))];
  const [entry] = readAtom(renderFeed('atom', { ...FEED, items })).entries;
  expect(wordsOf(entry!.title)).toBe(`Kettleworks: ${text}`);
  const feed = jsonFeed.parse(JSON.parse(renderFeed('json', { ...FEED, items })));
  expect(feed.items[0]!.title).toBe(`Kettleworks: ${text}`);
});

test('the same rows make the same bytes, and a new one changes when the feed was updated', () => {
  const items = [feedForm.alert(reversal())];
  const more = [feedForm.alert(alert()), ...items];
  expect(renderFeed('atom', { ...FEED, items })).toBe(renderFeed('atom', { ...FEED, items }));
  expect(renderFeed('atom', { ...FEED, items: more })).toContain(
    '<updated>2027-02-02T14:16:00.000Z</updated>',
  );
});

test.for(['atom', 'json'] as const)('%s without an entry is a feed', (kind) => {
  const empty = renderFeed(kind, { ...FEED, items: [] });
  if (kind === 'json') expect(jsonFeed.parse(JSON.parse(empty)).items).toEqual([]);
  else expect(readAtom(empty)).toEqual({ entries: [], faults: [] });
});

test('each entry has a URL of its own that lasts', () => {
  const ids = itemsOf('Prices').map(({ id }) => id);
  expect(ids).toEqual([
    'https://watch.example/events/41',
    `https://watch.example/events/41#corrected-${+correction().correctedAt}`,
    'https://watch.example/pages/9#notice-3',
  ]);
});

const OUR_TAGS = new Set(['p', 'b', 'br', 'del', 'ins', 'blockquote']);

/** JSON Feed 1.1, "Top-level" and "Items". */
const jsonFeed = z.strictObject({
  version: z.literal('https://jsonfeed.org/version/1.1'),
  title: z.string(),
  home_page_url: z.url(),
  feed_url: z.url(),
  authors: z.array(z.strictObject({ name: z.string() })),
  items: z.array(
    z.strictObject({
      id: z.url(),
      url: z.url(),
      title: z.string(),
      summary: z.string(),
      content_html: z.string().min(1),
      content_text: z.string().min(1),
      date_published: z.iso.datetime(),
      date_modified: z.iso.datetime(),
    }),
  ),
});

interface Entry {
  title: string;
  summary: string;
  content: string;
}

/**
 * Reads Atom and says what is not well-formed: characters that XML 1.0 2.2 forbids, an entity that it does not know, "<"
 * and "&" left bare, elements that do not nest.
 */
function readAtom(xml: string): { entries: Entry[]; faults: string[] } {
  const faults: string[] = [];
  const entries: Entry[] = [];
  const open: string[] = [];
  const forbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;
  if (!xml.isWellFormed() || forbidden.test(xml)) faults.push('forbidden character');
  const outside = xml.replaceAll(/<!\[CDATA\[[\s\S]*?\]\]>/gu, '');
  if (/&(?!(?:amp|lt|gt|quot|apos);)/u.test(outside)) faults.push('bare &');
  if (/<(?![?/a-z])|\]\]>/u.test(outside)) faults.push('bare <');
  const parser = new Parser(
    {
      onopentag(name) {
        if (name === 'entry') entries.push({ title: '', summary: '', content: '' });
        open.push(name);
      },
      onclosetag(name, implied) {
        if (open.pop() !== name || (implied && name !== 'link')) faults.push(`</${name}> missing`);
      },
      ontext(text) {
        const name = open.at(-1);
        const entry = entries.at(-1);
        if (entry && open.includes('entry') && (name === 'title' || name === 'summary' || name === 'content'))
          entry[name] += text;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
  return { entries, faults: [...faults, ...open.map((name) => `<${name}> left open`)] };
}

function tagsOf(html: string): string[] {
  const tags: string[] = [];
  const parser = new Parser({
    onopentag: (name, attributes) => tags.push(name, ...Object.keys(attributes)),
    oncomment: () => tags.push('comment'),
    onprocessinginstruction: () => tags.push('instruction'),
  });
  parser.end(html);
  return tags;
}

function wordsOf(html: string): string {
  let words = '';
  const parser = new Parser({ ontext: (text) => (words += text) });
  parser.end(html);
  return words;
}
