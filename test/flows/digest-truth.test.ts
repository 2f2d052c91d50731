import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { correctEvent } from '../../src/flows/correct-event.ts';
import { deliverDue } from '../../src/flows/deliver.ts';
import { previewDigest, sendDigestNow, sendDigests } from '../../src/flows/send-digests.ts';
import { wish, type WishWords } from '../../src/flows/wishes.ts';
import type { Account } from '../../src/store/accounts.ts';
import { postBox } from '../adapters/post-box.ts';
import { openDesk, type Desk, type Watched } from '../support/desk.ts';
import { pricingPage, withPrice } from '../support/site.ts';

// What a digest says of what was undone, corrected, sent elsewhere or left out, and when it is asked for twice.

let desk: Desk;
let account: Account;
let w: Watched;
let address: string;
let tests = 0;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(async () => desk.close());

const HOUR = 3_600_000;
let monday: Date;
/** Each test begins on a Monday at 06:00 UTC, months after the one before. */
beforeEach(async () => {
  tests += 1;
  await desk.db.deleteFrom('deliveries').execute();
  await desk.db.deleteFrom('subscriptions').execute();
  monday = new Date(Date.UTC(2030, 0, 7, 6) + tests * 98 * 24 * HOUR);
  desk.setClock(monday);
  account = await desk.newAccount(`account ${tests}`);
  w = await desk.watch(`/plans-${tests}`, account);
  address = `founder-${tests}@example.com`;
  await desk.channel('email', address, account);
});

const at = (days: number, hours: number): void =>
  desk.setClock(new Date(+monday + (days * 24 + hours - 6) * HOUR));
const dearer = pricingPage(withPrice('Pro', '$39 per month'));

async function rule(words: Partial<WishWords>): Promise<void> {
  const nothing: WishWords = {
    channelIds: null,
    least: null,
    kinds: null,
    pace: null,
    first: false,
    reset: false,
    mutedUntil: null,
    watchWords: null,
    instruction: null,
  };
  const wished = await wish(desk.db, desk.world, {
    account,
    about: { all: true },
    words: { ...nothing, ...words },
  });
  expect(wished).toMatchObject({ ok: true });
}

/** A price that goes up at noon. */
async function priceRises(): Promise<void> {
  await w.settle();
  at(0, 12);
  w.set({ html: dearer });
  await w.check();
  desk.pass(0.1);
  await deliverDue(desk.db, desk.world);
}

/** What this account's founder was mailed as a digest, subject and text. */
async function digestMails(): Promise<readonly { readonly subject: string; readonly text: string }[]> {
  await deliverDue(desk.db, desk.world);
  const mails = (await desk.mails()).filter((mail) => mail.includes(`To: ${address}`));
  return mails
    .filter((mail) => mail.includes('WHAT WE SAW, AND WHAT WE DID NOT'))
    .map((mail) => ({
      subject: /^Subject: (.*)$/mu.exec(mail)?.[1]?.trim() ?? '',
      text: mail.slice(0, mail.indexOf('<!doctype')),
    }));
}

async function digestOfTuesday(): Promise<{ readonly subject: string; readonly text: string }> {
  at(1, 8);
  await sendDigests(desk.db, desk.world);
  const [mail] = await digestMails();
  if (mail === undefined) throw new Error('no digest was mailed');
  return mail;
}

const section = (text: string, name: string): string =>
  new RegExp(`^${name}$\\s+([^]*?)(?=^[A-Z ,]{8,}$)`, 'mu').exec(text)?.[1] ?? '';

test('what went up and came back on one day is no call to act and not the subject; its reversal says what holds', async () => {
  await priceRises();
  at(0, 16);
  w.set({ html: pricingPage() });
  await w.check();
  expect((await w.events()).map(({ returns }) => returns)).toEqual([null, 'reversal']);
  desk.pass(0.1);
  await deliverDue(desk.db, desk.world);
  at(1, 7);
  const { mail } = await previewDigest(desk.db, desk.world, account);
  expect(mail.subject).toContain('back to $29');
  const { subject, text } = await digestOfTuesday();
  expect(subject).toBe(mail.subject);
  expect(section(text, 'ACT TODAY')).toBe('');
  const past = section(text, 'REVERSED OR CORRECTED').replaceAll(/\s+/gu, ' ');
  expect(past).toMatch(/Pro \$29 -> \$39 per month .* over, it stood 4 hours/u);
  expect(past).toMatch(/back to \$29.*holds now/u);
});

test('what was corrected is listed as corrected with the reason, and is no news', async () => {
  await priceRises();
  const [event] = await w.events();
  await correctEvent(desk.db, desk.world, { eventId: event?.id ?? 0, because: 'We misread a test price.' });
  const { subject, text } = await digestOfTuesday();
  expect(subject).toMatch(/^Corrected: /u);
  expect(section(text, 'ACT TODAY') + section(text, 'WORTH KNOWING')).toBe('');
  const past = section(text, 'REVERSED OR CORRECTED').replaceAll(/\s+/gu, ' ');
  expect(past).toContain('corrected: We misread a test price.');
  expect(text).toContain('No change since yesterday, one corrected');
});

test('what was corrected before anybody was told is left out', async () => {
  await rule({ pace: 'digest' });
  await priceRises();
  const [event] = await w.events();
  await correctEvent(desk.db, desk.world, { eventId: event?.id ?? 0, because: 'We misread a test price.' });
  at(1, 8);
  await sendDigests(desk.db, desk.world);
  expect(await digestMails()).toEqual([]);
});

test('"sent" is said of the channel that the digest goes to, not of another', async () => {
  const { origin } = await postBox((_, response) => response.end());
  await desk.channel('webhook', `${origin}/hook`, account);
  await rule({ pace: 'digest' });
  await priceRises();
  at(1, 7);
  expect((await previewDigest(desk.db, desk.world, account)).mail.text).not.toContain('sent ');
  const { text } = await digestOfTuesday();
  expect(section(text, 'ACT TODAY')).toContain('$39');
  expect(text).not.toMatch(/sent \d\d:\d\d/u);
});

describe('a digest that is asked for', () => {
  test('right after the usual one sends nothing, and says since when nothing is new', async () => {
    await priceRises();
    await digestOfTuesday();
    const since = desk.now();
    desk.pass(1 / 60);
    const none = { channels: 0, leftOut: 0, nothingSince: since };
    expect(await sendDigestNow(desk.db, desk.world, account)).toEqual(none);
    expect(await sendDigestNow(desk.db, desk.world, account)).toEqual(none);
    expect(await digestMails()).toHaveLength(1);
  });

  test('on a quiet day says from when to when within the day', async () => {
    await w.settle();
    at(0, 12);
    expect(await sendDigestNow(desk.db, desk.world, account)).toMatchObject({ channels: 1 });
    const [mail] = await digestMails();
    expect(mail?.subject).toMatch(/^All quiet: 1 page, 1 check$/u);
    expect(mail?.text.replaceAll(/\s+/gu, ' ')).toMatch(
      /Nothing to tell on Monday \d+ \w+ from 0[56]:\d\d to 12:00\./u,
    );
    expect(mail?.text.replaceAll(/\s+/gu, ' ')).toContain('1 page, 1 check and 1 second read');
  });

  test('goes to no channel whose rules leave all the news out, and never calls that quiet', async () => {
    const { origin } = await postBox((_, response) => response.end());
    const hook = await desk.channel('webhook', `${origin}/hook`, account);
    await rule({ channelIds: [hook.id] });
    await priceRises();
    expect(await sendDigestNow(desk.db, desk.world, account)).toEqual({
      channels: 0,
      leftOut: 1,
      nothingSince: null,
    });
    expect(await digestMails()).toEqual([]);
  });
});
