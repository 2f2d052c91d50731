import { counted, dayAndTime, type Zone } from '../../core/messages/local-time.ts';
import { markup, type Markup } from '../../core/messages/markup.ts';
import { factOf } from '../../core/messages/wording.ts';
import { pageNameOf } from '../../core/page-kind.ts';
import type { AccountEvent } from '../../store/events.ts';
import type { DifferenceStory } from '../../store/story.ts';
import type { CheckLine, WatchedPage } from '../../store/watched-pages.ts';
import { layout } from './layout.ts';
import { outsideLink } from './marks.ts';
import { strip } from './strip.ts';

/** Every page with how it was read last; those that cannot be read come first. */
export function pagesView({ pages, zone }: { pages: readonly WatchedPage[]; zone: Zone }): Markup {
  const blind = pages.filter(({ page }) => page.failingSince !== null).length;
  const state = pages.length === 0 ? 'waiting' : blind > 0 ? 'unreadable' : 'well';
  const said =
    pages.length === 0
      ? 'No page is watched yet.'
      : blind === 0
        ? `All ${counted(pages.length, 'page')} can be read.`
        : `We cannot read ${blind} of ${counted(pages.length, 'page')}.`;
  const rows = pages.map((one) => pageRow(one, zone));
  const table = markup`<table class="table is-cards"><thead><tr><th>Page</th><th>Last check</th><th>Next</th><th>Every</th><th class="num">Versions</th></tr></thead><tbody>${rows}</tbody></table>`;
  return layout({
    title: 'Pages',
    here: '/pages',
    content: [
      markup`<div class="page-head"><h1>Pages</h1><p class="status" data-state="${state}"><span>${said}</span></p></div>`,
      pages.length === 0 ? markup`<a class="button is-main" href="/add">Add a page</a>` : table,
    ],
  });
}

function pageRow({ page, competitor, storedUrl, last, versions }: WatchedPage, zone: Zone): Markup {
  const checked =
    last === null
      ? 'not yet'
      : markup`${outcomeWords(last)}<span class="cell-note">${dayAndTime(last.at, zone)}</span>`;
  return markup`<tr><th scope="row"><a href="/pages/${page.id}">${competitor} › ${pageNameOf(storedUrl, page.kind)}</a><span class="cell-note machine">${storedUrl}</span></th><td data-label="Last check">${checked}</td><td data-label="Next">${dayAndTime(page.nextCheckAt, zone)}</td><td data-label="Every">${every(page.everyS)}</td><td class="num" data-label="Versions">${versions}</td></tr>`;
}

function outcomeWords({ outcome, witness }: CheckLine): string {
  return witness === null ? outcome : `${outcome}, by ${witness}`;
}

/** "6 hours", "day": what stands after "every". */
function every(seconds: number): string {
  const [count, noun] =
    seconds % 86_400 === 0
      ? [seconds / 86_400, 'day']
      : seconds % 3600 === 0
        ? [seconds / 3600, 'hour']
        : [Math.round(seconds / 60), 'minute'];
  return count === 1 ? noun : counted(count, noun);
}

export interface PageDetail {
  readonly watched: WatchedPage;
  readonly checks: readonly CheckLine[];
  readonly pending: readonly DifferenceStory[];
  readonly events: readonly AccountEvent[];
  readonly zone: Zone;
}

/** One page: whether we see it, the line of its checks, what is pending, what was told. */
export function pageView({ watched, checks, pending, events, zone }: PageDetail): Markup {
  const { page, competitor, storedUrl } = watched;
  const name = pageNameOf(storedUrl, page.kind);
  return layout({
    title: `${competitor} › ${name}`,
    here: '/pages',
    content: [
      markup`<p class="crumbs"><a href="/pages">Pages</a> › ${competitor}</p>`,
      markup`<div class="page-head"><h1>${competitor} › ${name}</h1>${status(watched, zone)}<p>${outsideLink(storedUrl)}</p></div>`,
      strip(checks, zone),
      section(
        'The last checks',
        checks.slice(0, 6).map((check) => checkLine(check, zone)),
        'The first check comes within a minute.',
      ),
      section(
        'Waiting to be told',
        pending.map((d) => pendingLine(d, zone)),
        'Nothing is pending.',
      ),
      section(
        'Told',
        events.map(
          ({ event }) =>
            markup`<li><a href="/events/${event.id}">${factOf(event.headline)}</a><span class="quiet">${dayAndTime(event.toldAt, zone)} · ${event.severity} · ${event.kind}</span></li>`,
        ),
        'Nothing was told of this page yet.',
      ),
      markup`<p class="section note">Checked every ${every(page.everyS)}, next ${dayAndTime(page.nextCheckAt, zone)}. What was not told is in the <a href="/ledger">ledger</a>.</p>`,
      markup`<form class="form section" method="post" action="/pages/${page.id}/remove"><button class="button">Stop watching this page</button><p class="note">What was seen and told of it stays.</p></form>`,
    ],
  });
}

function status({ page, last }: WatchedPage, zone: Zone): Markup {
  if (page.failingSince !== null) {
    return markup`<p class="status" data-state="unreadable"><span><b>We cannot read this page</b> since ${dayAndTime(page.failingSince, zone)}: ${last?.reason ?? ''}. If they change something now, we will not know it.</span></p>`;
  }
  if (last === null)
    return markup`<p class="status" data-state="waiting"><span>First check in about a minute.</span></p>`;
  return markup`<p class="status" data-state="well"><span>Seen ${dayAndTime(last.at, zone)}${last.outcome === 'unchanged' ? ', unchanged' : `: ${last.reason}`}.</span></p>`;
}

function section(title: string, lines: readonly Markup[], none: string): Markup {
  const body =
    lines.length === 0 ? markup`<p class="note">${none}</p>` : markup`<ul class="list">${lines}</ul>`;
  return markup`<section class="section"><div class="section-head"><h2>${title}</h2></div>${body}</section>`;
}

function checkLine(check: CheckLine, zone: Zone): Markup {
  return markup`<li><b>${outcomeWords(check)}</b>: ${check.reason}<span class="quiet">${dayAndTime(check.at, zone)} · check ${check.id}</span></li>`;
}

function pendingLine(d: DifferenceStory, zone: Zone): Markup {
  const due = d.dueAt === null ? '' : `told from ${dayAndTime(d.dueAt, zone)} on, if it still stands`;
  const before =
    d.before === null ? '' : markup`<del class="theirs"><span class="sr">removed: </span>${d.before}</del> `;
  const after =
    d.after === null ? '' : markup`<ins class="theirs"><span class="sr">added: </span>${d.after}</ins>`;
  return markup`<li>${before}${after}<span class="quiet">${d.headings.join(' › ')} · ${due}</span></li>`;
}
