import { counted, dayAndTime, type Zone } from '../../core/messages/local-time.ts';
import { markup, type Markup } from '../../core/messages/markup.ts';
import { pageKindOf, pageNameOf } from '../../core/watch/page-kind.ts';
import type { HeldBack } from '../../store/ledger.ts';
import { empty, select, type View } from './layout.ts';
import { inlineQuote } from './marks.ts';

export interface LedgerPage {
  /** All of them; the filter is applied here. */
  readonly lines: readonly HeldBack[];
  readonly filter: { readonly competitor: string | null; readonly reason: string | null };
  /** Were there more than could be read? */
  readonly cut: boolean;
  readonly days: number;
  readonly zone: Zone;
}

/** Every difference that was seen and not told, with its reason (P6). */
export function ledgerView({ lines, filter, cut, days, zone }: LedgerPage): View {
  const shown = lines.filter(
    ({ competitor, kind }) =>
      (filter.competitor === null || filter.competitor === competitor) &&
      (filter.reason === null || filter.reason === kind),
  );
  const times = shown.reduce((sum, line) => sum + line.times, 0);
  const said = `${counted(times, 'difference')} seen and not told in the last ${days} days, each with its reason.${cut ? ` The newest ${lines.length} texts are shown.` : ''}`;
  return {
    title: 'Ledger',
    here: '/ledger',
    content: [
      markup`<div class="page-head"><h1>Ledger</h1>${lines.length === 0 ? null : markup`<p class="soft">${said}</p>`}</div>`,
      lines.length === 0 ? null : filters(lines, filter),
      shown.length === 0 ? nothing(lines.length, days) : table(shown, zone),
    ],
  };
}

function nothing(others: number, days: number): Markup {
  return others === 0
    ? empty(
        `Nothing was held back in the last ${days} days.`,
        'Each difference that we saw was told, or waits to be.',
        null,
      )
    : empty('Nothing fits this filter.', 'Other differences were held back.', ['/ledger', 'Show all']);
}

function filters(lines: readonly HeldBack[], { competitor, reason }: LedgerPage['filter']): Markup {
  const names = [...new Set(lines.map((line) => line.competitor))].toSorted();
  const kinds = [...new Set(lines.map((line) => line.kind))].toSorted();
  return markup`<form class="filters" method="get" action="/ledger" aria-label="Filter the ledger">${select('competitor', 'Competitor', { options: names, chosen: competitor, all: 'All' })}${select('reason', 'Reason', { options: kinds, chosen: reason, all: 'All reasons' })}<button class="button">Show</button></form>`;
}

function table(lines: readonly HeldBack[], zone: Zone): Markup {
  const rows = lines.map((line) => ledgerRow(line, zone));
  return markup`<table class="table is-cards gap-5"><thead><tr><th scope="col">When</th><th scope="col">Page</th><th scope="col">Why not told</th><th scope="col">What differed</th></tr></thead><tbody>${rows}</tbody></table>`;
}

function ledgerRow(line: HeldBack, zone: Zone): Markup {
  const { pageId, competitor, storedUrl, kind, reason, times, at } = line;
  const name = `${competitor} › ${pageNameOf(storedUrl, pageKindOf(storedUrl))}`;
  const often = times === 1 ? '' : markup`<span class="cell-note">last of ${times} times</span>`;
  return markup`<tr><td data-label="When"><span><span class="nowrap">${dayAndTime(at, zone)}</span>${often}</span></td><td data-label="Page"><a href="/pages/${pageId}">${name}</a></td><td data-label="Why"><span><span class="tag">${kind}</span><span class="cell-note">${reason}</span></span></td><td data-label="What">${inlineQuote(line)}</td></tr>`;
}
