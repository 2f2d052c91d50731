import { createHash } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';
import { type FetchPageOptions, makeFetchPage } from '../../src/adapters/fetch-page.ts';
import { openGuard } from '../../src/adapters/guard.ts';
import type { AnsweredPage, PageAnswer, PageRequest } from '../../src/core/http/answer.ts';
import { LOOPBACK, openRaw } from './loopback.ts';

export const USER_AGENT = 'Sightline-Test/1';
export const PAGE = '<html><body><h1>Plans</h1><p>Team plan: $49 a month.</p></body></html>';

/** One visit with a guard of its own. */
export async function visit(
  url: string,
  request: Partial<PageRequest> = {},
  options: Partial<FetchPageOptions> = {},
): Promise<PageAnswer> {
  const guard = openGuard({ allowNet: LOOPBACK });
  onTestFinished(() => guard.close());
  const fetchPage = makeFetchPage(guard, { userAgent: USER_AGENT, ...options });
  return fetchPage({ url, conditional: null, fresh: false, ...request });
}

export function answered(answer: PageAnswer): AnsweredPage {
  if (!answer.answered) throw new Error(`${answer.failure}: ${answer.reason}`);
  return answer;
}

export const textOf = (answer: PageAnswer): string => Buffer.from(answered(answer).body).toString();
export const sha256 = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex');

/** One answer for every request. */
export const always =
  (
    status: number,
    headers: Record<string, string | string[]>,
    body: Uint8Array | string = '',
  ): RequestListener =>
  (_, response) =>
    void response.writeHead(status, headers).end(body);

/** One exact text for every request, then the connection ends. */
export const raw = (text: string): ReturnType<typeof openRaw> =>
  openRaw((socket) => void socket.end(text, 'latin1'));
