import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Hono } from 'hono';
import type { App } from '../../cli/command.ts';
import { listChannels } from '../../store/channels.ts';
import { readersZone } from '../readers-zone.ts';
import { readEml, type MailFile } from '../read-eml.ts';
import type { Show } from '../show.ts';
import { mailsView, mailView } from '../views/mails.ts';

const MOST = 200;

/**
 * Mails written as files, as far as they went to channels of the account (P16). They are read as text: their HTML is never
 * served, for it would be of one origin with us.
 */
export function mailRoutes(web: Hono, app: App, show: Show): void {
  const { config, db, account } = app;
  const kept = config.resend === null && config.smtpUrl === null;
  const folder = kept ? join(config.dataDir, 'mails') : null;
  const ownAddresses = async (): Promise<ReadonlySet<string>> => {
    const channels = await listChannels(db, account.id);
    return new Set(channels.map(({ address }) => address));
  };

  web.get('/mails', async (c) => {
    const own = await ownAddresses();
    const names = folder === null ? [] : (await mailNames(folder)).slice(0, MOST);
    const mails = await Promise.all(names.map(async (name) => ({ name, ...(await readMail(folder, name)) })));
    return show(
      c,
      mailsView({ mails: mails.filter(({ to }) => own.has(to)), folder, zone: await readersZone(app) }),
    );
  });

  web.get('/mails/:name', async (c) => {
    const name = c.req.param('name');
    // Only what the folder lists: a name is never a path.
    if (folder === null || !(await mailNames(folder)).includes(name)) return c.notFound();
    const mail = await readMail(folder, name);
    return (await ownAddresses()).has(mail.to)
      ? show(c, mailView(mail, await readersZone(app)))
      : c.notFound();
  });
}

async function readMail(folder: string | null, name: string): Promise<MailFile> {
  return readEml(await readFile(join(folder ?? '', name), 'utf8'));
}

/** Names begin with the time of writing, so the newest are first. Links and folders are no mails. */
async function mailNames(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.eml'))
    .map((entry) => entry.name)
    .toSorted()
    .toReversed();
}
