import { counted, dayAndTime, type Zone } from '../../core/messages/local-time.ts';
import { markup, type Markup } from '../../core/messages/markup.ts';
import type { LedgerLine } from '../../store/ledger.ts';
import { layout } from './layout.ts';

const MOST = 200;

/** Every difference that was not told, with its reason (P6). */
export function ledgerView({
  lines,
  days,
  zone,
}: {
  lines: readonly LedgerLine[];
  days: number;
  zone: Zone;
}): Markup {
  const shown = lines.slice(0, MOST).map((line) => ledgerLine(line, zone));
  const said =
    lines.length === 0
      ? `Nothing was held back in the last ${days} days.`
      : `${counted(lines.length, 'difference')} held back in the last ${days} days, each with its reason.`;
  const left =
    lines.length > MOST
      ? markup`<p class="note">The newest ${MOST} are shown; the command line lists all.</p>`
      : null;
  return layout({
    title: 'Ledger',
    here: '/ledger',
    content: [
      markup`<div class="page-head"><h1>Ledger</h1><p class="status" data-state="well"><span>${said}</span></p></div>`,
      markup`<ul class="list">${shown}</ul>`,
      left,
    ],
  });
}

function ledgerLine({ url, reasons, before, after, at }: LedgerLine, zone: Zone): Markup {
  const [kind = '', ...why] = reasons;
  const gone = before.map(
    (text) => markup`<del class="theirs"><span class="sr">removed: </span>${short(text)}</del> `,
  );
  const came = after.map(
    (text) => markup`<ins class="theirs"><span class="sr">added: </span>${short(text)}</ins>`,
  );
  return markup`<li><span class="tag">${kind}</span> ${why.join('; ')}<p class="event-row-quote">${gone}${came}</p><span class="quiet">${url} · ${dayAndTime(at, zone)}</span></li>`;
}

function short(text: string): string {
  return text.length > 300 ? `${text.slice(0, 299)}…` : text;
}
