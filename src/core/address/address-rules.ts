import { type Ip, liesIn, parseCidr } from './network.ts';

export type AddressFault = 'scheme' | 'userinfo' | 'address' | 'malformed';

/** What the rules about the text look at: what was written, before a URL parser has tidied anything. */
export interface Written {
  readonly raw: string;
  /** In lower case; null where none was written. */
  readonly scheme: string | null;
  readonly slashes: string;
  readonly authority: string;
}

/**
 * One rule of the guard. A `host` row refuses what cannot be a host anywhere, a `name` row what is a host only locally
 * and may therefore be allowed by an operator. `reason` is for people who read rules, never for whoever named the
 * address.
 */
export type Rule = { readonly name: string; readonly reason: string } & (
  | {
      readonly on: 'text';
      readonly fault: Exclude<AddressFault, 'address'>;
      readonly refuses: (written: Written) => boolean;
    }
  | { readonly on: 'host'; readonly refuses: (host: string) => boolean }
  | { readonly on: 'name'; readonly refuses: (host: string) => boolean }
  | { readonly on: 'port'; readonly refuses: (port: number) => boolean }
  | { readonly on: 'ip'; readonly refuses: (ip: Ip) => boolean }
);

const LONGEST = 2048;
const PORTS = [80, 443, 8080, 8443];
const LABEL = /^[a-z0-9_-]{1,63}$/;

/**
 * All that the guard knows about addresses; what no row refuses is public. Ranges follow the IANA special-purpose
 * registries for IPv4 and IPv6. A tunnel or an embedding (6to4, Teredo, NAT64, IPv4-mapped) is refused whatever is
 * inside. Rows on text are tried in this order, so the first decides which sentence a founder reads.
 */
const ROWS: readonly Rule[] = [
  malformed(
    'length',
    `empty, or over ${LONGEST} characters`,
    ({ raw }) => raw === '' || raw.length > LONGEST,
  ),
  // A URL parser drops tabs and line ends in silence: `ht\ntp:` would reach it as `http:`.
  malformed('control character', 'a parser drops it, a log obeys it', ({ raw }) => /\p{Cc}/u.test(raw)),
  malformed('backslash', 'parsers disagree on where the host ends', ({ raw }) => raw.includes('\\')),
  {
    on: 'text',
    fault: 'scheme',
    name: 'scheme',
    reason: 'only http and https lead to web pages',
    refuses: ({ scheme }) => scheme !== null && scheme !== 'http' && scheme !== 'https',
  },
  malformed('slashes', 'two slashes, no more and no fewer, lead to a host', ({ scheme, slashes }) =>
    scheme === null ? slashes.length > 2 : slashes !== '//',
  ),
  {
    on: 'text',
    fault: 'userinfo',
    name: 'userinfo',
    reason: 'a name before the @ passes for the host',
    refuses: ({ slashes, authority }) => slashes === '//' && authority.includes('@'),
  },

  {
    on: 'host',
    name: 'labels',
    reason: 'no host is written so (RFC 1035; underscores exist in the wild)',
    refuses: (host) => host.length > 253 || !host.split('.').every((label) => LABEL.test(label)),
  },
  name('single label', 'means something on a local network only', (host) => !host.includes('.')),
  endsIn('this machine (RFC 6761)', 'localhost', 'localdomain', 'localdomain6'),
  endsIn('local networks (RFC 6762, ICANN)', 'local', 'internal', 'intranet', 'private', 'lan'),
  endsIn('never delegated, for local networks use them (ICANN)', 'home', 'corp', 'mail'),
  endsIn('clusters and service discovery', 'svc', 'default', 'cluster', 'consul', 'docker'),
  endsIn('outside the public name system (RFC 6761, 7686, 9476)', 'test', 'invalid', 'onion', 'i2p', 'alt'),
  endsIn('infrastructure: home.arpa (RFC 8375), reverse lookup', 'arpa'),
  endsIn('cloud metadata', 'metadata.goog', 'metadata.packet.net', 'metadata.tencentyun.com'),

  {
    on: 'port',
    name: 'port',
    reason: `web ports only: ${PORTS.join(', ')}`,
    refuses: (port) => !PORTS.includes(port),
  },

  within('0.0.0.0/8', 'this network (RFC 791)'),
  within('10.0.0.0/8', 'private (RFC 1918)'),
  within('100.64.0.0/10', 'carrier-grade NAT (RFC 6598), cloud metadata'),
  within('127.0.0.0/8', 'this machine (RFC 1122)'),
  within('168.63.129.16/32', 'Azure wire server, alone among public addresses'),
  within('169.254.0.0/16', 'link-local (RFC 3927), cloud metadata'),
  within('172.16.0.0/12', 'private (RFC 1918)'),
  within('192.0.0.0/24', 'protocol assignments (RFC 6890), cloud metadata'),
  within('192.0.2.0/24', 'documentation (RFC 5737)'),
  within('192.31.196.0/24', 'AS112 (RFC 7535)'),
  within('192.52.193.0/24', 'multicast tunnels (RFC 7450)'),
  within('192.88.99.0/24', '6to4 relays (RFC 7526)'),
  within('192.168.0.0/16', 'private (RFC 1918)'),
  within('192.175.48.0/24', 'AS112 (RFC 7534)'),
  within('198.18.0.0/15', 'benchmarking (RFC 2544)'),
  within('198.51.100.0/24', 'documentation (RFC 5737)'),
  within('203.0.113.0/24', 'documentation (RFC 5737)'),
  within('224.0.0.0/4', 'multicast (RFC 5771)'),
  within('240.0.0.0/4', 'reserved (RFC 1112), broadcast'),
  // Loopback, IPv4-mapped, NAT64, discard, unique local, link-local, segment routing, multicast and what nobody has.
  outside('2000::/3', 'no global unicast (RFC 4291)'),
  within('2001::/23', 'protocol assignments (RFC 2928): Teredo, benchmarking, ORCHID'),
  within('2001:db8::/32', 'documentation (RFC 3849)'),
  within('2002::/16', '6to4 (RFC 3056)'),
  within('2620:4f:8000::/48', 'AS112 (RFC 7534)'),
  within('3fff::/20', 'documentation (RFC 9637)'),
];

/** The rows, frozen: nobody can lift a rule at run time. */
export const RULES: readonly Rule[] = Object.freeze(ROWS.map((row) => Object.freeze(row)));

function malformed(name: string, reason: string, refuses: (written: Written) => boolean): Rule {
  return { on: 'text', fault: 'malformed', name, reason, refuses };
}

function name(title: string, reason: string, refuses: (host: string) => boolean): Rule {
  return { on: 'name', name: title, reason, refuses };
}

function endsIn(reason: string, ...endings: string[]): Rule {
  return name(endings.join(' '), reason, (host) =>
    endings.some((ending) => host === ending || host.endsWith(`.${ending}`)),
  );
}

function within(network: string, reason: string): Rule {
  const cidr = parseCidr(network);
  if (cidr === null) throw new Error(`not a network: ${network}`);
  return { on: 'ip', name: network, reason, refuses: (ip) => liesIn(ip, cidr) };
}

function outside(network: string, reason: string): Rule {
  const inner = within(network, reason);
  return {
    on: 'ip',
    name: `outside ${network}`,
    reason,
    refuses: (ip) => ip.kind() === 'ipv6' && inner.on === 'ip' && !inner.refuses(ip),
  };
}
