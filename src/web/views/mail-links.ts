import { markup, type Markup } from '../../core/messages/markup.ts';
import { factOf, pageTitle, shownUrl } from '../../core/messages/wording.ts';
import { pageKindOf, pageNameOf } from '../../core/watch/page-kind.ts';
import type { LinkMeaning } from '../../flows/press-link.ts';
import type { MessagePage } from '../../store/deliveries.ts';
import { doorLayout } from './layout.ts';
import { LINK_WORDS, type LinkWords } from './link-words.ts';

/** Opened, or its button pressed. */
export type LinkStage = 'asked' | 'done';

/** Actions that speak of pages, and have nothing to do once none of them is watched. */
const OF_PAGES = new Set(['mute kind', 'snooze', 'unsubscribe page', 'unsubscribe message']);

/**
 * What a link of a message would do, with one button, or what its button did and how that is undone. It shows no more of
 * the account than the message did: whoever has the message may open it.
 * @param place the channel's address, without what is secret in it
 */
export function linkView(
  meaning: LinkMeaning,
  { stage, place }: { stage: LinkStage; place: string },
): Markup {
  const { action, pages, event, channel } = meaning;
  const isMoot = OF_PAGES.has(action) && (pages.length === 0 || (action === 'mute kind' && event === null));
  if (isMoot) return mootView(place);
  const words = LINK_WORDS[action]({
    place,
    pages: pageWords(pages),
    many: pages.length > 1,
    kind: event?.kind ?? '',
    off: channel.disabledAt !== null,
  });
  const [title, say] = stage === 'asked' ? words.ask : words.done;
  const act =
    stage === 'asked'
      ? markup`<form method="post"><button class="button is-main">${words.button}</button></form>`
      : undo(words.undo, pages);
  return doorLayout({
    title,
    content: [markup`<h1>${title}</h1><p class="soft">${say}</p>`, about(meaning), act],
    note:
      stage === 'asked'
        ? 'Nothing has changed yet. Opening a link changes nothing; only the button does.'
        : 'You can close this page.',
  });
}

/** What to do with a link that is too old, or that is not one of ours. */
export function brokenLinkView(why: 'expired' | 'unknown'): Markup {
  const [title, say] =
    why === 'expired'
      ? [
          'This link is too old.',
          'Buttons in messages work for 30 days, a question whether news may come for 7. Use those of a newer message, or ask whoever added this address to Sightline.',
        ]
      : [
          'There is no such link.',
          'A mail program may have cut it: copy it whole from the message. If it is whole, the channel that the message came by is removed, and nothing more comes by it.',
        ];
  return doorLayout({
    title,
    content: [markup`<h1>${title}</h1><p class="soft">${say}</p>`],
    note: 'Nothing was changed.',
  });
}

function mootView(place: string): Markup {
  const title = 'There is nothing left to stop.';
  return doorLayout({
    title,
    content: [
      markup`<h1>${title}</h1><p class="soft">No page of this message is watched any more, so no news of it comes to ${place}.</p>`,
    ],
    note: 'Nothing was changed.',
  });
}

/** "Birchline › Pricing", "these 3 pages" */
function pageWords(pages: readonly MessagePage[]): string {
  const [first, second] = pages;
  if (first === undefined) return 'this page';
  return second === undefined ? nameOf(first) : `these ${pages.length} pages`;
}

function nameOf({ competitor, url }: MessagePage): string {
  return pageTitle({ competitor, pageName: pageNameOf(url, pageKindOf(url)) });
}

/** The news and the pages, as the message named them. */
function about({ pages, event }: LinkMeaning): Markup | null {
  const news = event === null ? '' : markup`<div><dt>The news</dt><dd>${factOf(event.headline)}</dd></div>`;
  const each = pages.map(
    (page) => markup`<dd>${nameOf(page)}</dd><dd class="quiet machine">${shownUrl(page.url)}</dd>`,
  );
  const where =
    pages.length === 0 ? '' : markup`<div><dt>${pages.length === 1 ? 'Page' : 'Pages'}</dt>${each}</div>`;
  return event === null && pages.length === 0 ? null : markup`<dl class="facts">${news}${where}</dl>`;
}

function undo(how: LinkWords['undo'], pages: readonly MessagePage[]): Markup {
  if (how === 'channels') {
    return markup`<p class="note">Was this a mistake? Whoever runs Sightline can switch it on again under <a href="/channels">Channels</a>; you are asked before anything comes.</p>`;
  }
  if (how !== 'mutes') return markup`<p class="note">${how}</p>`;
  const commands = pages.map(
    ({ url }) =>
      markup`<pre class="command">npm run -s sightline -- subscribe ${quoted(url)} --mute-until none</pre>`,
  );
  return markup`<p class="note">Was this a mistake? Whoever runs Sightline ends all mutes of the page by:</p>${commands}`;
}

/** As a shell takes it whole. */
function quoted(url: string): string {
  return /^[\w:/.%~@+,=-]+$/.test(url) ? url : `'${url.replaceAll("'", "'\\''")}'`;
}
