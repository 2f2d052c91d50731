import { describe, expect, test } from 'vitest';
import { makeSlackSender } from '../../src/adapters/send-slack.ts';
import { slackForm } from '../../src/core/channels/slack.ts';
import { alert } from '../core/channels/invented.ts';
import { playSsrf, setStage } from '../support/play-ssrf.ts';
import { type SsrfCase, ssrfCases } from '../support/ssrf-cases.ts';

// The shared cases, each with a witness of sockets. A case of a browser is played as a visit to what its page points at: the
// gate is one. A case of a Slack field is played as it is saved and posted.

const all = ssrfCases();
const isSlack = ({ why }: SsrfCase): boolean => why.includes('Slack');

/** The addresses that the list itself calls public, where a case may go before it is stopped. */
const PUBLIC = ['93.184.216.34', '151.101.1.69', '2606:4700:4700::1111'];

if (all.length === 0) test.skip('the shared cases are absent beside the project, so none is played');
else {
  test.each(all.filter((asked) => !isSlack(asked)))('$id $category $why', async (asked) => {
    const { answered, dialled, looked, sockets } = await playSsrf(asked);
    const mayEndWell =
      asked.expect === 'allow' || asked.category === 'env' || asked.category === 'dns-rebinding';
    expect(answered).toBe(mayEndWell);
    expect(sockets.length).toBe(dialled.length);
    if (asked.expect === 'allow') expect(dialled.length).toBe((asked.redirects ?? []).length + 1);
    else if (asked.redirects === undefined && !mayEndWell) expect(dialled).toEqual([]);
    else for (const address of dialled) expect(PUBLIC).toContain(address);
    if (asked.category === 'name') expect(looked).toEqual([]);
  });

  describe('in a Slack field', () => {
    test.each(all.filter(isSlack))('$id $category $why', async (asked) => {
      const { guard, dialled, looked } = await setStage(asked);
      const parsed = slackForm.readAddress(asked.url, []);
      expect(parsed.ok).toBe(asked.expect === 'allow');
      if (!parsed.ok) return expect([dialled, looked]).toEqual([[], []]);
      const { address } = parsed;
      await makeSlackSender(guard)({
        address,
        message: slackForm.alert(alert()),
        key: 'k1',
        secrets: [],
        perhapsSentAt: null,
      });
      expect(dialled).toEqual(asked.dns?.[new URL(address).hostname]);
    });
  });
}
