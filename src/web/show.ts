import type { Context } from 'hono';
import type { App } from '../cli/command.ts';
import { counted, dayAndTime, type Zone } from '../core/messages/local-time.ts';
import { markup, type Markup } from '../core/messages/markup.ts';
import { watchState, type WatchState } from '../store/watched-pages.ts';
import { readersZone } from './readers-zone.ts';
import { layout, type View } from './views/layout.ts';

export type Show = (c: Context, view: View, status?: 200 | 422) => Promise<Response>;

/** Every page of the account ends with what is watched and what cannot be read. */
export function showFor(app: App): Show {
  const { db, account } = app;
  return async (c, view, status = 200) => {
    const [state, zone] = await Promise.all([watchState(db, account.id), readersZone(app)]);
    return c.html(layout({ ...view, foot: footOf(state, { zone, here: view.here }) }), status);
  };
}

function footOf(
  { pages, unreadable, waiting, lastCheckAt }: WatchState,
  { zone, here }: { zone: Zone; here: string | null },
): Markup {
  if (pages === 0) return markup`<span>No page is watched yet.</span>`;
  const last =
    lastCheckAt === null ? 'No check was made yet.' : `Last check ${dayAndTime(lastCheckAt, zone)}.`;
  const read = pages - unreadable - waiting;
  const readable =
    read === pages
      ? `${pages === 1 ? 'The one page' : `All ${pages} pages`} can be read.`
      : markup`${read} of ${counted(pages, 'page')} can be read${unreadable === 0 ? '' : markup`, <a href="/pages">${unreadable} cannot</a>`}${waiting === 0 ? '' : `, ${waiting} not looked at yet`}.`;
  const ledger =
    here === '/ledger'
      ? ''
      : markup`<span>What was not told, and why, is in the <a href="/ledger">ledger</a>.</span>`;
  return markup`<span>${last} ${readable}</span>${ledger}`;
}
