import { existsSync, readFileSync } from 'node:fs';

/** One case of the shared list: what is asked, what the resolver and the servers on the way would answer. */
export interface SsrfCase {
  readonly id: string;
  readonly category: string;
  readonly url: string;
  readonly expect: 'block' | 'allow';
  readonly why: string;
  readonly dns?: Record<string, string[]>;
  /** One list of answers per lookup, whatever the name; the last one repeats. */
  readonly dnsSequence?: string[][];
  readonly redirects?: { readonly status: number; readonly location: string }[];
  readonly note?: string;
  readonly blockedTarget?: string;
  readonly page?: string;
  readonly kind?: string;
}

const LIST = new URL('../../../shared/cases/ssrf.json', import.meta.url);

/** The shared cases, or none, with a line that says so, where a checkout stands without them. */
export function ssrfCases(): SsrfCase[] {
  if (existsSync(LIST)) return JSON.parse(readFileSync(LIST, 'utf8')) as SsrfCase[];
  console.log('skipped: ../shared/cases/ssrf.json is not here');
  return [];
}
