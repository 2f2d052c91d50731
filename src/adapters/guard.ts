import dns from 'node:dns';
import { isIP } from 'node:net';
import { type AddressGate, GATE, hostOf, NOT_PUBLIC, type ParsedAddress } from '../core/address/address.ts';
import type { Cidr } from '../core/address/network.ts';
import { isHungUp, isUnreached, type NetworkFailure, networkFailure } from '../core/http/network-failure.ts';
import { Connections, type Dial, type Reply, type Target } from './guard/connections.ts';

/** One request to an address that a page or an account named. Redirects are never followed. */
export interface GuardedRequest {
  readonly method: 'GET' | 'POST';
  /** As it was named: the guard parses and judges it itself. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** A connection of its own, closed afterwards. A POST wants one: on a kept one it may be lost unseen. */
  readonly fresh: boolean;
  /** Ends the whole exchange, body included; the failure is then `timeout`. */
  readonly signal: AbortSignal;
  /** Milliseconds from now until the headers must be there; default 15,000. */
  readonly headersWithin?: number;
}

/** `requests` counts what reached a server, the repeat over a connection gone stale included. */
export type GuardedAnswer = Answered | Unanswered;

export interface Answered {
  readonly answered: true;
  readonly status: number;
  /** Names in lower case; bytes above ASCII as Latin-1. */
  readonly headers: Reply['headers'];
  /** Still on the wire: read it to its end, `dump()` it or destroy it. It throws when it breaks off. */
  readonly body: Reply['body'];
  readonly requests: number;
  /** The checked address that the connection went to. */
  readonly address: string;
}

export interface Unanswered extends NetworkFailure {
  readonly answered: false;
  readonly requests: number;
}

export interface Guard {
  /** What this guard makes of a text, before any DNS; with `base`, of a Location that `base` answered. */
  readonly parse: (raw: string, base?: URL) => ParsedAddress;
  readonly request: (asked: GuardedRequest) => Promise<GuardedAnswer>;
  /** Ends every connection, also those in use. */
  readonly close: () => Promise<void>;
}

export interface GuardOptions {
  /** The operator's own networks: let through, with any port. */
  readonly allowNet: readonly Cidr[];
  /** The addresses of a host; an error carries a code of DNS. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
  /** Opens a connection to a checked address; tests let another host stand in for the internet. */
  readonly dial?: Dial;
  /** What judges addresses; a test takes a rule away to see what it was good for. */
  readonly gate?: AddressGate;
}

interface Door {
  readonly gate: AddressGate;
  readonly allow: readonly Cidr[];
  readonly resolve: (host: string) => Promise<readonly string[]>;
  readonly connections: Connections;
}

interface Exchange {
  readonly asked: GuardedRequest;
  readonly signal: AbortSignal;
  requests: number;
}

const HEADERS_WITHIN_MS = 15_000;
const ADDRESSES_TRIED = 3;
const REFUSED: Unanswered = { answered: false, failure: 'refused', reason: NOT_PUBLIC, requests: 0 };

/**
 * The one owner of sockets to addresses that others name (P15): it parses, resolves, checks every answer and connects
 * to a checked address itself, so that no second lookup can lead elsewhere. Proxies of the environment change nothing:
 * no agent that would read them takes part.
 *
 * All refusals are alike, `refused` with one reason, and come before any connection. Nothing that a server does throws.
 */
export function openGuard({ allowNet, resolve = lookUp, dial, gate = GATE }: GuardOptions): Guard {
  const door: Door = { gate, allow: allowNet, resolve, connections: new Connections(dial) };
  return {
    parse: (raw, base) =>
      gate.parse(raw, base === undefined ? { allow: allowNet } : { allow: allowNet, base }),
    request: (asked) => request(door, asked),
    close: () => door.connections.close(),
  };
}

async function request(door: Door, asked: GuardedRequest): Promise<GuardedAnswer> {
  const late = new AbortController();
  const tooLate = (): void => late.abort(new DOMException('no headers in time', 'TimeoutError'));
  const timer = setTimeout(tooLate, asked.headersWithin ?? HEADERS_WITHIN_MS);
  const exchange: Exchange = { asked, signal: AbortSignal.any([asked.signal, late.signal]), requests: 0 };
  try {
    return await passGuard(door, exchange);
  } catch (error) {
    const failure = networkFailure(error, 'headers');
    if (failure === null) throw error;
    return { answered: false, requests: exchange.requests, ...failure };
  } finally {
    clearTimeout(timer);
  }
}

async function passGuard(door: Door, exchange: Exchange): Promise<GuardedAnswer> {
  exchange.signal.throwIfAborted();
  const parsed = door.gate.parse(exchange.asked.url, { allow: door.allow });
  if (!parsed.ok) return REFUSED;
  const host = hostOf(parsed.url);
  const answers = isIP(host) ? [host] : await orAborted(exchange.signal, door.resolve(host));
  if (answers.length === 0) throw Object.assign(new Error('no address'), { code: 'ENODATA' });
  const addresses = door.gate.admits(parsed.url, answers, door.allow);
  return addresses.length === 0 ? REFUSED : tryEach(door, exchange, inOrder(door, parsed.url, addresses));
}

/** Kept connections first; then IPv4, which works nearly everywhere; else as DNS has them. */
function inOrder({ connections }: Door, url: URL, addresses: readonly string[]): readonly Target[] {
  const rank = (target: Target): number => (connections.isKept(target) ? 0 : isIP(target.address));
  const targets = addresses.map((address) => ({ url, address }));
  return targets.sort((a, b) => rank(a) - rank(b)).slice(0, ADDRESSES_TRIED);
}

/** The next address is tried only while nothing could be sent to the one before. */
async function tryEach(
  door: Door,
  exchange: Exchange,
  [first, ...others]: readonly Target[],
): Promise<GuardedAnswer> {
  if (first === undefined) return REFUSED;
  try {
    return { ...(await send(door.connections, exchange, first)), address: first.address };
  } catch (error) {
    if (others.length === 0 || !isUnreached(error)) throw error;
    return tryEach(door, exchange, others);
  }
}

/**
 * A server may close a kept connection in the moment in which it is used again; a GET is then sent once more, over a
 * connection of its own (RFC 9112 9.3.1).
 */
async function send(connections: Connections, exchange: Exchange, target: Target): Promise<Sent> {
  const { method, headers, body = null, fresh } = exchange.asked;
  const message = { method, headers, body, signal: exchange.signal };
  if (fresh) return counted(exchange, connections.sendFresh(target, message));
  const mayBeStale = method === 'GET' && connections.hasServed(target);
  try {
    return await counted(exchange, connections.send(target, message));
  } catch (error) {
    if (!mayBeStale || !isHungUp(error)) throw error;
    return counted(exchange, connections.sendFresh(target, message));
  }
}

type Sent = Omit<Answered, 'address'>;

async function counted(exchange: Exchange, sent: Promise<Reply>): Promise<Sent> {
  try {
    const { statusCode: status, headers, body } = await sent;
    exchange.requests += 1;
    return { answered: true, status, headers, body, requests: exchange.requests };
  } catch (error) {
    if (!isUnreached(error)) exchange.requests += 1;
    throw error;
  }
}

/** By `dns.lookup`, as every other program of this machine does it: hosts file included. */
function lookUp(host: string): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    dns.lookup(host, { all: true }, (error, found) => {
      if (error) reject(error);
      else resolve(found.map(({ address }) => address));
    });
  });
}

function orAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}
