import type { App } from '../src/cli/command.ts';
import { openTerminal } from '../src/cli/terminal.ts';
import type { MailMessage } from '../src/core/messages/message.ts';
import { addPage } from '../src/flows/add-page.ts';
import { addChannel } from '../src/flows/channels.ts';
import { checkNow, type CheckedPage } from '../src/flows/check-now.ts';
import { deliverDue } from '../src/flows/deliver.ts';
import { sendDigests } from '../src/flows/send-digests.ts';
import { sentMessages } from '../src/store/told.ts';
import { openRival, type Rival } from './demo/rival.ts';
import { DIGEST_HOURS, FIRST_VISIT, STORY } from './demo/story.ts';
import { freshApp, type FreshApp } from './support/fresh-app.ts';

const HOUR = 3_600_000;
const PATHS = ['/pricing', '/', '/changelog'];
const terminal = openTerminal();
const bold = (text: string): string => (process.stdout.isTTY ? `\u001B[1m${text}\u001B[22m` : text);
const faint = (text: string): string => (process.stdout.isTTY ? `\u001B[2m${text}\u001B[22m` : text);

const NEXT = `The rival, its pages and the demo's database are gone now, so the links above lead nowhere. /pricing costs two requests (req)
because it leads to /pricing/; a page that stands at its own address and has not changed costs one.
Now watch a real page: npm start, and npm run -s sightline -- add ADDRESS`;

/** A signed link is longer than a line: what is on the screen needs no signature. */
function shortLinks(text: string): string {
  return text.replaceAll(/(\/m\/[\w-]{6})[\w.-]{20,}/g, '$1…');
}

/** Plays a rival's site that changes, through the real checks, the real guard and the real outbox, on a clock of its own. */
async function demo(): Promise<number> {
  const started = performance.now();
  terminal.progress('starting a database for the demo');
  const opened = await freshApp(terminal.progress, FIRST_VISIT);
  if (!opened.ok) {
    terminal.say(`sightline: ${opened.say}`);
    return 1;
  }
  const rival = await openRival();
  try {
    await play(opened, rival);
    await showMails(opened.app);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    terminal.out(faint(`${STORY.length} visits over five days of the demo's clock, in ${seconds} s.`));
    terminal.out(NEXT);
    return 0;
  } finally {
    await rival.close();
    await opened.close();
  }
}

async function play({ app, setClock }: FreshApp, rival: Rival): Promise<void> {
  const { db, world } = app;
  terminal.out(
    `${bold('Cobalt Forms')} is an invented rival at ${rival.origin}. The founder adds three pages and an address.\n`,
  );
  const pageIds = await subscribe(app, rival);
  const steps = [
    ...STORY.map((visit) => ({ hours: visit.hours, visit })),
    ...DIGEST_HOURS.map((hours) => ({ hours, visit: null })),
  ].toSorted((a, b) => a.hours - b.hours);
  for (const { hours, visit } of steps) {
    const at = new Date(+FIRST_VISIT + hours * HOUR);
    setClock(at);
    if (visit === null) {
      await showDigests(app, at);
    } else {
      rival.show(visit.site);
      terminal.out(`${stamp(at)}  ${bold(visit.happens)}`);
      const checked = await checkNow(db, world, {
        pageIds,
        at,
        noWait: false,
        progress: terminal.progress,
      });
      terminal.out(`${checked.map(lineOf).join('\n')}\n`);
      // The second reads are dated five minutes after the visit, and so is what they tell.
      setClock(new Date(+at + 0.1 * HOUR));
    }
    await deliverDue(db, world);
  }
}

async function subscribe({ db, world, account }: App, rival: Rival): Promise<readonly number[]> {
  const pageIds: number[] = [];
  for (const path of PATHS) {
    const wish = { url: rival.origin + path, competitor: 'Cobalt Forms', everyS: null, account };
    const added = await addPage(db, world, wish);
    if (!added.ok) throw new Error(added.say);
    pageIds.push(added.page.id);
  }
  const email = { account, kind: 'email', address: 'founder@example.com', name: null, takesDigest: null };
  await addChannel(db, world, email);
  return pageIds;
}

async function showDigests({ db, world }: App, at: Date): Promise<void> {
  for (const digest of await sendDigests(db, world)) {
    terminal.out(`${stamp(at)}  ${bold('digest')}  ${digest.subject ?? 'a quiet day: none is sent'}\n`);
  }
}

function lineOf({ url, outcome, witness, requests, bytes, reason, eventId }: CheckedPage): string {
  const path = new URL(url).pathname.padEnd(11);
  const cost = `${requests} req ${String(bytes).padStart(5)} B`;
  const told = eventId === null ? '' : bold(`  -> event ${eventId}`);
  return `    ${path} ${outcome.padEnd(10)} ${(witness ?? '-').padEnd(8)} ${cost}  ${faint(reason)}${told}`;
}

async function showMails({ db }: App): Promise<void> {
  const mails = await sentMessages(db);
  terminal.out(bold(`What the founder gets: ${mails.length} mails\n`));
  for (const { message, sentAt } of mails) {
    const { subject, text } = message as MailMessage;
    const when = faint(sentAt === null ? '' : stamp(sentAt));
    terminal.out(`${'─'.repeat(76)}\n${bold(subject)}  ${when}\n`);
    terminal.out(shortLinks(text).replaceAll(/^/gm, '  '));
  }
}

function stamp(at: Date): string {
  return at.toUTCString().slice(0, 22).replace(/ 2026/, '');
}

process.exitCode = await demo();
