import type { Hono } from 'hono';
import type { App } from '../../cli/command.ts';
import { oneLine } from '../../core/messages/inert.ts';
import { acceptMove } from '../../flows/accept-move.ts';
import { addPage } from '../../flows/add-page.ts';
import { removePage } from '../../flows/remove-page.ts';
import { readForm, smallBody } from '../read-form.ts';
import { watchedPages } from '../../store/watched-pages.ts';
import type { Show } from '../show.ts';
import { addView, EVERY } from '../views/add.ts';
import { messageView } from '../views/mails.ts';

/** Routes that change something; the gate lets only our own pages call them. */
export function changeRoutes(web: Hono, app: App, show: Show): void {
  const { db, world, account } = app;
  const empty = { url: '', competitor: '', every: '', fault: null, mayInsist: false };

  web.get('/add', (c) => show(c, addView({ ...empty, url: c.req.query('url') ?? '' })));

  web.post('/add', smallBody, async (c) => {
    const form = await readForm(c);
    const text = (name: string): string =>
      String(form.get(name) ?? '')
        .trim()
        .slice(0, 4096);
    const [url, competitor, every] = [text('url'), oneLine(text('competitor')).slice(0, 80), text('every')];
    const everyS = EVERY.find(([seconds]) => String(seconds) === every)?.[0] ?? null;
    const name = competitor === '' ? null : competitor;
    const despiteRobots = text('despite-robots') === 'yes';
    const added = await addPage(db, world, { url, competitor: name, everyS, account, despiteRobots });
    if (!added.ok) {
      const mayInsist = added.fault === 'robots';
      return show(c, addView({ url, competitor, every, fault: added.say, mayInsist }), 422);
    }
    return c.redirect(`/pages/${added.page.id}`, 303);
  });

  // The form names the address that was shown, so that a page which has moved on since is not accepted unseen.
  web.post('/pages/:id{[0-9]{1,15}}/accept', smallBody, async (c) => {
    const pageId = Number(c.req.param('id'));
    const to = String((await readForm(c)).get('to') ?? '');
    const [own] = await watchedPages(db, account.id, pageId);
    if (own === undefined) return c.notFound();
    const accepted = await acceptMove(db, world, { account, pageId, to });
    if (!accepted.ok) return show(c, messageView('This move was not accepted.', accepted.say), 422);
    return c.redirect(`/pages/${pageId}`, 303);
  });

  web.post('/pages/:id{[0-9]{1,15}}/remove', async (c) => {
    const pageId = Number(c.req.param('id'));
    const removed = await removePage(db, world, { account, pageId });
    return removed ? c.redirect('/pages', 303) : c.notFound();
  });
}
