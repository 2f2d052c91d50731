import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from '../src/cli/command.ts';
import { openTerminal } from '../src/cli/terminal.ts';
import { readConfig } from '../src/config.ts';
import type { MailMessage } from '../src/core/messages/message.ts';
import { addPage } from '../src/flows/add-page.ts';
import { addChannel } from '../src/flows/channels.ts';
import { checkNow, type CheckedPage } from '../src/flows/check-now.ts';
import { deliverDue } from '../src/flows/deliver.ts';
import { sendDigests } from '../src/flows/send-digests.ts';
import { openApp } from '../src/main.ts';
import { sentMessages } from '../src/store/deliveries.ts';
import { openRival, type Rival } from './demo/rival.ts';
import { DIGEST_HOURS, FIRST_VISIT, STORY } from './demo/story.ts';

const HOUR = 3_600_000;
const PATHS = ['/pricing', '/', '/changelog'];
const terminal = openTerminal();
const bold = (text: string): string => (process.stdout.isTTY ? `\u001B[1m${text}\u001B[22m` : text);
const faint = (text: string): string => (process.stdout.isTTY ? `\u001B[2m${text}\u001B[22m` : text);

/** Plays a rival's site that changes, through the real checks, the real guard and the real outbox, on a clock of its own. */
async function demo(): Promise<number> {
  const started = performance.now();
  const folder = await mkdtemp(join(tmpdir(), 'sightline-demo-'));
  // The account that the database runs as must be able to enter.
  await chmod(folder, 0o711);
  const rival = await openRival();
  let clock = FIRST_VISIT;
  const set = (hours: number): Date => (clock = new Date(+FIRST_VISIT + hours * HOUR));
  const read = readConfig({
    SIGHTLINE_DATA: join(folder, 'data'),
    SIGHTLINE_ALLOW_NET: '127.0.0.0/8',
    SIGHTLINE_HOST_GAP_MS: '0',
    LOG_LEVEL: 'error',
  });
  if (!read.ok) throw new Error(read.faults.join('; '));
  terminal.progress('starting a database for the demo');
  const opened = await openApp(read.config, terminal, () => clock);
  try {
    if (!opened.ok) {
      terminal.say(`sightline: ${opened.say}`);
      return 1;
    }
    await play(opened.app, rival, set);
    await showMails(opened.app);
    terminal.out(
      faint(
        `${STORY.length} visits over five days of the demo's clock, in ${((performance.now() - started) / 1000).toFixed(1)} s.`,
      ),
    );
    return 0;
  } finally {
    if (opened.ok) await opened.app.close();
    await rival.close();
    await rm(folder, { recursive: true });
  }
}

async function play({ db, world, account }: App, rival: Rival, set: (hours: number) => Date): Promise<void> {
  terminal.out(
    `${bold('Cobalt Forms')} is an invented rival at ${rival.origin}. The founder adds three pages and an address.\n`,
  );
  const pageIds: number[] = [];
  for (const path of PATHS) {
    const wish = { url: rival.origin + path, competitor: 'Cobalt Forms', everyS: null, account };
    const added = await addPage(db, world, wish);
    if (!added.ok) throw new Error(added.say);
    pageIds.push(added.page.id);
  }
  await addChannel(db, world, { account, kind: 'email', address: 'founder@example.com' });
  const steps = [
    ...STORY.map((visit) => ({ hours: visit.hours, visit })),
    ...DIGEST_HOURS.map((hours) => ({ hours, visit: null })),
  ].toSorted((a, b) => a.hours - b.hours);
  for (const { hours, visit } of steps) {
    const at = set(hours);
    if (visit === null) {
      for (const digest of await sendDigests(db, world)) {
        terminal.out(`${stamp(at)}  ${bold('digest')}  ${digest.subject ?? 'a quiet day: none is sent'}\n`);
      }
    } else {
      rival.show(visit.site);
      terminal.out(`${stamp(at)}  ${bold(visit.happens)}`);
      const checked = await checkNow(db, world, { pageIds, at, noWait: false, progress: terminal.progress });
      for (const page of checked) terminal.out(lineOf(page));
      terminal.out('');
      // The second reads are dated five minutes after the visit, and so is what they tell.
      set(hours + 0.1);
    }
    await deliverDue(db, world);
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
    terminal.out(`${'─'.repeat(76)}\n${bold(subject)}  ${faint(sentAt === null ? '' : stamp(sentAt))}\n`);
    terminal.out(text.replaceAll(/^/gm, '  '));
  }
}

function stamp(at: Date): string {
  return at.toUTCString().slice(0, 22).replace(/ 2026/, '');
}

process.exitCode = await demo();
