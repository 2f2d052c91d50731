import { buildConnector } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { makeFetchPage } from '../../src/adapters/fetch-page.ts';
import { openGuard } from '../../src/adapters/guard.ts';
import { openRaw } from '../support/loopback.ts';
import { type SsrfCase, ssrfCases } from '../support/ssrf-cases.ts';

/**
 * The shared cases, each as a whole visit: a resolver with the answers of the case, and one server on loopback that
 * stands for every public address and sends the case's redirects. Every connection is dialled by the test.
 */
const played = ssrfCases().filter(
  ({ blockedTarget, why }) => blockedTarget === undefined && !why.includes('Slack'),
);

async function play(asked: SsrfCase): Promise<{ answered: boolean; dialled: string[]; looked: string[] }> {
  const dialled: string[] = [];
  const looked: string[] = [];
  let hop = 0;
  const internet = await openRaw((socket) => {
    const redirect = asked.redirects?.[asked.note?.includes('for ever') ? 0 : hop++];
    if (redirect === undefined) socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
    else
      socket.end(
        `HTTP/1.1 ${redirect.status} Moved\r\nLocation: ${redirect.location}\r\nContent-Length: 0\r\n\r\n`,
      );
  });
  const toInternet = buildConnector({});
  const guard = openGuard({
    allowNet: [],
    resolve: async (host) => {
      const sequence = asked.dnsSequence?.[Math.min(looked.length, asked.dnsSequence.length - 1)];
      looked.push(host);
      const found = sequence ?? asked.dns?.[host] ?? asked.dns?.[`${host}.`];
      if (found === undefined) throw Object.assign(new Error(host), { code: 'ENOTFOUND' });
      return found;
    },
    dial: (options, opened) => {
      dialled.push(options.hostname);
      toInternet(
        { ...options, protocol: 'http:', hostname: '127.0.0.1', port: String(internet.port) },
        opened,
      );
    },
  });
  onTestFinished(() => guard.close());
  const fetchPage = makeFetchPage(guard, { userAgent: 'Sightline-Test/1' });
  const { answered } = await fetchPage({ url: asked.url, conditional: null, fresh: false });
  return { answered, dialled, looked };
}

/** The addresses that the list itself calls public, where a case may go before it is stopped. */
const PUBLIC = ['93.184.216.34', '151.101.1.69', '2606:4700:4700::1111'];

if (played.length === 0) test.skip('the shared cases are absent beside the project, so none is played');
test.each(played)('$id $category $why', async (asked) => {
  const { answered, dialled, looked } = await play(asked);
  const mayEndWell =
    asked.expect === 'allow' || asked.category === 'env' || asked.category === 'dns-rebinding';
  expect(answered).toBe(mayEndWell);
  if (asked.expect === 'allow') expect(dialled.length).toBe((asked.redirects ?? []).length + 1);
  else if (asked.redirects === undefined && !mayEndWell) expect(dialled).toEqual([]);
  else for (const address of dialled) expect(PUBLIC).toContain(address);
  if (asked.category === 'name') expect(looked).toEqual([]);
});
