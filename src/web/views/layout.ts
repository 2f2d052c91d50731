import { markup, type Markup } from '../../core/messages/markup.ts';

/** What a view makes: the middle of a page and its names. */
export interface View {
  readonly title: string;
  /** Which entry of the menu is the current one; null: none. */
  readonly here: string | null;
  readonly narrow?: boolean;
  readonly content: readonly (Markup | null)[];
}

const MENU = [
  ['/', 'Timeline'],
  ['/pages', 'Pages'],
  ['/ledger', 'Ledger'],
  ['/channels', 'Channels'],
  ['/deliveries', 'Deliveries'],
  ['/mails', 'Mails'],
] as const;

/** Two overlapping circles and what both see: the mark of Sightline. */
const MARK = markup`<svg viewBox="0 0 32 32" aria-hidden="true" focusable="false"><g fill="none" stroke="currentColor" stroke-width="2"><circle cx="16" cy="11.5" r="9.75"/><circle cx="16" cy="20.5" r="9.75"/></g><circle cx="16" cy="16" r="2.7" fill="currentColor"/></svg>`;

/**
 * A whole page. Works without script; every text put into a template is escaped there.
 * @param page `foot` is the quiet line at the end, about the watch itself; null: there is nothing to say of it
 */
export function layout({
  title,
  here,
  narrow = false,
  content,
  foot,
}: View & { foot: Markup | null }): Markup {
  const entries = MENU.map(([href, name]) => {
    const current = href === here ? markup` aria-current="page"` : '';
    return markup`<li><a href="${href}"${current}>${name}</a></li>`;
  });
  return document(
    title,
    markup`<body>
<a class="skip" href="#main">Skip to content</a>
<header class="top"><div class="top-in">
<a class="brand" href="/">${MARK}Sightline</a>
<nav class="nav" aria-label="Main"><ul>${entries}</ul></nav>
<a class="button is-small" href="/add">Add a page</a>
</div></header>
<main class="page${narrow ? ' is-narrow' : ''}" id="main">${content}</main>
${foot === null ? '' : markup`<footer class="watch-line"><p>${foot}</p></footer>`}
</body>`,
  );
}

/**
 * A page for whoever holds a link, signed in or not: no menu, no foot, nothing of the account but what is handed in.
 * @param note the quiet line at the end
 */
export function doorLayout({
  title,
  content,
  note,
}: Pick<View, 'title' | 'content'> & { note: string }): Markup {
  return document(
    title,
    markup`<body class="door">
<main id="main"><div class="door-in"><span class="brand">${MARK}Sightline</span>${content}</div></main>
<footer class="watch-line"><p>${note}</p></footer>
</body>`,
  );
}

function document(title: string, body: Markup): Markup {
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
${body}
</html>`;
}

/** A section with its heading; `note` stands beside it, in small. */
export function section(title: string, body: Markup | readonly Markup[], note = ''): Markup {
  const aside = note === '' ? '' : markup`<span class="section-note">${note}</span>`;
  return markup`<section class="section"><div class="section-head"><h2>${title}</h2>${aside}</div>${body}</section>`;
}

/** True, why, one thing to do. */
export function empty(
  title: string,
  say: string,
  action: readonly [href: string, words: string] | null,
): Markup {
  const link = action === null ? '' : markup`<a class="button" href="${action[0]}">${action[1]}</a>`;
  return markup`<div class="empty"><h2>${title}</h2><p>${say}</p>${link}</div>`;
}

/** A select of a GET form; the first choice is to choose nothing. */
export function select(
  name: string,
  label: string,
  { options, chosen, all }: { options: readonly string[]; chosen: string | null; all: string },
): Markup {
  const choices = options.map((value) => {
    const selected = value === chosen ? markup` selected` : '';
    return markup`<option value="${value}"${selected}>${value}</option>`;
  });
  return markup`<div class="field"><label for="f-${name}">${label}</label><select class="select" id="f-${name}" name="${name}"><option value="">${all}</option>${choices}</select></div>`;
}
