import type { Notice, ToldEvent } from '../core/told-event.ts';
import { listEvents } from '../store/events.ts';
import { listNotices } from '../store/notices.ts';
import { clockOf, type Clock } from './times.ts';
import { answer, flagDay, withApp, type Command } from './command.ts';

export const events: Command = {
  name: 'events',
  usage: '[--since TIME]',
  about: 'what was told: changes, and notices about the watch itself',
  flags: { since: { type: 'string' } },
  takes: [0, 0],
  async run(invocation) {
    const from = flagDay(invocation, 'since');
    return withApp(invocation, async ({ db, account }) => {
      const since = from === null ? null : from(account);
      const clock = clockOf(account);
      const told = await listEvents(db, { since });
      const notices = await listNotices(db, since);
      const all = [
        ...told.map((event) => ({ at: event.toldAt, json: eventJson(event), line: eventLine(event, clock) })),
        ...notices.map((notice) => ({
          at: notice.createdAt,
          json: noticeJson(notice),
          line: noticeLine(notice, clock),
        })),
      ].toSorted((a, b) => +a.at - +b.at);
      const lines = all.flatMap(({ line }) => line);
      answer(
        invocation,
        all.map(({ json }) => json),
        lines.length > 0 ? [...lines, clock.note] : [noneWords(since, clock)],
      );
      return 0;
    });
  },
};

function noneWords(since: Date | null, clock: Clock): string {
  return since === null ? 'Nothing was told yet.' : `Nothing was told since ${clock.sentence(since)}.`;
}

/** An event as the contract of DESIGN 6 has it; also what `judge` prints. */
export function eventJson(event: ToldEvent): object {
  const { id, url, kind, severity, headline, summary, quotes, numbers, window, corrected } = event;
  const evidence = {
    before: quotes.flatMap((quote) => quote.before ?? []),
    after: quotes.flatMap((quote) => quote.after ?? []),
  };
  const more = corrected === null ? {} : { corrected };
  return { id, url, kind, severity, headline, summary, evidence, numbers, window, ...more };
}

function noticeJson(notice: Notice): object {
  const { id, url, kind, severity, headline, advice, address, since, createdAt } = notice;
  const window = { from: since, to: createdAt };
  return {
    id: `notice-${id}`,
    url,
    kind,
    severity,
    headline,
    summary: advice === null ? headline : `${headline}. ${advice}`,
    address,
    evidence: { before: [], after: [] },
    numbers: [],
    window,
  };
}

function eventLine(event: ToldEvent, clock: Clock): readonly string[] {
  const quotes = event.quotes
    .slice(0, 3)
    .flatMap(({ before, after }) => [
      ...(before === null ? [] : [`    − ${short(before)}`]),
      ...(after === null ? [] : [`    + ${short(after)}`]),
    ]);
  const head = `${clock.column(event.toldAt)}  ${event.severity.padEnd(8)} ${event.headline}`;
  const { corrected } = event;
  const wrong =
    corrected === null ? [] : [`    corrected ${clock.column(corrected.at)}: ${corrected.because}`];
  const about = `    ${event.url} (event ${event.id}, ${event.kind}, by ${event.writtenBy})`;
  return [head, about, ...wrong, ...quotes];
}

function noticeLine(notice: Notice, clock: Clock): readonly string[] {
  const head = `${clock.column(notice.createdAt)}  ${notice.severity.padEnd(8)} ${notice.headline}`;
  const next =
    notice.kind === 'page.moved'
      ? `To follow it: npm run -s sightline -- accept ${notice.url}`
      : notice.advice;
  return [head, `    ${notice.url} (${notice.kind})`, ...(next === null ? [] : [`    ${next}`])];
}

export function short(text: string): string {
  return text.length > 100 ? `${text.slice(0, 99)}…` : text;
}
