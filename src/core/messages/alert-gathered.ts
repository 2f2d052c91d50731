import { readRows, stateRows, whereAndHowSevere } from './alert-item.ts';
import { leaveLink, lookLinks, opinionLinks, quietLinks } from './alert-links.ts';
import { BY_RULES, GATHERED, gatheredTitle, kindAndWhy, sentences } from './alert-words.ts';
import { leftWords } from './digest-words.ts';
import { excerptOf } from './excerpt.ts';
import type { Zone } from './local-time.ts';
import { look } from './mail-paint.ts';
import { evidence, heading, link, links, paragraph, row, rule } from './mail-parts.ts';
import { sectionTitle, severityMark, TABLE, title } from './mail-parts.ts';
import { markup, type Markup } from './markup.ts';
import type { AlertInput, AlertItem } from './message.ts';
import { certaintyOf, eventAddress, factOf, givenName } from './wording.ts';

/** How many events of a gathered mail are shown whole, and how many of the others have a line. */
export interface Share {
  readonly whole: number;
  readonly lines: number;
}

const MOST_WHOLE = 8;
const MOST_LINES = 40;

/** Quotes of one event among several. */
export const FEW_QUOTES = 2;

export const ALSO = 'Also changed';

/** What a gathered mail may show, most first: whole events become lines before lines are left out. */
export function gatheredShares({ items }: AlertInput): readonly [Share, ...Share[]] {
  const most = Math.min(items.length, MOST_WHOLE);
  const lines = (whole: number) => Math.min(items.length - whole, MOST_LINES);
  const fewer = Array.from({ length: most - 1 }, (_, n) => most - 1 - n);
  const shorter = [20, 10, 0].filter((count) => count < lines(1));
  return [
    { whole: most, lines: lines(most) },
    ...fewer.map((whole) => ({ whole, lines: lines(whole) })),
    ...shorter.map((count) => ({ whole: 1, lines: count })),
  ];
}

/** Several events of one competitor: what came together, then each event, the most severe first. */
export function gatheredRows(input: AlertInput, share: Share, zone: Zone): Markup[] {
  const { items } = input;
  const rest = items.slice(share.whole, share.whole + share.lines);
  const left = items.length - share.whole - rest.length;
  return [
    row(20, title(gatheredTitle(input))),
    row(8, paragraph({ type: 'lede', paint: ['soft'] }, GATHERED)),
    ...items.slice(0, share.whole).flatMap((item) => eventRows(input, item, zone)),
    ...(rest.length === 0 ? [] : [rule(), row(16, sectionTitle(ALSO)), row(4, lineTable(input, rest))]),
    ...(left === 0 ? [] : [row(10, small(link(leftWords(left), input.publicUrl)))]),
  ];
}

function eventRows(input: AlertInput, item: AlertItem, zone: Zone): Markup[] {
  const { event } = item;
  const fact = factOf(event.headline);
  const [seen, window] = certaintyOf(event, zone);
  const words = event.writtenBy === 'rules' ? `; ${BY_RULES}` : '';
  const ours = links([...opinionLinks(item), leaveLink(item)], 'quiet');
  return [
    rule(),
    row(18, whereAndHowSevere(item)),
    row(2, heading(fact)),
    ...sentences(event, fact).map((line) => row(4, paragraph({ type: 'body', paint: ['soft'] }, line))),
    evidence(excerptOf(event.quotes, FEW_QUOTES)),
    ...stateRows(input, item, zone),
    ...readRows(event),
    row(14, [
      small(links(lookLinks(input, item))),
      tiny([seen, markup`<br />`, window, markup`<br />`, `${kindAndWhy(item)}${words}`]),
      tiny([ours, markup`<br />`, links(quietLinks(item), 'quiet')]),
    ]),
  ];
}

function small(content: Markup): Markup {
  return paragraph({ type: 'fact', paint: ['soft'] }, content);
}

function tiny(content: Parameters<typeof paragraph>[1]): Markup {
  return paragraph({ type: 'meta', paint: ['quiet'], css: 'padding-top:8px' }, content);
}

function lineTable(input: AlertInput, items: readonly AlertItem[]): Markup {
  const left = look({ type: 'meta', paint: ['quiet'], css: 'padding:4px 12px 4px 0' });
  const right = look({ type: 'fact', paint: ['ink'], css: 'padding:4px 0' });
  const line = ({ event, severity, pageName }: AlertItem) =>
    markup`<tr>
      <td ${left} width="84" valign="top">${severityMark(severity)}</td>
      <td ${right} valign="top">${link(factOf(event.headline), eventAddress(input, event.id), 'ink')} <span ${look({ paint: ['quiet'] })}>· ${givenName(pageName)}</span></td>
    </tr>`;
  return markup`<table ${TABLE} width="100%">
    ${items.map(line)}
  </table>`;
}
