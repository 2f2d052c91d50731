import { describe, expect, it } from 'vitest';
import { toMarkdown } from '../../src/core/read/markdown.ts';
import { bytes, read } from './pages.ts';

const markdown = (html: string): string => toMarkdown(read(html), bytes(html));

describe('Markdown of a version', () => {
  it('has headings, lists and links', () => {
    const html = '<h1>Plans</h1><p>See <a href="https://r.example/x">this</a></p><ul><li>One</li></ul>';
    expect(markdown(html)).toBe('# Plans\n\nSee [this](https://r.example/x)\n\n-   One');
  });

  it('keeps tables as rows with a head', () => {
    const html =
      '<table><thead><tr><th>Plan</th><th>Pro</th></tr></thead><tbody><tr><td>Seats</td><td>5</td></tr></tbody></table>';
    expect(
      markdown(html)
        .split('\n')
        .filter((line) => line.startsWith('|')),
    ).toEqual(['| Plan | Pro |', '| --- | --- |', '| Seats | 5 |']);
  });

  it('closed tags of icons do not make a page deep', () => {
    expect(markdown(`<h2>Signs</h2>${'<x-icon/>'.repeat(450)}<b>bold</b>`)).toContain('**bold**');
  });

  it('has no text of scripts, styles and noscript', () => {
    expect(
      markdown(
        '<style>p{}</style><script>var a</script><noscript><iframe src=x /></noscript><p>Only this</p>',
      ),
    ).toBe('Only this');
  });

  it.each([
    ['nested 2,000 deep', `${'<div>'.repeat(2000)}deep${'</div>'.repeat(2000)}`, 'deep'],
    ['larger than turndown should see', `<h2>Big</h2>${'<p>word</p>'.repeat(60_000)}`, '## Big'],
    ['no markup at all', 'plain words', 'plain words'],
    [
      'of form fields, whose words are no text',
      '<input placeholder="Your name in full">',
      'Your name in full',
    ],
  ])('falls back to the blocks for a page %s', (_, html, start) => {
    expect(markdown(html).startsWith(start)).toBe(true);
  });
});
