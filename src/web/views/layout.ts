import { markup, type Markup } from '../../core/messages/markup.ts';

export type Content = Markup | string | null | readonly (Markup | string | null)[];

export interface Layout {
  readonly title: string;
  /** Which entry of the menu is the current one; null: none. */
  readonly here: string | null;
  readonly narrow?: boolean;
  readonly content: Content;
  /** One quiet sentence at the foot: what was looked at. */
  readonly watchLine?: string;
}

const MENU = [
  ['/', 'Timeline'],
  ['/pages', 'Pages'],
  ['/ledger', 'Ledger'],
  ['/mails', 'Mails'],
] as const;

/** Two overlapping circles and what both see: the mark of Sightline. */
const MARK = markup`<svg viewBox="0 0 32 32" aria-hidden="true" focusable="false"><g fill="none" stroke="currentColor" stroke-width="2"><circle cx="16" cy="11.5" r="9.75"/><circle cx="16" cy="20.5" r="9.75"/></g><circle cx="16" cy="16" r="2.7" fill="currentColor"/></svg>`;

/** A whole page. Works without script; every text put into a template is escaped there. */
export function layout({ title, here, narrow = false, content, watchLine }: Layout): Markup {
  const entries = MENU.map(([href, name]) => {
    const current = href === here ? markup` aria-current="page"` : '';
    return markup`<li><a href="${href}"${current}>${name}</a></li>`;
  });
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Sightline</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="top"><div class="top-in">
<a class="brand" href="/">${MARK}Sightline</a>
<nav class="nav" aria-label="Main"><ul>${entries}</ul></nav>
<a class="button" href="/add">Add a page</a>
</div></header>
<main class="page${narrow ? ' is-narrow' : ''}" id="main">${content}</main>
${watchLine === undefined ? '' : markup`<footer class="watch-line"><p>${watchLine}</p></footer>`}
</body>
</html>`;
}
