import { buildConnector } from 'undici';
import { onTestFinished } from 'vitest';
import { makeFetchPage } from '../../src/adapters/fetch-page.ts';
import { type Guard, openGuard } from '../../src/adapters/guard.ts';
import { type AddressGate, GATE } from '../../src/core/address/address.ts';
import { openRaw } from './loopback.ts';
import type { SsrfCase } from './ssrf-cases.ts';

/** Where a case's addresses lead: a guard, and what it did. */
export interface Stage {
  readonly guard: Guard;
  /** The addresses that were connected to, in order. */
  readonly dialled: readonly string[];
  /** The names that DNS was asked for, in order. */
  readonly looked: readonly string[];
  /** Connections that really came. */
  readonly sockets: readonly unknown[];
}

/**
 * A resolver with the answers of the case, and one server on loopback that stands for every address there is and sends the
 * case's redirects. Every connection is dialled by the test.
 */
export async function setStage(asked: SsrfCase, gate: AddressGate = GATE): Promise<Stage> {
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
    gate,
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
  return { guard, dialled, looked, sockets: internet.sockets };
}

/** A case as a whole visit; of a page that a browser would load, the address that its part leads to. */
export async function playSsrf(
  asked: SsrfCase,
  gate: AddressGate = GATE,
): Promise<Stage & { readonly answered: boolean }> {
  const stage = await setStage(asked, gate);
  const fetchPage = makeFetchPage(stage.guard, { userAgent: 'Sightline-Test/1' });
  const url = asked.expect === 'block' ? (asked.blockedTarget ?? asked.url) : asked.url;
  const { answered } = await fetchPage({ url, conditional: null, fresh: false });
  return { ...stage, answered };
}
