import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { serve, type Served } from '../../src/web/serve.ts';
import { pricingPage, withPrice } from '../support/site.ts';
import { watch, type Visits } from '../support/visits.ts';

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
);
if (CHROMIUM === undefined) console.log('Browser tests are skipped: no Chromium is installed.');

describe.runIf(CHROMIUM !== undefined)('in a real browser', () => {
  let v: Visits;
  let browser: Browser;
  let web: Extract<Served, { ok: true }>;

  beforeAll(async () => {
    v = await watch('/pricing');
    v.site.set('/pricing', { html: pricingPage() });
    await v.check();
    v.pass(6);
    v.site.set('/pricing', { html: pricingPage(withPrice('Pro', '$39 per month')) });
    await v.check();
    const read = readConfig({ SIGHTLINE_DATA: v.mailFolder });
    if (!read.ok) throw new Error(read.faults.join());
    const { db, url: databaseUrl, world, account } = v;
    const config = { ...read.config, port: 0 };
    const served = await serve({ config, db, databaseUrl, world, account, close: async () => {} }, () => {});
    if (!served.ok) throw new Error(served.say);
    web = served;
    // Root may not use Chromium's sandbox; the other flags keep it from asking the network for anything.
    const quiet = [
      '--no-sandbox',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ];
    browser = await chromium.launch({ executablePath: CHROMIUM ?? '', args: quiet });
  });
  afterAll(async () => {
    await browser.close();
    await web.close();
    await v.close();
  });

  test('a founder goes from the timeline to the evidence', async () => {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    await page.goto(web.url);
    await page.getByRole('link', { name: /Pro \$29/ }).click();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toMatch(/Pro \$29 -> \$39/);
    expect(await page.locator('.hunk del').first().textContent()).toBe('removed: $29');
    expect(await page.locator('.hunk ins').first().textContent()).toBe('added: $39');
    // A policy that our own pages break would be said here.
    expect(complaints).toEqual([]);
    await page.close();
  });

  test.each([320, 1200])('nothing runs out of the page at %i pixels', async (width) => {
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    for (const path of ['/', '/events/1', '/pages', '/pages/1', '/ledger', '/add', '/mails']) {
      await page.goto(web.url + path);
      const over = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      expect({ path, over }).toEqual({ path, over: 0 });
    }
    await page.close();
  });

  test('the form is filled and sent by keyboard alone', async () => {
    const page = await browser.newPage();
    await page.goto(`${web.url}/add`);
    await page.getByLabel('Address of the page').focus();
    await page.keyboard.type('ftp://acme.example/');
    await page.keyboard.press('Enter');
    expect(await page.locator('#url-error').textContent()).toContain('Nothing was changed.');
    await page.close();
  });
});
