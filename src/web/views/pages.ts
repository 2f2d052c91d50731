import { asSentence } from '../../core/messages/hold-words.ts';
import type { Focus } from '../../core/pending/focus.ts';
import { counted, dayAndTime, everyWords, type Zone } from '../../core/messages/local-time.ts';
import { markup, type Markup } from '../../core/messages/markup.ts';
import { factOf } from '../../core/messages/wording.ts';
import { pageNameOf } from '../../core/watch/page-kind.ts';
import type { Faces } from '../../flows/page-faces.ts';
import type { AccountEvent } from '../../store/events.ts';
import type { DifferenceStory } from '../../store/story.ts';
import type { Lane } from '../../store/tables.ts';
import type { OpenMove } from '../../store/moves.ts';
import type { CheckLine, WatchedPage } from '../../store/watched-pages.ts';
import { WITNESS_WORDS } from '../../core/sight/witness-words.ts';
import { facesSection } from './faces.ts';
import { empty, section, type View } from './layout.ts';
import { inlineQuote, outsideLink } from './marks.ts';
import { earlierWords, moveSection } from './move.ts';
import { outcomeMark, strip } from './strip.ts';

/** Every page with how it was read last; those that cannot be read come first. */
export function pagesView({
  pages,
  zone,
  now,
}: {
  pages: readonly WatchedPage[];
  zone: Zone;
  now: Date;
}): View {
  const blind = pages.filter(({ page }) => page.failingSince !== null).length;
  const waiting = pages.filter(({ last }) => last === null).length;
  const said = [
    blind > 0 &&
      `We cannot read ${blind} of ${counted(pages.length, 'page')}. A change there would be unknown to us.`,
    blind === 0 &&
      waiting === 0 &&
      `${pages.length === 1 ? 'The one page' : `All ${pages.length} pages`} can be read.`,
    waiting > 0 &&
      `${counted(waiting, 'page')} ${waiting === 1 ? 'waits for its' : 'wait for their'} first check.`,
  ]
    .filter((part) => part !== false)
    .join(' ');
  const rows = pages.map((one) => pageRow(one, zone, now));
  const content =
    pages.length === 0
      ? [
          empty('No page is watched yet.', 'Paste the address of one page of a competitor.', [
            '/add',
            'Add a page',
          ]),
        ]
      : [
          markup`<table class="table is-cards"><thead><tr><th scope="col">Page</th><th scope="col">Last check</th><th scope="col">Reason</th><th scope="col">Next</th><th scope="col">Every</th></tr></thead><tbody>${rows}</tbody></table>`,
        ];
  const status =
    pages.length === 0
      ? null
      : markup`<p class="status" data-state="${blind > 0 ? 'unreadable' : 'readable'}"><span>${said}</span></p>`;
  return {
    title: 'Pages',
    here: '/pages',
    content: [markup`<div class="page-head"><h1>Pages</h1>${status}</div>`, ...content],
  };
}

function pageRow({ page, competitor, storedUrl, lane, last }: WatchedPage, zone: Zone, now: Date): Markup {
  const since =
    page.failingSince === null
      ? ''
      : markup`<span class="cell-note is-unread">not readable since ${dayAndTime(page.failingSince, zone)}</span>`;
  const checked =
    last === null
      ? markup`none yet`
      : markup`${outcomeMark(last.outcome)}<span class="cell-note">${dayAndTime(last.at, zone)}${witnessWords(last)}</span>${since}`;
  return markup`<tr><th scope="row"><a href="/pages/${page.id}">${competitor} › ${pageNameOf(storedUrl, page.kind)}</a><span class="cell-note machine">${storedUrl}</span></th><td data-label="Last check"><span>${checked}</span></td><td data-label="Reason">${last?.reason ?? ''}</td><td data-label="Next" class="nowrap">${nextWords(page.nextCheckAt, zone, now)}</td><td data-label="Every" class="nowrap"><span>${everyWords(page.everyS)}<span class="cell-note">${LANES[lane]}</span></span></td></tr>`;
}

/** How a page is read, in words that follow "read". */
const LANES: Readonly<Record<Lane, string>> = { html: 'as plain HTML', render: 'by a browser' };

/** ", seen by 304": the cheapest thing that showed which version stood there. */
function witnessWords({ witness }: CheckLine): string {
  return witness === null ? '' : `, seen by ${witness}`;
}

function nextWords(at: Date, zone: Zone, now: Date): string {
  return at <= now ? 'due now' : dayAndTime(at, zone);
}

export interface PageDetail {
  readonly watched: WatchedPage;
  readonly checks: readonly CheckLine[];
  readonly pending: readonly DifferenceStory[];
  readonly events: readonly AccountEvent[];
  /** Shown by its checks so far. */
  readonly versions: number;
  /** Null for a page with one face. */
  readonly faces: Faces | null;
  /** Where it was told to have moved, while nobody has accepted that. */
  readonly move: OpenMove | null;
  /** Addresses that it had before, newest first. */
  readonly earlier: readonly { readonly url: string; readonly until: Date }[];
  /** What is told of it, how soon and where, a line each. */
  readonly told: readonly string[];
  readonly zone: Zone;
  readonly now: Date;
}

/** One page: whether we see it, the line of its checks, what is pending, what was told. */
export function pageView(detail: PageDetail): View {
  const { watched, checks, pending, events, zone } = detail;
  const { page, competitor, storedUrl } = watched;
  const name = `${competitor} › ${pageNameOf(storedUrl, page.kind)}`;
  const told = events.map(
    ({ event }) =>
      markup`<li><a href="/events/${event.id}">${factOf(event.headline)}</a><span class="quiet">${dayAndTime(event.toldAt, zone)} · ${event.severity} · ${event.kind}</span></li>`,
  );
  const waiting = pending.map((d) => pendingLine(d, zone));
  return {
    title: name,
    here: '/pages',
    content: [
      markup`<p class="crumbs"><a href="/pages">Pages</a> › ${competitor}</p>`,
      markup`<div class="page-head"><h1>${name}</h1><p>${outsideLink(storedUrl)}</p>${status(detail)}</div>`,
      moveSection(detail.move, page.id, zone),
      checks.length === 0 ? null : theChecks(checks, zone),
      facesSection(detail.faces, zone),
      section('Told', listOr(told, 'Nothing was told of this page yet.')),
      section('Waiting to be told', listOr(waiting, 'Nothing waits.')),
      section('What you are told', howTold(detail)),
      section('How it is watched', howWatched(detail)),
      markup`<form class="section" method="post" action="/pages/${page.id}/remove"><button class="button">Stop watching this page</button><p class="note gap-2">Its events leave these lists with it. What was seen and told of it stays stored, and <span class="machine">npm run -s sightline -- events</span> still lists it.</p></form>`,
    ],
  };
}

function howTold({ told, watched: { storedUrl } }: PageDetail): Markup {
  const lines = told.map((line) => markup`<li>${asSentence(line)}</li>`);
  return markup`<ul class="list">${lines}</ul><p class="note gap-2">To change it: <span class="machine">npm run -s sightline -- subscribe ${storedUrl}</span> with a choice, as <span class="machine">--least high</span> or <span class="machine">--mute-until none</span>.</p>`;
}

function howWatched({ watched, versions, earlier, zone }: PageDetail): Markup {
  const { page, competitor, lane } = watched;
  const noarchive = page.noarchive
    ? ' The site asks that the page be not archived (noarchive): only the text that we compare with is kept, and nothing but quotes is shown.'
    : '';
  const ledger = `/ledger?competitor=${encodeURIComponent(competitor)}`;
  return markup`<p class="note">Read ${LANES[lane]} ${rhythm(page)}; ${counted(versions, 'version')} seen so far.${earlierWords(earlier, zone)}${focusWords(page.focus)}${noarchive} What was seen and not told is in the <a href="${ledger}">ledger of ${competitor}</a>.</p>`;
}

function rhythm({ everyS, everyExact }: WatchedPage['page']): string {
  return `every ${everyWords(everyS)}${everyExact ? '' : ', less often while it is quiet'}`;
}

/** What the focus leaves out, in sentences; empty for a page that is watched whole. */
function focusWords({ scope, ignored, side }: Focus): string {
  const said = [
    scope !== null && `Only the part that matches “${scope}” is read.`,
    side !== 'both' && `Only what is ${side} is told.`,
    ignored.length > 0 &&
      `${counted(ignored.length, 'place')} ${ignored.length === 1 ? 'is' : 'are'} ignored.`,
  ];
  return said.map((sentence) => (sentence === false ? '' : ` ${sentence}`)).join('');
}

function listOr(lines: readonly Markup[], none: string): Markup {
  return lines.length === 0 ? markup`<p class="note">${none}</p>` : markup`<ul class="list">${lines}</ul>`;
}

function status({ watched: { page, last }, zone, now }: PageDetail): Markup {
  const next = `Checked ${rhythm(page)}; the next check is ${page.nextCheckAt <= now ? 'due now' : `at ${dayAndTime(page.nextCheckAt, zone)}`}.`;
  if (page.failingSince !== null) {
    return markup`<p class="status" data-state="unreadable"><span><b>Not readable</b> since ${dayAndTime(page.failingSince, zone)}: ${last?.reason ?? 'no check'}. If they change something now, we will not know it. ${next}</span></p>`;
  }
  if (last === null) {
    return markup`<p class="status" data-state="waiting"><span><b>First check in about a minute.</b> A first reading is what later ones are compared with; it is never news. Checked ${rhythm(page)}.</span></p>`;
  }
  return markup`<p class="status" data-state="readable"><span><b>Readable.</b> Last seen ${dayAndTime(last.at, zone)}${last.outcome === 'unchanged' ? ', unchanged' : `: ${last.reason}`}. ${next}</span></p>`;
}

const SHOWN_CHECKS = 6;

function theChecks(checks: readonly CheckLine[], zone: Zone): Markup {
  const rows = checks.slice(0, SHOWN_CHECKS).map((check) => checkRow(check, zone));
  const title = `The last ${checks.length === 1 ? 'check' : `${checks.length} checks`}`;
  return section(
    title,
    markup`${strip(checks, zone)}<table class="table is-cards gap-5"><thead><tr><th scope="col">When</th><th scope="col">Outcome</th><th scope="col">Seen by</th><th scope="col">Reason</th><th scope="col" class="num">Check</th></tr></thead><tbody>${rows}</tbody></table>`,
    `Above the line we saw the page, below it we did not. Seen by: ${witnesses()}.`,
  );
}

/** "304 (the server’s word that nothing changed), bytes (…)": what the short names stand for. */
function witnesses(): string {
  return Object.entries(WITNESS_WORDS)
    .map(([name, words]) => `${name} (${words})`)
    .join(', ');
}

function checkRow({ id, at, outcome, witness, reason }: CheckLine, zone: Zone): Markup {
  return markup`<tr><td data-label="When" class="nowrap">${dayAndTime(at, zone)}</td><td data-label="Outcome">${outcomeMark(outcome)}</td><td data-label="Seen by">${witness ?? '–'}</td><td data-label="Reason">${reason}</td><td data-label="Check" class="num machine">${id}</td></tr>`;
}

function pendingLine(d: DifferenceStory, zone: Zone): Markup {
  const due = d.dueAt === null ? '' : `told from ${dayAndTime(d.dueAt, zone)} on, if it still stands`;
  const under = d.headings.length === 0 ? '' : `${d.headings.join(' › ')} · `;
  return markup`<li>${inlineQuote(d)}<span class="quiet">${under}${due}</span></li>`;
}
