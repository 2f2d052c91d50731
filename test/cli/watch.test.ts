import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOT_PUBLIC } from '../../src/core/address/address.ts';
import { postBox } from '../adapters/post-box.ts';
import { openCli, type Cli } from '../support/cli.ts';
import { freshDatabase, type FreshDatabase } from '../support/database.ts';
import { openSite, pricingPage, withPrice, type Site } from '../support/site.ts';

// The contracts of DESIGN 6, read from outside: each command is a real process on the database of this file.

let database: FreshDatabase;
let site: Site;
let cli: Cli;
beforeAll(async () => {
  database = await freshDatabase();
  site = await openSite();
  cli = await openCli({ DATABASE_URL: database.url, LOG_LEVEL: 'debug' });
});
afterAll(async () => {
  await cli.close();
  await site.close();
  await database.close();
});

const PAGE = pricingPage();
const DEARER = pricingPage(withPrice('Pro', '$39 per month'));
const url = (path: string): string => site.origin + path;
/** Hours after the first of March 2030 at 06:00. */
const at = (hours: number): string => new Date(Date.UTC(2030, 2, 1, 6) + hours * 3_600_000).toISOString();

interface Checked {
  readonly url: string;
  readonly outcome: string;
  readonly change: number | null;
  readonly event: number | null;
}
const checkAt = async (hours: number, ...more: readonly string[]): Promise<readonly Checked[]> =>
  cli.json<readonly Checked[]>('check', '--at', at(hours), ...more);

const UTC_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe('add', () => {
  test('answers the page and whether it is new; a duplicate by key answers the page that exists', async () => {
    site.set('/plans', { html: PAGE, etag: '"one"' });
    const first = await cli.json('add', url('/plans'), '--competitor', 'Birchline', '--every', '6h');
    expect(first).toEqual({
      page: { id: expect.any(Number), url: url('/plans'), key: url('/plans').replace('http://', '') },
      created: true,
    });
    const again = await cli.json<{ page: object; created: boolean }>('add', `${url('/plans')}/#top`);
    expect(again).toEqual({ ...(first as object), created: false });
  });

  test.each([
    ['another scheme', 2, 'ftp://example.com/x', 'Sightline opens http and https addresses, not ftp.'],
    [
      'a user name',
      2,
      'http://me:secret@example.com/',
      'Leave out the user name or password before the @: Sightline sends none.',
    ],
    ['a private address', 1, 'http://10.0.0.1/', NOT_PUBLIC],
  ] as const)('%s is refused: exit %i, a sentence, in JSON too', async (...[, exit, address, sentence]) => {
    const { code, out, err } = await cli.run('add', address, '--json');
    expect([code, JSON.parse(out)]).toEqual([exit, { error: sentence }]);
    expect(err).toContain(`sightline: ${sentence}\n`);
  });

  test('without networks of the operator localhost gets the same sentence as a private address', async () => {
    const strict = await openCli({ DATABASE_URL: database.url, SIGHTLINE_ALLOW_NET: '' });
    expect(await strict.run('add', url('/x').replace('127.0.0.1', 'localhost'))).toEqual({
      code: 1,
      out: '',
      err: `sightline: ${NOT_PUBLIC}\n`,
    });
    await strict.close();
  });

  test('a page that cannot be read is added, and stderr says so', async () => {
    site.set('/broken', { html: 'no', status: 500 });
    const { code, out, err } = await cli.run('add', url('/broken'), '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ created: true });
    expect(err).toBe(`sightline: ${url('/broken')}: it cannot be read now: the server answered 500\n`);
  });
});

describe('a page that robots.txt disallows', () => {
  test('is refused with the rule and what to say, and added when the founder says it', async () => {
    const shut = await openSite();
    shut.set('/robots.txt', { html: 'User-agent: *\nDisallow: /members' });
    shut.set('/members', { html: PAGE });
    const address = `${shut.origin}/members`;
    const refused = await cli.run('add', address);
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toContain('Disallow: /members, line 2, for User-agent: *');
    expect(refused.err).toContain('--despite-robots');
    expect(await cli.json('try', address)).toMatchObject({ robots: { verdict: 'disallowed' }, status: null });
    expect(await cli.json('add', address, '--despite-robots')).toMatchObject({ created: true });
    expect(await cli.json('check', address)).toMatchObject([{ outcome: 'first' }]);
    expect(await cli.run('remove', address)).toMatchObject({ code: 0 });
    await shut.close();
  });
});

describe('check, events and ledger', () => {
  test('a first check, and then a 304 that costs nothing', async () => {
    const [first] = await checkAt(0, url('/plans'));
    expect(first).toEqual({
      url: url('/plans'),
      outcome: 'first',
      witness: expect.stringMatching(/^(content|bytes)$/),
      reason: 'the first good reading',
      status: 200,
      requests: 2,
      bytes: expect.any(Number),
      change: null,
      event: null,
    });
    const [second] = await checkAt(6, url('/plans'));
    expect(second).toMatchObject({
      outcome: 'unchanged',
      witness: '304',
      status: 304,
      requests: 1,
      bytes: 0,
    });
  });

  test('--no-wait ends with the suspicion; the next check is the second read, and tells', async () => {
    site.set('/plans', { html: DEARER, etag: '"two"' });
    expect(await checkAt(12, url('/plans'), '--no-wait')).toMatchObject([
      { outcome: 'suspected', change: null, event: null },
    ]);
    expect(await checkAt(13, url('/plans'), '--no-wait')).toMatchObject([
      { outcome: 'changed', change: expect.any(Number), event: expect.any(Number) },
    ]);
  });

  test('events: all of the contract, evidence verbatim, oldest first', async () => {
    const [event, ...others] = await cli.json<readonly Record<string, unknown>[]>('events');
    expect(others).toEqual([]);
    expect(Object.keys(event ?? {})).toEqual([
      'id',
      'url',
      'kind',
      'severity',
      'headline',
      'summary',
      'evidence',
      'numbers',
      'window',
    ]);
    expect(event).toMatchObject({
      url: url('/plans'),
      kind: 'pricing.price',
      evidence: { before: ['$29 per month'], after: ['$39 per month'] },
      numbers: [expect.objectContaining({ from: '$29', to: '$39' })],
      window: { from: at(6), to: at(12) },
    });
  });

  test('without --at the second read is waited for, and a check in the same second may make it', async () => {
    const now = await openCli({ DATABASE_URL: database.url, SIGHTLINE_CONFIRM_AFTER_S: '1' });
    site.set('/now', { html: PAGE });
    await now.json('add', url('/now'));
    expect(await now.json('check', url('/now'))).toMatchObject([{ outcome: 'first', requests: 2 }]);
    site.set('/now', { html: DEARER });
    expect(await now.json('check', url('/now'))).toMatchObject([
      { outcome: 'changed', requests: 2, event: expect.any(Number) },
    ]);
    await now.close();
  });

  test('--due visits what is due by the given clock, and nothing else', async () => {
    const due = await checkAt(14, '--due');
    expect(due.map((checked) => checked.url)).not.toContain(url('/plans'));
    const later = await checkAt(20, '--due');
    expect(later.map((checked) => checked.url)).toContain(url('/plans'));
  });

  test('a page that is not watched is refused with what to do', async () => {
    const { code, out, err } = await cli.run('check', url('/nobody'), '--json');
    const say = `${url('/nobody')} is not watched. To watch it: npm run -s sightline -- add ${url('/nobody')}`;
    expect([code, JSON.parse(out)]).toEqual([1, { error: say }]);
    expect(err).toBe(`sightline: ${say}\n`);
  });

  test('notices stand among the events, and --since leaves out what is older', async () => {
    expect(await cli.run('check', '--at', at(48), url('/broken'), '--json')).toMatchObject({ code: 1 });
    const notices = await cli.json<readonly Record<string, unknown>[]>('events', '--since', at(40));
    expect(notices).toMatchObject([
      {
        id: expect.stringMatching(/^notice-\d+$/),
        url: url('/broken'),
        kind: 'page.unreadable',
        severity: expect.stringMatching(/^(low|medium|high|critical)$/),
        headline: expect.stringContaining('the server answered 500'),
        evidence: { before: [], after: [] },
        window: { from: expect.stringMatching(UTC_TIME), to: at(48) },
      },
    ]);
  });

  test('ledger: what was held back, with reasons and texts', async () => {
    site.set('/plans', {
      html: pricingPage(
        withPrice('Pro', '$39 per month'),
        '<p>Surveyors can share a map layer with the next crew.</p>',
      ),
    });
    await checkAt(50, url('/plans'));
    site.set('/plans', { html: DEARER });
    await checkAt(54, url('/plans'));
    const lines = await cli.json<readonly Record<string, unknown>[]>('ledger');
    expect(lines.length).toBeGreaterThanOrEqual(2);
    for (const line of lines)
      expect(Object.keys(line)).toEqual(['url', 'change', 'reasons', 'before', 'after']);
    expect(lines.filter((line) => line['url'] === url('/plans'))).toMatchObject([
      { change: expect.any(Number), before: [expect.stringContaining('Surveyors')], after: [] },
      {
        reasons: ['withdrawn', 'undone before it had been told'],
        before: [],
        after: [expect.stringContaining('Surveyors')],
      },
    ]);
    expect(await cli.json('ledger', '--since', at(1000))).toEqual([]);
  });

  test('for people the same commands print lines', async () => {
    const told = await cli.run('events');
    expect(told.out).toContain('$39');
    expect(told.out).toContain('− $29 per month');
    const held = await cli.run('ledger');
    expect(held.out).toContain('undone before it had been told');
  });
});

describe('explain', () => {
  test('a page: the story of its newest check, with row ids; a check by its number', async () => {
    const story = await cli.json<{ check: { id: number } }>('explain', url('/plans'));
    expect(Object.keys(story).slice(0, 3)).toEqual(['check', 'change', 'differences']);
    const ofPage = ['focus', 'newsPage', 'faces', 'pending', 'withdrawn', 'explained', 'volatile'];
    expect(Object.keys(story).slice(3)).toEqual([...ofPage, 'told', 'unsent']);
    expect(story.check).toMatchObject({
      id: expect.any(Number),
      url: url('/plans'),
      outcome: expect.any(String),
      trace: expect.any(Object),
    });
    expect(await cli.json('explain', String(story.check.id))).toEqual(story);
    const { out } = await cli.run('explain', url('/plans'));
    expect(out).toMatch(new RegExp(`^Check ${story.check.id} of `));
  });

  test.each([
    ['a check that is none', '999999', 'There is no check 999999.'],
    [
      'a page that is not watched',
      'https://nobody.example/',
      'https://nobody.example/ is not watched. To watch it: npm run -s sightline -- add https://nobody.example/',
    ],
  ])('%s', async (_, what, say) => {
    expect(await cli.run('explain', what, '--json')).toEqual({
      code: 1,
      out: `${JSON.stringify({ error: say })}\n`,
      err: `sightline: ${say}\n`,
    });
  });
});

describe('try', () => {
  test('says everything about an address, and writes nothing', async () => {
    site.set('/tried', { redirect: '/tried/' });
    site.set('/tried/', { html: PAGE, etag: '"t"' });
    const tried = await cli.json<Record<string, unknown>>('try', url('/tried'));
    expect(tried).toMatchObject({
      url: url('/tried'),
      status: 200,
      finalUrl: url('/tried/'),
      hops: [{ status: 301 }, { status: 200 }],
      etag: '"t"',
      lastModified: null,
      lane: 'html',
      health: { state: 'page' },
      textLength: expect.any(Number),
      text: expect.arrayContaining(['Plans for every crew']),
      askedAgain: { status: 304, notModified: true },
      otherSlash: { url: url('/tried/'), status: 200, finalUrl: url('/tried/') },
    });
    expect(await cli.run('explain', url('/tried'))).toMatchObject({ code: 1 });
    expect(await cli.run('try', 'http://10.0.0.1/')).toEqual({
      code: 1,
      out: '',
      err: `sightline: ${NOT_PUBLIC}\n`,
    });
  });
});

describe('channel, subscribe, deliver and digest', () => {
  test('channels are added, listed with their secrets cut, tested and removed', async () => {
    const box = await postBox((_, response) => response.end('ok'));
    const mail = await cli.json<{ channel: { id: number } }>(
      'channel',
      'add',
      'email',
      'founder@example.com',
    );
    expect(mail).toEqual({
      channel: {
        id: expect.any(Number),
        kind: 'email',
        name: null,
        address: 'founder@example.com',
        takesDigest: true,
        enabled: true,
        disabledReason: null,
        failingSince: null,
        confirmed: true,
      },
    });
    const slack = await cli.json<{ channel: { id: number } }>(
      'channel',
      'add',
      'slack',
      `${box.origin}/services/secret-abcd`,
    );
    const listed = await cli.run('channel', 'list', '--json');
    expect(listed.out).not.toContain('secret');
    expect(JSON.parse(listed.out)).toEqual([
      { ...mail.channel, mutes: [] },
      { ...slack.channel, address: expect.stringMatching(/…abcd$/), mutes: [] },
    ]);
    expect(await cli.json('channel', 'test', String(slack.channel.id))).toMatchObject({
      sent: true,
      code: 200,
    });
    expect(box.received).toHaveLength(1);
    expect(await cli.json('channel', 'remove', String(slack.channel.id))).toEqual({
      removed: slack.channel.id,
    });
    expect(await cli.run('channel', 'remove', String(slack.channel.id))).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no channel'),
    });
    expect(await cli.run('channel', 'add', 'email', 'nobody')).toMatchObject({ code: 2, out: '' });
  });

  test('a test that is not taken says what was answered and what to do, a feed gets a new address', async () => {
    const box = await postBox((_, response) => response.writeHead(503).end('ok'));
    const slack = await cli.json<{ channel: { id: number } }>(
      'channel',
      'add',
      'slack',
      `${box.origin}/T0/B0/abcd`,
    );
    const id = String(slack.channel.id);
    expect(await cli.run('channel', 'test', id)).toMatchObject({
      code: 1,
      out: 'The test was not sent: Slack answered 503: not available.\nTry again later; there is nothing to mend here.\n',
    });
    await cli.json('channel', 'remove', id);
    const feed = await cli.json<{ channel: { id: number; feeds: { atom: string } } }>(
      'channel',
      'add',
      'feed',
    );
    const renewed = await cli.json<{ feeds: { atom: string; json: string } }>(
      'channel',
      'rotate',
      String(feed.channel.id),
    );
    expect(Object.keys(renewed.feeds)).toEqual(['atom', 'json']);
    expect(renewed.feeds.atom).not.toBe(feed.channel.feeds.atom);
    await cli.json('channel', 'remove', String(feed.channel.id));
  });

  test('a time zone is kept as it is spelled', async () => {
    expect(await cli.json('account', '--zone', 'europe/berlin')).toMatchObject({
      account: { zone: 'Europe/Berlin' },
    });
    expect(await cli.run('account', '--zone', 'Mars/Olympus')).toMatchObject({ code: 2, out: '' });
    await cli.json('account', '--zone', 'UTC');
  });

  test('subscribe changes what a page tells, and refuses what is not sound', async () => {
    const done = await cli.json('subscribe', url('/plans'), '--least', 'low', '--kinds', 'pricing,legal');
    expect(done).toMatchObject({
      subscription: {
        id: expect.any(Number),
        page: expect.any(Number),
        channels: null,
        least: 'low',
        kinds: ['pricing', 'legal'],
        pace: null,
      },
      words: expect.stringContaining('price changes and legal changes'),
    });
    expect(await cli.run('subscribe', url('/plans'), '--least', 'loud')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--least is one of low, medium, high, critical'),
    });
    expect(await cli.run('subscribe', url('/plans'), '--channel', '999')).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no channel 999'),
    });
    for (const wrong of [
      ['--channel', ''],
      ['--channel', 'x'],
      ['--kinds', ''],
      ['--kinds', 'nope'],
    ]) {
      expect(await cli.run('subscribe', url('/plans'), ...wrong)).toMatchObject({ code: 2 });
    }
    await cli.json('subscribe', url('/plans'), '--kinds', 'all');
  });

  test('deliver sends what is due by the clock given, once', async () => {
    site.set('/plans', { html: pricingPage(withPrice('Pro', '$49 per month')) });
    expect(await checkAt(60, url('/plans'))).toMatchObject([
      { outcome: 'changed', event: expect.any(Number) },
    ]);
    const delivered = await cli.json<readonly object[]>('deliver', '--at', at(61));
    expect(delivered).toEqual([
      { id: expect.any(Number), channel: 'founder@example.com', state: 'sent', code: null, error: null },
    ]);
    expect(await cli.json('deliver', '--at', at(62))).toEqual([]);
  });

  test('digest --preview shows the digest and makes none; digest makes it once a date', async () => {
    const preview = await cli.json<{ subject: string; text: string }>('digest', '--preview', '--at', at(74));
    expect(Object.keys(preview)).toEqual(['account', 'localDate', 'subject', 'events', 'text', 'next']);
    expect(preview.text).toContain('$49');
    const made = await cli.json('digest', '--at', at(74));
    expect(made).toEqual([
      {
        account: 'own',
        localDate: at(74).slice(0, 10),
        subject: preview.subject,
        events: expect.any(Number),
        channels: 1,
      },
    ]);
    expect(await cli.json('digest', '--at', at(75))).toEqual([]);
  });
});

describe('doctor', () => {
  test('looks at everything, says what mends it, and masks secrets', async () => {
    const sick = await openCli({
      DATABASE_URL: database.url,
      OPENAI_API_KEY: 'sk-0123456789abcdef',
      CHROMIUM_PATH: '/nowhere/chromium',
    });
    const { findings, settings } = await sick.json<{
      findings: readonly { name: string; ok: boolean; say: string; fix: string | null }[];
      settings: readonly { name: string; value: string }[];
    }>('doctor');
    const names = findings.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        'database',
        'clock',
        'leases',
        'events after failures',
        'told once',
        'web',
        'name',
        'browser',
        'model',
        'mail',
      ]),
    );
    for (const { name, ok, fix } of findings) expect(fix === null, name).toBe(ok);
    expect(findings.find(({ name }) => name === 'told once')).toMatchObject({ ok: true });
    expect(findings.find(({ name }) => name === 'browser')).toMatchObject({
      ok: false,
      fix: expect.stringContaining('CHROMIUM_PATH'),
    });
    expect(findings.find(({ name }) => name === 'name')).toMatchObject({
      ok: false,
      say: expect.stringContaining('+mailto:sightline@localhost); robots.txt may call us Sightline'),
      fix: expect.stringContaining('MAIL_FROM'),
    });
    expect(settings.find(({ name }) => name === 'OPENAI_API_KEY')?.value).toBe('••••••def');
    expect(settings).toHaveLength(21);
    await sick.close();
  });
});

describe('focus', () => {
  test('chooses a part of a page, says so, and is lifted again', async () => {
    site.set('/part', { html: PAGE });
    await cli.json('add', url('/part'));
    await cli.json('check', url('/part'));
    const page = expect.any(Number);
    expect(await cli.json('focus', url('/part'), '--scope', 'main', '--side', 'added')).toEqual({
      page,
      focus: { scope: 'main', ignored: [], side: 'added' },
    });
    const { out } = await cli.run('explain', url('/part'));
    expect(out).toContain('only "main" is read, only what is added is told.');
    expect(await cli.run('focus', url('/part'), '--whole')).toMatchObject({
      out: `${url('/part')}: the whole page is watched.\n`,
    });
  });

  test.each([
    [['--scope', '#none'], 1, 'nothing on the page matches "#none"'],
    [['--scope', ' '], 2, '--scope takes a CSS selector such as "#pricing"; --whole lifts it'],
    [['--ignore', 'here'], 2, '--ignore takes the number of a difference, not "here"'],
    [['--side', 'left'], 2, '--side is one of both, added, removed'],
  ])('%j is refused', async (flags, code, say) => {
    expect(await cli.run('focus', url('/part'), ...flags)).toMatchObject({
      code,
      out: '',
      err: expect.stringContaining(say),
    });
  });
});
