import type { PageAnswer } from '../../src/core/http/answer.ts';

const encode = new TextEncoder();

export interface PlayedWish {
  readonly body?: string;
  readonly status?: number;
  readonly etag?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Addresses on the way, with the status of each redirect. */
  readonly way?: readonly { readonly url: string; readonly status: number }[];
}

/** An answer as the network would give it. */
export function played(
  url: string,
  { body = '', status = 200, etag = null, headers = {}, way = [] }: PlayedWish,
): PageAnswer {
  const urls = [...way.map((hop) => hop.url), url];
  return {
    answered: true,
    status,
    finalUrl: url,
    hops: urls.map((hop, at) => ({
      url: hop,
      status: way[at]?.status ?? status,
      location: urls[at + 1] ?? null,
    })),
    headers,
    etag,
    lastModified: null,
    contentType: 'text/html',
    body: encode.encode(body),
    bytesHash: body,
    wireBytes: body.length,
    requests: 1,
    ms: 1,
    requestDigest: 'same',
    conditionalSent: status === 304,
  };
}
