import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Hono } from 'hono';
import type { App } from '../../cli/command.ts';
import { readEml } from '../read-eml.ts';
import type { Show } from '../show.ts';
import { mailsView, mailView } from '../views/mails.ts';

const MOST = 200;

/** Mails written as files are read as text: their HTML is never served, for it would be of one origin with us. */
export function mailRoutes(web: Hono, { config }: App, show: Show): void {
  const kept = config.resend === null && config.smtpUrl === null;
  const folder = kept ? join(config.dataDir, 'mails') : null;

  web.get('/mails', async (c) => {
    const names = folder === null ? [] : (await mailNames(folder)).slice(0, MOST);
    const mails = await Promise.all(
      names.map(async (name) => ({ name, ...readEml(await readFile(join(folder ?? '', name), 'utf8')) })),
    );
    return show(c, mailsView({ mails, folder }));
  });

  web.get('/mails/:name', async (c) => {
    const name = c.req.param('name');
    // Only what the folder lists: a name is never a path.
    if (folder === null || !(await mailNames(folder)).includes(name)) return c.notFound();
    return show(c, mailView(readEml(await readFile(join(folder, name), 'utf8'))));
  });
}

/** Names begin with the time of writing, so the newest are first. */
async function mailNames(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => name.endsWith('.eml'))
    .toSorted()
    .toReversed();
}
