import { assert, ipV4, ipV6, oneof, property, string, webUrl } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RULES } from '../../src/core/address/address-rules.ts';
import { GATE, hostOf, NOT_PUBLIC, parseAddress } from '../../src/core/address/address.ts';
import { slackForm } from '../../src/core/channels/slack.ts';
import { type Cidr, parseCidr } from '../../src/core/address/network.ts';
import { ssrfCases } from '../support/ssrf-cases.ts';

const networks = (...texts: string[]): Cidr[] =>
  texts.map((text) => {
    const cidr = parseCidr(text);
    if (cidr === null) throw new Error(text);
    return cidr;
  });
const LOOPBACK = networks('127.0.0.0/8');
const faultOf = (raw: string, allow: Cidr[] = []): string => {
  const parsed = parseAddress(raw, { allow });
  return parsed.ok ? 'opened' : parsed.fault;
};

describe('an address is opened or refused', () => {
  const table: [raw: string, outcome: string][] = [
    ['https://example.com/pricing', 'opened'],
    ['example.com/pricing', 'opened'],
    ['example.com:8443/pricing?a=1', 'opened'],
    ['  https://example.com  ', 'opened'],
    ['HTTPS://EXAMPLE.COM', 'opened'],
    ['https://example.com/a|b?c=d|e#f|g', 'opened'],
    ['https://example.com/@founder', 'opened'],
    ['https://example.com/?mail=a@example.org', 'opened'],
    ['https://shop_eu.example.com./', 'opened'],
    ['https://8.8.4.4/', 'opened'],
    ['https://[2a03:2880::1]/', 'opened'],
    ['', 'malformed'],
    ['   ', 'malformed'],
    ['https://', 'malformed'],
    ['//example.com/', 'malformed'],
    ['/pricing', 'malformed'],
    ['https:/example.com/', 'malformed'],
    ['https:example.com', 'malformed'],
    ['https:////example.com', 'malformed'],
    ['https://exa mple.com/', 'malformed'],
    ['https://example.com/\n', 'malformed'],
    ['https://example.com/\u0085', 'malformed'],
    ['https://example.com\\@10.0.0.1/', 'malformed'],
    ['https://256.1.1.1/', 'malformed'],
    ['https://[fe80::1%25eth0]/', 'malformed'],
    [`https://example.com/${'x'.repeat(2029)}`, 'malformed'],
    ['ftp://example.com/', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['mailto:sales@example.com', 'scheme'],
    ['view-source:https://example.com/', 'scheme'],
    ['sales@example.com', 'userinfo'],
    ['https://@example.com/', 'userinfo'],
    ['https://example.com@10.0.0.1/', 'userinfo'],
    ['https://example.com:22/', 'address'],
    ['localhost:3000', 'address'],
    ['intranet', 'malformed'],
    ['http://intranet/', 'address'],
    ['127.0.0.1:8080', 'address'],
    ['https://127.1/', 'address'],
    ['https://127.0.0.1../', 'address'],
    ['https://a..example.com/', 'address'],
    ['https://-.%2a.example.com/', 'address'],
    [`https://${'a.'.repeat(126)}example.com/`, 'address'],
    ['https://ns.localhost/', 'address'],
    ['https://nas.home/', 'address'],
    ['https://nas.home.arpa/', 'address'],
    ['https://metadata.packet.net/', 'address'],
    ['https://api.metadata.tencentyun.com/', 'address'],
    ['https://localhost6.localdomain6/', 'address'],
    ['https://kubernetes.default/', 'address'],
    ['https://wiki.intranet/', 'address'],
    ['https://metadata.io/', 'opened'],
    ['https://internal.example.com/', 'opened'],
    ['https://notlocalhost.com/', 'opened'],
    ['https://mylan.com/', 'opened'],
    ['https://[::ffff:8.8.8.8]/', 'address'],
    ['https://[64:ff9b::808:808]/', 'address'],
    ['https://[2001::1]/', 'address'],
    ['https://[4000::1]/', 'address'],
  ];
  test.each(table)('%j: %s', (raw, outcome) => {
    expect(faultOf(raw)).toBe(outcome);
  });

  test('the longest address has 2,048 characters', () => {
    expect(faultOf(`https://example.com/${'x'.repeat(2028)}`)).toBe('opened');
  });

  test('whatever is typed, the answer is a value, and no opened address is local', () => {
    assert(
      property(oneof(string({ unit: 'binary' }), webUrl(), ipV4(), ipV6()), (raw) => {
        const parsed = parseAddress(raw);
        if (!parsed.ok) return parsed.say.length > 0;
        return parsed.url.username === '' && hostOf(parsed.url).match(/[.:]/) !== null;
      }),
    );
  });
});

describe('what a founder reads', () => {
  test('every address that is not public gets one and the same sentence', () => {
    const said = [
      'localhost',
      '10.0.0.1',
      'https://example.com:6379/',
      'wiki.corp',
      '[::1]',
      'metadata.goog',
    ].map((raw) => parseAddress(raw));
    expect(new Set(said.map((parsed) => (parsed.ok ? 'opened' : parsed.say)))).toEqual(new Set([NOT_PUBLIC]));
  });

  test('a scheme is named, at most twenty characters of it', () => {
    expect(parseAddress('gopher://x/')).toMatchObject({ say: expect.stringContaining('not gopher.') });
    expect(parseAddress(`${'x'.repeat(99)}:y`)).toMatchObject({
      say: expect.stringContaining(`not ${'x'.repeat(20)}.`),
    });
  });

  test('userinfo and no address at all are told apart', () => {
    expect(parseAddress('https://me:secret@example.com/')).toMatchObject({
      say: expect.not.stringContaining('secret'),
    });
    expect(parseAddress('what is this')).toMatchObject({
      say: expect.stringContaining('https://example.com/pricing'),
    });
  });
});

describe('a Location is read against the address that sent it', () => {
  const base = new URL('https://example.com/plans?x=1');
  const table: [location: string, leads: string][] = [
    ['/plans/', 'https://example.com/plans/'],
    ['?y=2', 'https://example.com/plans?y=2'],
    ['team', 'https://example.com/team'],
    ['//example.org/x', 'https://example.org/x'],
    ['http://example.org', 'http://example.org/'],
    ['/a b', 'https://example.com/a%20b'],
    ['', 'malformed'],
    ['///example.org/', 'malformed'],
    ['http:example.org', 'malformed'],
    ['/\\example.org/', 'malformed'],
    ['/x\r\nSet-Cookie: a=b', 'malformed'],
    ['//user@example.org/', 'userinfo'],
    ['//10.0.0.1/', 'address'],
    ['example.org:8080/x', 'scheme'],
  ];
  test.each(table)('%j: %s', (location, leads) => {
    const parsed = parseAddress(location, { base });
    expect(parsed.ok ? parsed.url.href : parsed.fault).toBe(leads);
  });
});

describe('networks that the operator allows', () => {
  test('their addresses pass with any port, others do not', () => {
    expect(faultOf('http://127.0.0.1:51234/', LOOPBACK)).toBe('opened');
    expect(faultOf('http://10.0.0.1/', LOOPBACK)).toBe('address');
    expect(faultOf('http://[::ffff:127.0.0.1]/', LOOPBACK)).toBe('address');
    expect(faultOf('http://8.8.8.8:51234/', LOOPBACK)).toBe('address');
  });

  test('local names and other ports wait for DNS, text that is no host does not', () => {
    expect(faultOf('http://localhost:51234/', LOOPBACK)).toBe('opened');
    expect(faultOf('http://rival.test:51234/', LOOPBACK)).toBe('opened');
    expect(faultOf('http://a..test/', LOOPBACK)).toBe('address');
  });

  const table: [url: string, answers: string[], admitted: string[]][] = [
    ['http://localhost:51234/', ['::1', '127.0.0.1'], ['127.0.0.1']],
    ['http://localhost:51234/', ['::1'], []],
    ['http://rival.test/', ['93.184.216.34'], []],
    ['http://example.com:51234/', ['127.0.0.1'], ['127.0.0.1']],
    ['http://example.com:51234/', ['93.184.216.34'], []],
    ['http://example.com:51234/', ['127.0.0.1', '93.184.216.34'], []],
    ['http://example.com/', ['127.0.0.1', '93.184.216.34'], ['127.0.0.1', '93.184.216.34']],
    ['http://example.com/', ['127.0.0.1', '10.0.0.1'], []],
  ];
  test.each(table)('%s at %j may go to %j', (url, answers, admitted) => {
    expect(GATE.admits(new URL(url), answers, LOOPBACK)).toEqual(admitted);
  });

  test('without them nothing local is admitted, and no answer admits nothing', () => {
    expect(GATE.admits(new URL('http://localhost/'), ['127.0.0.1'], [])).toEqual([]);
    expect(GATE.admits(new URL('http://example.com/'), ['93.184.216.34', '::1'], [])).toEqual([]);
    expect(GATE.admits(new URL('http://example.com/'), [], [])).toEqual([]);
  });
});

describe('public addresses', () => {
  const table: [ip: string, isPublic: boolean][] = [
    ['93.184.216.34', true],
    ['168.63.129.15', true],
    ['168.63.129.16', false],
    ['192.0.1.255', true],
    ['192.0.2.1', false],
    ['192.0.3.0', true],
    ['192.31.195.255', true],
    ['192.31.196.1', false],
    ['192.52.193.1', false],
    ['192.52.194.0', true],
    ['192.175.48.1', false],
    ['192.175.49.0', true],
    ['2600::1', true],
    ['2620:4f:8000::1', false],
    ['2620:4f:8001::1', true],
    ['2001:200::1', true],
    ['2001:1ff::1', false],
    ['3fff:1000::1', true],
    ['1fff::1', false],
    ['fe80::1%eth0', false],
    ['0177.0.0.1', false],
    ['127.1', false],
    ['example.com', false],
    ['', false],
  ];
  test.each(table)('%j: %s', (ip, isPublic) => {
    expect(GATE.isPublic(ip, [])).toBe(isPublic);
  });

  test('a network has no more bits than its address', () => {
    expect(parseCidr('10.0.0.0/8')?.bits).toBe(8);
    expect(parseCidr(' ::1 ')?.bits).toBe(128);
    expect(['10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '10/8', 'x/8', '10.0.0.0/-1'].map(parseCidr)).toEqual(
      Array.from({ length: 6 }).fill(null),
    );
  });
});

describe('the table of rules', () => {
  test('is frozen, and no two rows have one name', () => {
    expect(Object.isFrozen(RULES) && RULES.every((rule) => Object.isFrozen(rule))).toBe(true);
    expect(new Set(RULES.map((rule) => rule.name)).size).toBe(RULES.length);
  });
});

/** Without sockets: what the address alone and the first answers of DNS decide. The adapters' tests play the rest. */
describe('shared cases', () => {
  const decided = ssrfCases().filter(
    ({ category, dnsSequence }) => dnsSequence === undefined && category !== 'redirect' && category !== 'env',
  );
  if (decided.length === 0) test.skip('are absent beside the project, so none is tried');
  test.each(decided)('$id $category $why', (asked) => {
    const url = asked.category === 'browser' && asked.expect === 'block' ? asked.blockedTarget : asked.url;
    const isSlack = asked.kind === 'webhook' && asked.why.includes('Slack');
    if (isSlack && !slackForm.readAddress(url ?? '', []).ok) return expect(asked.expect).toBe('block');
    const parsed = parseAddress(url ?? '');
    const answers = parsed.ok ? (asked.dns?.[parsed.url.hostname] ?? [hostOf(parsed.url)]) : [];
    const opened = parsed.ok && GATE.admits(parsed.url, answers, []).length > 0;
    expect(opened).toBe(asked.expect === 'allow');
  });
});
