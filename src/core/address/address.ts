import { type AddressFault, type Rule, RULES, type Written } from './address-rules.ts';
import { type Cidr, type Ip, liesIn, parseIp } from './network.ts';

export type { AddressFault } from './address-rules.ts';

/** `say` is for the founder; it never tells which rule refused, or it would help to map a network. */
export type ParsedAddress =
  | { readonly ok: true; readonly url: URL }
  | { readonly ok: false; readonly fault: AddressFault; readonly say: string };

/** The one sentence for every address that is not public, be it by name, number or port. */
export const NOT_PUBLIC =
  'This address is not on the public internet, so Sightline does not open it. If it is yours, name its network in SIGHTLINE_ALLOW_NET, such as 10.0.0.0/8 or 127.0.0.0/8.';

export interface AddressScope {
  /** Networks of the operator (SIGHTLINE_ALLOW_NET): let through, with any port. */
  readonly allow?: readonly Cidr[];
  /** The address that answered with this text as its Location; without it the text must stand for itself. */
  readonly base?: URL;
}

/**
 * What the rows of a table decide. There is one table, `RULES`; another is for the test that takes a row away to see what
 * it was good for.
 */
export class AddressGate {
  readonly #text: RulesOn<'text'>;
  readonly #host: RulesOn<'host'>;
  readonly #name: RulesOn<'name'>;
  readonly #port: RulesOn<'port'>;
  readonly #ip: RulesOn<'ip'>;

  constructor(rules: readonly Rule[] = RULES) {
    this.#text = rules.filter((rule) => rule.on === 'text');
    this.#host = rules.filter((rule) => rule.on === 'host');
    this.#name = rules.filter((rule) => rule.on === 'name');
    this.#port = rules.filter((rule) => rule.on === 'port');
    this.#ip = rules.filter((rule) => rule.on === 'ip');
  }

  /**
   * The one way from text to an address that may be opened: pages, redirects and webhooks all come through here.
   * A text without a scheme gets https. With no `allow` a local name is refused here, before any DNS; with one, local
   * names and other ports pass for now and are judged by `admits`, once it is known where they lead.
   * @param raw as a person or a server wrote it; spaces around it are nothing
   */
  parse(raw: string, { allow = [], base }: AddressScope = {}): ParsedAddress {
    const written = read(raw.replace(/^ +| +$/g, ''), base);
    const broken = this.#text.find((rule) => rule.refuses(written));
    if (broken !== undefined) return { ok: false, fault: broken.fault, say: sentence(broken.fault, written) };
    const url = base === undefined && isBareWord(raw.trim()) ? null : URL.parse(written.raw, base?.href);
    if (url === null) return { ok: false, fault: 'malformed', say: sentence('malformed', written) };
    if (!this.#mayBePublic(url, allow)) return { ok: false, fault: 'address', say: NOT_PUBLIC };
    return { ok: true, url };
  }

  /**
   * The answers of DNS that may be connected to; none when the address must not be opened. One answer that is not public
   * refuses all of them: a mixed answer is an attack or a mistake. A local name has no stranger for its owner, so its
   * answers outside the operator's networks are merely left out (localhost is ::1 too, where 127.0.0.0/8 is allowed).
   * @param url from `parse`
   * @param answers what the host resolves to; for an IP literal the literal itself
   */
  admits(url: URL, answers: readonly string[], allow: readonly Cidr[]): readonly string[] {
    const own = answers.filter((answer) => isOwn(answer, allow));
    if (own.length === answers.length || this.isLocalName(url)) return own;
    return !this.#hasOtherPort(url) && answers.every((answer) => this.isPublic(answer, allow)) ? answers : [];
  }

  /**
   * @param ip in plain form, as DNS gives it
   * @returns true for a public address and for one that the operator allows; false for all else, also for no address
   */
  isPublic(ip: string, allow: readonly Cidr[]): boolean {
    const parsed = parseIp(ip);
    return parsed !== null && (liesInAny(parsed, allow) || !this.#ip.some((rule) => rule.refuses(parsed)));
  }

  /** Whether the host is a name that means something on a local network only. */
  isLocalName(url: URL): boolean {
    return parseIp(hostOf(url)) === null && this.#name.some((rule) => rule.refuses(hostOf(url)));
  }

  #mayBePublic(url: URL, allow: readonly Cidr[]): boolean {
    if (parseIp(hostOf(url)) !== null) return this.admits(url, [hostOf(url)], allow).length > 0;
    if (this.#host.some((rule) => rule.refuses(hostOf(url)))) return false;
    return allow.length > 0 || !(this.isLocalName(url) || this.#hasOtherPort(url));
  }

  #hasOtherPort(url: URL): boolean {
    const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
    return this.#port.some((rule) => rule.refuses(port));
  }
}

type RulesOn<On> = readonly Extract<Rule, { on: On }>[];

/** The gate of the one table. */
export const GATE = new AddressGate();

/** As `AddressGate.parse`, by the one table. */
export function parseAddress(raw: string, scope: AddressScope = {}): ParsedAddress {
  return GATE.parse(raw, scope);
}

/** A service of others that takes messages: where it is, and what to say of an address that is elsewhere. */
export interface Service {
  isAt(url: URL): boolean;
  readonly say: string;
}

/**
 * The webhook of a service is not any address: a look-alike host would collect what is told.
 * @returns as `parseAddress`. The operator's own networks may stand in for the service, in tests and intranets
 */
export function parseServiceAddress(
  raw: string,
  { isAt, say }: Service,
  allow: readonly Cidr[] = [],
): ParsedAddress {
  const parsed = parseAddress(raw, { allow });
  // A bare word is no address of an intranet: it is a slip.
  const isOwn = allow.length > 0 && /^\s*https?:/i.test(raw) && parsed.ok && mayBeOwn(parsed.url);
  const isSlip = !parsed.ok && parsed.fault === 'malformed';
  if (!isSlip && (!parsed.ok || isAt(parsed.url) || isOwn)) return parsed;
  return { ok: false, fault: 'address', say };
}

/** One word without a scheme is a slip, not the name of a host: "notaurl", "1"; but for this machine's own name. */
export function isBareWord(text: string): boolean {
  return /^[^/:?#.[\]]+(?=[/?#]|:\d|$)/.test(text) && !/^localhost(?=[:/?#]|$)/i.test(text);
}

/** The host without brackets, and without the dot that may close a full name: 127.0.0.1, ::1, example.com. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

/**
 * Takes a text apart for the rules. A number alone after the colon makes `example.com:8080` a host with its port: no
 * scheme goes on like that.
 */
function read(text: string, base: URL | undefined): Written {
  const hasScheme = /^[a-z][a-z\d+.-]*:/i.test(text) && !/^[^/?#@:]+:\d+(?:[/?#]|$)/.test(text);
  const bare = base === undefined && text !== '' && !hasScheme && !text.startsWith('/');
  const raw = bare ? `https://${text}` : text;
  const [, scheme, slashes = '', authority = ''] = /^(?:([a-z][a-z\d+.-]*):)?(\/*)([^/?#]*)/i.exec(raw) ?? [];
  return { raw, scheme: scheme?.toLowerCase() ?? null, slashes, authority };
}

function sentence(fault: Exclude<AddressFault, 'address'>, { scheme }: Written): string {
  if (fault === 'scheme') return `Sightline opens http and https addresses, not ${scheme?.slice(0, 20)}.`;
  if (fault === 'userinfo') return 'Leave out the user name or password before the @: Sightline sends none.';
  return 'This is not a web address. It should look like https://example.com/pricing, in at most 2,048 characters.';
}

/** Whether only the operator's networks could make this address one to open. */
function mayBeOwn(url: URL): boolean {
  const host = hostOf(url);
  return parseIp(host) === null ? GATE.isLocalName(url) : !GATE.isPublic(host, []);
}

function isOwn(ip: string, allow: readonly Cidr[]): boolean {
  const parsed = parseIp(ip);
  return parsed !== null && liesInAny(parsed, allow);
}

function liesInAny(ip: Ip, networks: readonly Cidr[]): boolean {
  return networks.some((network) => liesIn(ip, network));
}
