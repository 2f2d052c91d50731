import type { Notice, ToldEvent } from '../core/told-event.ts';
import { listEvents } from '../store/events.ts';
import { listNotices } from '../store/notices.ts';
import { answer, flagTime, withApp, type Command } from './command.ts';

export const events: Command = {
  name: 'events',
  usage: '[--since TIME]',
  about: 'what was told: changes, and notices about the watch itself',
  flags: { since: { type: 'string' } },
  takes: [0, 0],
  async run(invocation) {
    const since = flagTime(invocation, 'since');
    return withApp(invocation, async ({ db }) => {
      const told = await listEvents(db, { since });
      const notices = await listNotices(db, since);
      const all = [
        ...told.map((event) => ({ at: event.toldAt, json: eventJson(event), line: eventLine(event) })),
        ...notices.map((notice) => ({
          at: notice.createdAt,
          json: noticeJson(notice),
          line: noticeLine(notice),
        })),
      ].toSorted((a, b) => +a.at - +b.at);
      const lines = all.flatMap(({ line }) => line);
      answer(
        invocation,
        all.map(({ json }) => json),
        lines.length > 0 ? lines : ['Nothing was told yet.'],
      );
      return 0;
    });
  },
};

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

function eventLine(event: ToldEvent): readonly string[] {
  const quotes = event.quotes
    .slice(0, 3)
    .flatMap(({ before, after }) => [
      ...(before === null ? [] : [`    − ${short(before)}`]),
      ...(after === null ? [] : [`    + ${short(after)}`]),
    ]);
  const head = `${event.toldAt.toISOString().slice(0, 16)}  ${event.severity.padEnd(8)} ${event.headline}`;
  const wrong =
    event.corrected === null
      ? []
      : [`    corrected ${event.corrected.at.toISOString().slice(0, 16)}: ${event.corrected.because}`];
  const about = `    ${event.url} (event ${event.id}, ${event.kind}, by ${event.writtenBy})`;
  return [head, about, ...wrong, ...quotes];
}

function noticeLine(notice: Notice): readonly string[] {
  const head = `${notice.createdAt.toISOString().slice(0, 16)}  ${notice.severity.padEnd(8)} ${notice.headline}`;
  const next = notice.kind === 'page.moved' ? `npm run -s sightline -- accept ${notice.url}` : notice.advice;
  return [head, `    ${notice.url} (${notice.kind})`, ...(next === null ? [] : [`    ${next}`])];
}

export function short(text: string): string {
  return text.length > 100 ? `${text.slice(0, 99)}…` : text;
}
