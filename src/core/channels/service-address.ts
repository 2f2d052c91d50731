import { parseServiceAddress, type Service } from '../address/address.ts';
import type { Cidr } from '../address/network.ts';
import type { ReadAddress } from './form.ts';

/** Reads the address of a service into the one form that is stored. @returns what to say where it is none */
export function readServiceAddress(given: string, service: Service, allow: readonly Cidr[]): ReadAddress {
  const parsed = parseServiceAddress(given, service, allow);
  return parsed.ok ? { ok: true, address: parsed.url.href } : { ok: false, say: parsed.say };
}

/** Whoever has the address of a webhook can post: shown is its host, and the end of what tells one from another. */
export function showSecretAddress(address: string, telling = new URL(address).pathname): string {
  // Of a short text the last four characters would be most of the secret.
  return `${new URL(address).host}/…${telling.length > 16 ? telling.slice(-4) : ''}`;
}
