import { buildConnector } from 'undici';
import { makeAskModel } from '../../src/adapters/ask-model.ts';
import { makeFetchPage } from '../../src/adapters/fetch-page.ts';
import { openGuard } from '../../src/adapters/guard.ts';
import { makeResendSender } from '../../src/adapters/send-email.ts';
import { makeSlackSender } from '../../src/adapters/send-slack.ts';
import { parseCidr } from '../../src/core/address/network.ts';

// A process of its own, for Node reads NODE_USE_ENV_PROXY when it starts: goes through one door and tells what came back.

const [door = '', url = '', cert = ''] = process.argv.slice(2);
const loopback = parseCidr('127.0.0.0/8');
if (loopback === null) throw new Error('no network');
const guard = openGuard({
  allowNet: [loopback],
  resolve: async () => ['127.0.0.1'],
  dial: buildConnector({ allowH2: false, ca: cert }),
});
const mail = {
  from: 'a@example.com',
  to: 'b@example.com',
  subject: 's',
  html: 'h',
  text: 't',
  headers: {},
  idempotencyKey: 'k',
  perhapsSentAt: null,
  preheader: 'p',
};
const ask = { system: 's', input: 'i', schemaName: 'n', schema: {} };
const fetchPage = makeFetchPage(guard, { userAgent: 'Sightline-Test/1' });

const DOORS: Readonly<Record<string, () => Promise<unknown>>> = {
  page: async () => {
    const page = await fetchPage({ url, conditional: null, fresh: false });
    return page.answered ? Buffer.from(page.body).toString() : page.reason;
  },
  'second read': async () => {
    const page = await fetchPage({ url, conditional: null, fresh: true });
    return page.answered ? Buffer.from(page.body).toString() : page.reason;
  },
  slack: async () =>
    makeSlackSender(guard)({
      address: url,
      key: 'k1',
      secrets: [],
      perhapsSentAt: null,
      message: { text: 'x', unfurl_links: false, unfurl_media: false, blocks: [] },
    }),
  model: async () => makeAskModel({ apiKey: 'k', baseUrl: url, model: 'm' })(ask),
  mail: async () => makeResendSender({ apiKey: 'k', baseUrl: url })(mail),
  // The witness: what a plain fetch of this process does with the same variables.
  none: async () =>
    fetch(url, { signal: AbortSignal.timeout(2000) }).then(
      (answer) => answer.text(),
      () => 'no answer',
    ),
};

console.log(JSON.stringify(await DOORS[door]?.()));
await guard.close();
process.exit();
