import { isIP } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { buildConnector, type Dispatcher, Pool } from 'undici';
import { hostOf } from '../../core/address/address.ts';
import { capAnswers } from './cap-answers.ts';

/** A URL and the checked address that its host stands for. */
export interface Target {
  readonly url: URL;
  readonly address: string;
}

export type Dial = buildConnector.connector;
export type Message = Pick<Dispatcher.RequestOptions, 'method' | 'headers' | 'body' | 'signal'>;
export type Reply = Dispatcher.ResponseData;

const CONNECT_WITHIN_MS = 5_000;
/** Most servers keep a connection for 5 to 75 s; where that is the shorter, the guard sends a GET once more. */
const KEPT_FOR_MS = 10_000;
const KEPT_TARGETS = 256;
const CONNECTIONS_EACH = 16;

/**
 * Connections pinned to checked addresses: each is dialled to its address and nowhere else, while Host and SNI keep
 * the name. They are kept by origin and address, so a name that has moved never meets a connection of its past.
 */
export class Connections {
  readonly #dial: Dial;
  /** Least recently used first. */
  readonly #kept = new Map<string, { readonly pool: Pool; served: boolean }>();
  readonly #open = new Set<Pool>();

  constructor(dial: Dial = dialler()) {
    this.#dial = dial;
  }

  isKept(target: Target): boolean {
    return this.#kept.has(keyOf(target));
  }

  /** Whether an answer has come from there before: only then can a hang-up be a connection that had gone stale. */
  hasServed(target: Target): boolean {
    return this.#kept.get(keyOf(target))?.served ?? false;
  }

  async send(target: Target, message: Message): Promise<Reply> {
    // A connection is free again one turn after its last body ended; without it undici would open another.
    if (this.hasServed(target)) await setImmediate();
    const way = this.#keep(target);
    const reply = await way.pool.request({ ...message, path: pathOf(target) });
    way.served = true;
    return reply;
  }

  /** Over a connection that nothing was sent on before, and that is closed when the body ends. */
  async sendFresh(target: Target, message: Message): Promise<Reply> {
    const pool = this.#openPool(target);
    try {
      const reply = await pool.request({ ...message, path: pathOf(target) });
      reply.body.once('close', () => this.#destroy(pool));
      return reply;
    } catch (error) {
      this.#destroy(pool);
      throw error;
    }
  }

  /** Ends all of them, also those in use. */
  async close(): Promise<void> {
    this.#kept.clear();
    await Promise.all([...this.#open].map((pool) => pool.destroy()));
    this.#open.clear();
  }

  #keep(target: Target): { readonly pool: Pool; served: boolean } {
    const key = keyOf(target);
    const way = this.#kept.get(key) ?? { pool: this.#openPool(target), served: false };
    this.#kept.delete(key);
    this.#kept.set(key, way);
    const [oldest] = this.#kept;
    if (this.#kept.size > KEPT_TARGETS && oldest !== undefined) {
      this.#kept.delete(oldest[0]);
      // A close, unlike a destroy, lets what is still running end by itself.
      void oldest[1].pool.close().then(() => this.#open.delete(oldest[1].pool));
    }
    return way;
  }

  #openPool({ url, address }: Target): Pool {
    const host = hostOf(url);
    // SNI has no closing dot (RFC 6066 3), which the URL may have.
    const servername = url.protocol === 'https:' && isIP(host) === 0 ? host : '';
    const pool = new Pool(url.origin, {
      connections: CONNECTIONS_EACH,
      keepAliveTimeout: KEPT_FOR_MS,
      keepAliveMaxTimeout: KEPT_FOR_MS,
      // Both are idle timers, which a slow drip never trips: each exchange has a deadline of its own instead.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: (options, opened) =>
        this.#dial({ ...options, servername, hostname: address }, (...[error, socket]) => {
          if (error !== null) return opened(error, null);
          capAnswers(socket);
          opened(null, socket);
        }),
    });
    this.#open.add(pool);
    return pool;
  }

  #destroy(pool: Pool): void {
    this.#open.delete(pool);
    void pool.destroy();
  }
}

/** HTTP/1.1 only: under HTTP/2 all requests to an origin would share one connection. */
function dialler(): Dial {
  return buildConnector({ allowH2: false, timeout: CONNECT_WITHIN_MS });
}

function pathOf({ url }: Target): string {
  return `${url.pathname}${url.search}`;
}

function keyOf({ url, address }: Target): string {
  return `${url.origin} ${address}`;
}
