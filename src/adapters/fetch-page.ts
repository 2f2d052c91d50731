import { NOT_PUBLIC } from '../core/address/address.ts';
import {
  VISIT_MS,
  type AnsweredPage,
  type Conditional,
  type Hop,
  type PageAnswer,
  type PageRequest,
} from '../core/http/answer.ts';
import type { NetworkFailure } from '../core/http/network-failure.ts';
import {
  conditionalHeaders,
  dateValidator,
  entityTag,
  requestDigest,
  type RequestHeaders,
  varyingHeaders,
  withoutFragment,
} from '../core/http/request-headers.ts';
import { type BodyLimits, EMPTY_BODY, readBody } from './fetch-page/read-body.ts';
import type { Answered, Guard } from './guard.ts';

/** Visits one page. Whatever a server does comes back as a value. */
export type FetchPage = (request: PageRequest) => Promise<PageAnswer>;

export interface FetchPageOptions {
  readonly userAgent: string;
  /** Milliseconds for the whole visit, all hops and bodies together. */
  readonly within?: number;
  /** Milliseconds until the headers of one hop. */
  readonly headersWithin?: number;
  readonly limits?: Partial<BodyLimits>;
}

const MIB = 1024 * 1024;
const LIMITS: BodyLimits = { wire: 10 * MIB, decoded: 20 * MIB, ratio: 200, unratioed: MIB };
const MOST_REDIRECTS = 10;
const MOST_REDIRECT_BODY = 64 * 1024;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

interface Tools {
  readonly guard: Guard;
  readonly headersWithin: number;
  readonly limits: BodyLimits;
}

/** What one visit gathers on its way. */
interface Visit {
  readonly request: PageRequest;
  readonly signal: AbortSignal;
  readonly hops: Hop[];
  requests: number;
}

/** Where to begin, what to send to every hop, and what to one of them only. */
interface Quest {
  readonly url: string;
  readonly varying: RequestHeaders;
  readonly conditional: Conditional | null;
}

interface Arrival {
  readonly answered: true;
  readonly answer: Answered;
  readonly url: URL;
  readonly conditionalSent: boolean;
}

type Page = Omit<AnsweredPage, 'hops' | 'requests' | 'ms'>;
type Failed = { readonly answered: false } & NetworkFailure;

/** Makes the function that visits pages: hop by hop, each through the guard, within limits of time and size. */
export function makeFetchPage(guard: Guard, options: FetchPageOptions): FetchPage {
  const { within = VISIT_MS, headersWithin = 15_000 } = options;
  const varying = varyingHeaders(options.userAgent);
  const tools: Tools = { guard, headersWithin, limits: { ...LIMITS, ...options.limits } };
  return async (request) => {
    const started = performance.now();
    const deadline = new AbortController();
    const timer = setTimeout(
      () => deadline.abort(new DOMException('no page in time', 'TimeoutError')),
      Math.min(within, request.withinMs ?? within),
    );
    const visit: Visit = { request, signal: deadline.signal, hops: [], requests: 0 };
    const quest: Quest = { url: request.url, varying, conditional: request.conditional };
    const outcome = await visitPage(tools, visit, quest).finally(() => clearTimeout(timer));
    const { hops, requests } = visit;
    return { ...outcome, hops, requests, ms: Math.round(performance.now() - started) };
  };
}

/**
 * A body in another encoding than its header names is asked for once more, in none: unconditionally, for validators
 * belong to the request headers that they came with, and the digest of the answer is that of the new ones.
 */
async function visitPage(tools: Tools, visit: Visit, quest: Quest): Promise<Page | Failed> {
  const arrival = await followHops(tools, visit, quest);
  if (!arrival.answered) return arrival;
  const page = await readPage(tools.limits, arrival, quest.varying);
  if (page.answered) return page;
  const { mislabelled, ...failed } = page;
  if (!mislabelled || quest.varying['accept-encoding'] === 'identity') return failed;
  const varying = { ...quest.varying, 'accept-encoding': 'identity' };
  return visitPage(tools, visit, { url: arrival.url.href, varying, conditional: null });
}

async function followHops(tools: Tools, visit: Visit, quest: Quest): Promise<Arrival | Failed> {
  const visited = new Set<string>();
  let next = tools.guard.parse(quest.url);
  while (next.ok) {
    const { url } = next;
    const target = withoutFragment(url.href);
    if (visited.has(target)) return redirects('the redirects lead round in a circle');
    if (visited.size > MOST_REDIRECTS) return redirects(`more than ${MOST_REDIRECTS} redirects`);
    visited.add(target);
    const barred = visit.hops.length === 0 ? null : (visit.request.barred?.(url.href) ?? null);
    if (barred !== null) return { answered: false, failure: 'kept out', reason: barred };
    const conditional = conditionalHeaders(quest.conditional, url);
    const answer = await askHop(tools, visit, { url, headers: { ...quest.varying, ...conditional } });
    if (!answer.answered) return answer;
    const location = redirectedTo(answer);
    visit.hops.push({ url: target, status: answer.status, location, address: answer.address });
    const conditionalSent = Object.keys(conditional).length > 0;
    if (location === null) return { answered: true, answer, url, conditionalSent };
    await answer.body.dump({ limit: MOST_REDIRECT_BODY });
    next = tools.guard.parse(location, url);
  }
  if (next.fault === 'malformed' && visit.hops.length > 0) return redirects('a redirect to no address');
  return { answered: false, failure: 'refused', reason: NOT_PUBLIC };
}

async function askHop(
  { guard, headersWithin }: Tools,
  visit: Visit,
  { url, headers }: { url: URL; headers: RequestHeaders },
): Promise<Answered | Failed> {
  const { fresh } = visit.request;
  const answer = await guard.request({
    method: 'GET',
    url: url.href,
    headers: fresh ? { ...headers, 'cache-control': 'no-cache' } : headers,
    fresh,
    signal: visit.signal,
    headersWithin,
  });
  visit.requests += answer.requests;
  return answer;
}

/** The Location of a redirect, as UTF-8; several that differ are no address. Null: this answer is the last. */
function redirectedTo({ status, headers: { location } }: Answered): string | null {
  if (!REDIRECTS.has(status) || location === undefined) return null;
  const [first = '', ...others] = [location].flat();
  return others.every((other) => other === first) ? Buffer.from(first, 'latin1').toString() : '';
}

/** An error status is an answer even when its body cannot be read: the body is then empty. */
async function readPage(
  limits: BodyLimits,
  { answer, url, conditionalSent }: Arrival,
  varying: RequestHeaders,
): Promise<Page | (Failed & { readonly mislabelled: boolean })> {
  const headers = joined(answer.headers);
  const read = await readBody(answer.body, headers['content-encoding'] ?? '', limits);
  if (!read.ok && answer.status < 400) {
    return { answered: false, failure: read.failure, reason: read.reason, mislabelled: read.mislabelled };
  }
  const { body, bytesHash, wireBytes } = read.ok ? read : EMPTY_BODY;
  return {
    answered: true,
    status: answer.status,
    finalUrl: withoutFragment(url.href),
    headers,
    etag: entityTag(answer.headers.etag),
    lastModified: dateValidator(answer.headers['last-modified']),
    contentType: headers['content-type'] ?? null,
    body,
    bytesHash,
    wireBytes,
    requestDigest: requestDigest(varying),
    conditionalSent,
  };
}

function joined(headers: Answered['headers']): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]),
  );
}

function redirects(reason: string): Failed {
  return { answered: false, failure: 'redirects', reason };
}
