import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCliDesk, type CliDesk } from '../support/desk-cli.ts';
import { pricingPage, withPrice } from '../support/site.ts';

// What holds is said whole: rules, mutes, watch words, instruction; in words, in JSON, and again where nothing was sent.

let cli: CliDesk;
let url: string;
beforeAll(async () => {
  cli = await openCliDesk();
  url = `${cli.site.origin}/plans`;
  cli.site.set('/plans', { html: pricingPage() });
  await cli.json('account', '--zone', 'Europe/Berlin');
  await cli.json('add', url, '--competitor', 'Acme');
  await cli.json('channel', 'add', 'email', 'founder@example.com');
});
afterAll(async () => cli.close());

interface Held {
  readonly of: string | null;
  readonly words: string;
}

describe('subscribe', () => {
  test('alone says what holds for everything, and that nothing has anything of its own', async () => {
    const { code, out } = await cli.run('subscribe');
    expect(code).toBe(0);
    expect(out).toBe(
      'Everything:\n  All changes: email at once from high, below that the digest every day.\nNo competitor and no page has anything of its own.\n',
    );
    const json = await cli.json<{ holds: readonly Held[] }>('subscribe');
    expect(json.holds).toMatchObject([{ of: null, mutedUntil: null, mutes: [], watchWords: [] }]);
  });

  test('says a mute, watch words and an instruction, and that it needs a model', async () => {
    const more = ['--watch-words', 'figma', '--instruction', 'Only the API.'];
    const held = await cli.json<Held>('subscribe', url, '--mute-until', '2999-12-05', ...more);
    expect(held).toMatchObject({
      of: url,
      rules: [{ kinds: null, least: 'low' }],
      mutedUntil: '2999-12-04T23:00:00.000Z',
      watchWords: ['figma'],
      instruction: 'Only the API.',
      words: expect.stringMatching(
        /^muted until 5 Dec 2999: .*watch words.*figma; instruction: .*OPENAI_API_KEY/,
      ),
    });
    const all = await cli.run('subscribe');
    expect(all.out).toContain(`${url}:\n  Muted until 5 Dec 2999: until then nothing is told`);
  });

  test('a critical change that was muted says why in deliveries and in explain', async () => {
    await cli.json('check', '--at', cli.now().toISOString());
    cli.pass(6);
    cli.site.set('/plans', { html: pricingPage(withPrice('Pro', '$39 per month')) });
    expect(await cli.json('check', url, '--at', cli.now().toISOString())).toMatchObject([
      { outcome: 'changed', event: expect.any(Number) },
    ]);
    expect(await cli.json('deliver')).toEqual([]);
    const why = 'muted until 5 Dec 2999';
    expect((await cli.run('deliveries')).out).toMatch(
      new RegExp(`not sent: event \\d+ ".*" to founder@example.com \\(email, channel \\d+\\): ${why}`),
    );
    expect(await cli.json('deliveries')).toMatchObject([{ id: null, state: 'not sent', reason: why }]);
    const { out } = await cli.run('explain', url);
    expect(out).toContain(`not sent to email (channel 1): ${why}.`);
    expect(out).toContain('Told of it:\n  Muted until 5 Dec 2999');
  });

  test.each([
    ['an unknown competitor', ['--competitor', 'Nobody'], 'No competitor is called Nobody. Yours: Acme.'],
    ['a page that is not watched', ['https://nobody.example/'], 'is not watched. To watch it'],
    ['a mute that is over', ['--all', '--mute-until', '2020-01-01'], 'is over already'],
  ])('of %s ends with 1', async (_, args, say) => {
    expect(await cli.run('subscribe', ...args)).toMatchObject({ code: 1, out: '' });
    expect((await cli.run('subscribe', ...args)).err).toContain(say);
  });
});
