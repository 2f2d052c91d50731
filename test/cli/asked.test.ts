import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { watchedPages } from '../../src/store/watched-pages.ts';
import { openCliDesk, type CliDesk } from '../support/desk-cli.ts';
import { pricingPage } from '../support/site.ts';

// What a founder asks and what is said back: the exit code, the fault on stderr, one JSON value on stdout.

let cli: CliDesk;
let url: string;
beforeAll(async () => {
  cli = await openCliDesk();
  url = `${cli.site.origin}/plans`;
  cli.site.set('/plans', { html: pricingPage() });
});
afterAll(async () => cli.close());

describe('asked wrongly: exit 2 and the usage', () => {
  test.each([
    ['a kind of channel that is none', ['channel', 'add', 'pager', 'x'], '"pager" is no kind of channel'],
    ['no address of Discord', ['channel', 'add', 'discord', 'foo'], 'discord.com'],
    ['no address of mail', ['channel', 'add', 'email', 'you'], 'you@example.com'],
    ['a feed with an address', ['channel', 'add', 'feed', 'extra'], 'a feed takes no address'],
    ['an empty name', ['channel', 'add', 'feed', '--name', ' '], '--name needs a name'],
    [
      'a name that is too long',
      ['channel', 'add', 'feed', '--name', 'x'.repeat(61)],
      'at most 60 characters',
    ],
    ['no selector', ['focus', 'https://acme.test/', '--scope', 'main('], 'is no CSS selector'],
    ['no side', ['focus', 'https://acme.test/', '--side', 'up'], '--side is one of both, added, removed'],
    [
      'a part and the whole',
      ['focus', 'https://acme.test/', '--scope', 'main', '--whole'],
      'give one of them',
    ],
    ['one word for an address', ['add', 'notaurl'], 'This is not a web address'],
    ['a number for an address', ['add', '1'], 'This is not a web address'],
    ['a value that begins with a minus', ['add', 'https://acme.test/', '--every', '-5m'], '--every=-1'],
    ['an interval below nothing', ['add', 'https://acme.test/', '--every=-5m'], 'from 1m to 90d'],
    ['no day', ['account', '--digest-days', 'tue,xday'], '"xday" is no day'],
    ['a flag with a slip', ['add', 'https://acme.test/', '--compettor', 'A'], 'did you mean --competitor?'],
    ['a long watch word', ['subscribe', '--all', '--watch-words', 'x'.repeat(61)], 'at most 60 characters'],
    ['whom it is about', ['subscribe', '--least', 'high'], 'say whom it is about'],
  ])('%s', async (_, args, say) => {
    const { code, out, err } = await cli.run(...args, '--json');
    expect([code, err]).toEqual([2, expect.stringContaining(say)]);
    expect(err).toContain('usage: npm run -s sightline -- ');
    expect(JSON.parse(out)).toEqual({ error: expect.stringContaining(say) });
  });

  test('a slip in a command is one line with what was meant', async () => {
    const { code, err } = await cli.run('chekc');
    expect([code, err]).toEqual([
      2,
      'sightline: there is no command "chekc"\nDid you mean: npm run -s sightline -- check\n',
    ]);
    expect((await cli.run('frobnicate')).err).toContain('npm run -s sightline -- help');
  });

  test('help of a command is its usage', async () => {
    expect(await cli.run('help', 'add')).toEqual(await cli.run('add', '--help'));
  });
});

describe('it cannot be done: exit 1 and what to do', () => {
  test('a private address names the setting that lets it through', async () => {
    const { code, err } = await cli.run('add', 'http://10.0.0.1/');
    expect([code, err]).toEqual([1, expect.stringContaining('SIGHTLINE_ALLOW_NET, such as 10.0.0.0/8')]);
  });

  test.each(['abc', '1'])('%s is no page, and nobody is told to add it', async (given) => {
    const { code, err } = await cli.run('explain', `${given}x`);
    expect([code, err]).toEqual([1, expect.not.stringContaining(`add ${given}`)]);
  });

  test('a check whose every page failed says what to try and ends with 1; beside one that was read, with 0', async () => {
    cli.site.set('/broken', { html: 'no', status: 500 });
    const broken = `${cli.site.origin}/broken`;
    await cli.json('add', broken);
    const at = ['--at', cli.now().toISOString()];
    const { code, out } = await cli.run('check', broken, ...at);
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(/^failed.*500\n +To try: Their server is in trouble/),
    ]);
    await cli.json('add', url);
    expect((await cli.run('check', ...at)).code).toBe(0);
    await cli.json('remove', broken);
  });
});

describe('a page that is watched already', () => {
  const whose = async () => (await watchedPages(cli.db, cli.account.id)).map(({ competitor }) => competitor);

  test('goes to the competitor that is named now, and says to whom it belonged', async () => {
    await cli.json('add', url, '--competitor', 'Acme');
    expect(await whose()).toEqual(['Acme']);
    const { out } = await cli.run('add', url, '--competitor', 'Other');
    expect(out).toContain('of Other, every 6 hours');
    expect(out).toContain('It belonged to Acme until now.');
    expect(await whose()).toEqual(['Other']);
  });

  test('keeps its competitor when none is named, and is found without its scheme', async () => {
    expect((await cli.run('add', url)).out).toContain('Already watching');
    expect(await whose()).toEqual(['Other']);
    expect((await cli.run('subscribe', url.replace('http://', ''))).code).toBe(0);
  });
});

describe('words', () => {
  test('the account in JSON is named as its flags are', async () => {
    const given = ['--zone', 'Europe/Berlin', '--digest-days', 'tue,fri', '--quiet', 'no'];
    expect(await cli.json('account', ...given)).toMatchObject({
      account: { zone: 'Europe/Berlin', digestHour: 8, digestDays: ['tue', 'fri'], quiet: false },
    });
    expect((await cli.run('digest')).out).toContain('made on Tuesdays and Fridays at 08:00 (Europe/Berlin)');
  });

  test('a date alone is a day of the account’s own clock', async () => {
    await cli.json('account', '--zone', 'Asia/Tokyo');
    const { out } = await cli.run('events', '--since', '2999-12-01');
    expect(out).toBe('Nothing was told since Sun 1 Dec 00:00 (Asia/Tokyo).\n');
  });

  test('a member who is not asked is not said to be, and a change of role says no more than that', async () => {
    const { out } = await cli.run('member', 'add', 'ann@example.com', '--role', 'viewer');
    expect(out).toContain('ann@example.com is a viewer now.\nAlerts and the digest go there');
    expect(out).toContain('nobody is asked, because mail is only written to files here');
    const again = await cli.run('member', 'add', 'ann@example.com', '--role', 'owner');
    expect(again.out).toBe('ann@example.com is an owner now.\n');
  });

  test('a feed shows both addresses; a second mail address says that nobody is asked', async () => {
    const feed = await cli.run('channel', 'add', 'feed');
    expect(feed.out).toMatch(/Atom: http.*\.atom\nJSON Feed: http.*\.json\n/);
    const second = await cli.run('channel', 'add', 'email', 'second@example.com');
    expect(second.out).toContain('Its reader is not asked');
  });

  test('a channel that was never off is on already', async () => {
    const { channel } = await cli.json<{ channel: { id: number } }>('channel', 'add', 'feed');
    expect((await cli.run('channel', 'enable', String(channel.id))).out).toContain('is on already');
  });
});
