import { digestText } from './digest-text.ts';
import { sectionsOf, type CompetitorNews } from './digest-sections.ts';
import {
  coverageFacts,
  digestPreheader,
  digestSentence,
  digestSubject,
  digestTitle,
} from './digest-words.ts';
import {
  addAddress,
  digestShares,
  leftWords,
  newPagesLeft,
  newPageWords,
  ON_REQUEST,
} from './digest-words.ts';
import { standing, type DigestShare } from './digest-words.ts';
import { digestFooter } from './digest-footer.ts';
import { linesOf } from './excerpt.ts';
import { clip } from './inert.ts';
import { calendarDay, zoneOf, type Zone } from './local-time.ts';
import { mailDocument } from './mail-document.ts';
import { footerHtml } from './mail-footer.ts';
import { AUTOMATIC, unsubscribeHeaders } from './mail-headers.ts';
import { smallEnough } from './mail-size.ts';
import { look } from './mail-paint.ts';
import {
  dot,
  facts,
  link,
  marked,
  paragraph,
  row,
  rule,
  sectionTitle,
  severityMark,
  TABLE,
  title,
} from './mail-parts.ts';
import { markup, type Markup } from './markup.ts';
import type { DigestEvent, DigestInput, MailMessage, NewPage } from './message.ts';
import { eventAddress, factOf, givenName, namedFact, pageTitle } from './wording.ts';

/**
 * The digest of one local date, or, without events, the roll-up of a quiet Monday (PRODUCT 5). Pure; never throws on
 * what a page, a name or a time zone holds.
 */
export function digestMail(input: DigestInput): MailMessage {
  const zone = zoneOf(input.timeZone);
  const subject = digestSubject(input);
  const preheader = digestPreheader(input, zone);
  const day = calendarDay(input.localDate);
  const { choice, html } = smallEnough(digestShares(input), (share) =>
    mailDocument({
      subject,
      preheader,
      corner: input.onRequest ? `${day}, on request` : day,
      rows: [...openingRows(input, zone), ...newsRows(input, share, zone), ...coverageRows(input, zone)],
      footer: footerHtml(digestFooter(input, zone)),
    }),
  );
  const headers = { ...AUTOMATIC, ...unsubscribeHeaders(input.waysOut) };
  return { subject, preheader, html, text: digestText(input, choice, zone), headers };
}

function openingRows(input: DigestInput, zone: Zone): Markup[] {
  const asked = row(8, paragraph({ type: 'meta', paint: ['quiet'] }, ON_REQUEST));
  return [
    row(20, title(digestTitle(input, zone))),
    row(8, paragraph({ type: 'lede', paint: ['soft'] }, digestSentence(input, zone))),
    ...(input.onRequest ? [asked] : []),
  ];
}

function newsRows(input: DigestInput, share: DigestShare, zone: Zone): Markup[] {
  const { act, know, returned, left } = sectionsOf(input.events, share.lines);
  const pagesLeft = newPagesLeft(input, share);
  const rest = row(10, paragraph({ type: 'fact', paint: ['soft'] }, link(leftWords(left), input.publicUrl)));
  return [
    ...section(
      'Act today',
      act.map((item, index) => row(index === 0 ? 10 : 18, actParts(item, input, zone))),
    ),
    ...section(
      'Worth knowing',
      know.map((news) => competitorRow(news, input, zone)),
    ),
    ...section(
      'Reversed or corrected',
      returned.map((item) => returnedRow(item, input, zone)),
    ),
    ...section('New pages', [
      ...input.newPages.slice(0, share.newPages).map((page) => newPageRow(page, input, zone)),
      ...(pagesLeft === null ? [] : [row(6, paragraph({ type: 'fact', paint: ['soft'] }, pagesLeft))]),
    ]),
    ...(left > 0 ? [rest] : []),
  ];
}

function section(name: string, rows: readonly Markup[]): Markup[] {
  return rows.length === 0 ? [] : [rule(), row(16, sectionTitle(name)), ...rows];
}

/** What to act on shows its proof: the first quote, both sides. */
function actParts(item: DigestEvent, input: DigestInput, zone: Zone): Markup[] {
  const { event } = item;
  const meta = [pageTitle(item), event.kind, standing(item, zone)].filter((words) => words !== '');
  const quote = linesOf(event.quotes[0]).map((line) => {
    const isBefore = line.side === 'before';
    const sign = markup`<span ${look({ paint: [isBefore ? 'was' : 'now'] })}>${isBefore ? '−' : '+'}</span>`;
    return paragraph({ type: 'theirs-small', paint: ['ink'], css: 'padding:2px 0 0' }, [
      sign,
      ' ',
      ...bidi(line),
    ]);
  });
  const fact = link(
    clip(namedFact(event.headline, item.competitor), 140),
    eventAddress(input, event.id),
    'ink',
  );
  return [
    paragraph({ type: 'meta', paint: ['quiet'] }, [
      severityMark(item.severity),
      ...meta.map((words) => markup`${dot()}${words}`),
    ]),
    paragraph({ type: 'name', paint: ['ink'] }, fact),
    ...quote,
  ];
}

function bidi(line: Parameters<typeof marked>[0]): Markup[] {
  return [markup`<bdi>${marked(line)}</bdi>`];
}

function competitorRow({ competitor, events }: CompetitorNews, input: DigestInput, zone: Zone): Markup {
  const left = look({ type: 'meta', paint: ['quiet'], css: 'padding:4px 12px 4px 0' });
  const right = look({ type: 'fact', paint: ['ink'], css: 'padding:4px 0' });
  const line = (item: DigestEvent) =>
    markup`<tr>
      <td ${left} width="84" valign="top">${severityMark(item.severity)}</td>
      <td ${right} valign="top">${factLink(item, input)}${after(item, zone)}</td>
    </tr>`;
  return row(10, [
    paragraph({ type: 'fact', paint: ['soft'], css: 'font-weight:600' }, givenName(competitor)),
    markup`<table ${TABLE} width="100%">
      ${events.map(line)}
    </table>`,
  ]);
}

function returnedRow(item: DigestEvent, input: DigestInput, zone: Zone): Markup {
  const name = `${givenName(item.competitor)}: `;
  return row(
    6,
    paragraph({ type: 'fact', paint: ['ink'] }, [name, factLink(item, input), after(item, zone)]),
  );
}

function newPageRow(page: NewPage, input: DigestInput, zone: Zone): Markup {
  const said = `${givenName(page.competitor)}: ${newPageWords(page, zone)}, `;
  return row(6, paragraph({ type: 'fact', paint: ['ink'] }, [said, link('add it', addAddress(input, page))]));
}

function factLink({ event }: DigestEvent, input: DigestInput): Markup {
  return link(factOf(event.headline), eventAddress(input, event.id), 'ink');
}

function after(item: DigestEvent, zone: Zone): Markup {
  const words = [givenName(item.pageName), standing(item, zone)].filter((word) => word !== '').join(' · ');
  // The dot stays with the word after it.
  return markup` <span ${look({ paint: ['quiet'] })}>·\u00A0${words}</span>`;
}

function coverageRows(input: DigestInput, zone: Zone): Markup[] {
  const pairs = coverageFacts(input, zone).map(({ label, words, page }) => {
    const name = page === null ? '' : markup`<b ${look({ paint: ['unread'] })}>${page}</b> `;
    return [label, markup`${name}${words}`] as const;
  });
  return [rule(), row(16, sectionTitle('What we saw, and what we did not')), row(6, facts(pairs))];
}
