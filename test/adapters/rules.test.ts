import { describe, expect, test } from 'vitest';
import { RULES, type Rule } from '../../src/core/address/address-rules.ts';
import { AddressGate, GATE, hostOf } from '../../src/core/address/address.ts';
import { playSsrf } from '../support/play-ssrf.ts';
import { type SsrfCase, ssrfCases } from '../support/ssrf-cases.ts';

// Is every row of the table needed? The guard is built without one row at a time, and some case that must be refused is then
// let through: with the sockets of a real visit as its witness.

const PUBLIC = ['93.184.216.34'];

/** A case that is about its text or address alone: if it is a name, it leads to a public address. */
const named = (name: string): SsrfCase => {
  const host = URL.parse(`http://${name}/`)?.hostname ?? '';
  const dns = /^[[\d]/.test(host) ? {} : { [host]: PUBLIC };
  return { id: name, category: 'rules', url: `http://${name}`, expect: 'block', why: name, dns };
};

/** For rows that no shared case is about: each of these is refused by one row alone. */
const OWN: readonly SsrfCase[] = [
  '0.1.2.3 10.1.1.1 100.64.0.1 127.0.0.1 168.63.129.16 169.254.169.254 172.16.0.1 192.0.0.192 192.0.2.1',
  '192.31.196.1 192.52.193.1 192.88.99.1 192.168.0.1 192.175.48.1 198.18.0.1 198.51.100.1 203.0.113.1',
  '224.0.0.1 240.0.0.1 [::1] [2001::1] [2001:db8::1] [2002::1] [2620:4f:8000::1] [3fff::1]',
  'rival a.localhost a.lan a.corp a.svc a.test a.arpa metadata.goog a%2a.example.com rival.example.com:6379',
  'me@rival.example.com rival.example.com\\.example.org /rival.example.com rival.example.com/\n',
  `rival.example.com/${'x'.repeat(2048)}`,
]
  .flatMap((line) => line.split(' '))
  .map(named);

/** The shared list has this one with a private host only. */
const FTP: SsrfCase = { ...named('rival.example.com'), url: 'ftp://rival.example.com/' };

const SHARED = ssrfCases()
  .filter((asked) => asked.expect === 'block' && asked.dnsSequence === undefined && asked.category !== 'env')
  .filter(({ redirects, why }) => redirects === undefined && !why.includes('Slack'))
  .map((asked) => ({ ...asked, url: asked.blockedTarget ?? asked.url }));

/** What the address and DNS alone decide, by a table: cheap enough to ask for every row and case. */
function opens(gate: AddressGate, { url, dns }: SsrfCase): boolean {
  const parsed = gate.parse(url);
  if (!parsed.ok) return false;
  const answers = dns?.[parsed.url.hostname] ?? dns?.[hostOf(parsed.url)] ?? [hostOf(parsed.url)];
  return gate.admits(parsed.url, answers, []).length > 0;
}

const without = (...names: string[]): readonly Rule[] => RULES.filter(({ name }) => !names.includes(name));
const cases = [...SHARED, ...OWN, FTP];
const flipped = (gate: AddressGate): readonly SsrfCase[] => cases.filter((asked) => opens(gate, asked));

test('with all rows none of these is let through', () => {
  expect(flipped(GATE)).toEqual([]);
});

describe('without the row', () => {
  test.each(RULES.filter(({ name }) => name !== 'scheme'))(
    '$name, a case is let through to a socket: $reason',
    async ({ name }) => {
      const gate = new AddressGate(without(name));
      const [first, ...more] = flipped(gate);
      if (first === undefined) return expect.fail(`no case needs the row "${name}"`);
      const { dialled, sockets } = await playSsrf(first, gate);
      expect([dialled.length, sockets.length]).toEqual([1, 1]);
      // And the whole table lets nothing of it through.
      for (const asked of [first, ...more].slice(0, 5)) {
        expect((await playSsrf(asked)).dialled).toEqual([]);
      }
    },
  );

  test('scheme, a case is let through as far as the HTTP client, which opens no other', async () => {
    const gate = new AddressGate(without('scheme'));
    const other = flipped(gate).filter(({ url }) => !url.startsWith('http'));
    expect(other.length).toBeGreaterThan(0);
    for (const asked of other) await expect(playSsrf(asked, gate)).rejects.toThrow('Invalid URL protocol');
  });
});
