/** One answer on the way to the page. Only the last is the page's own. */
export interface Hop {
  readonly url: string;
  readonly status: number;
  readonly location: string | null;
  /** The network address that answered, where the guard connected to it. */
  readonly address?: string;
}

/** Validators and the URL they may be sent to: the one that answered with them (P4), never another. */
export interface Conditional {
  readonly url: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export interface PageRequest {
  readonly url: string;
  readonly conditional: Conditional | null;
  /** An independent read (P7): a connection of its own and `Cache-Control: no-cache`. */
  readonly fresh: boolean;
  /** Why a redirect must not be followed to this address; null: it may be. Without it all are. */
  readonly barred?: (url: string) => string | null;
  /** Milliseconds that are left of this visit, where a request was made before; else all of them. */
  readonly withinMs?: number;
}

/** One visit to a page takes no longer, whatever the site does: http.md. */
export const VISIT_MS = 30_000;

export type FailureKind =
  | 'refused' // the guard said no; every refusal reads alike
  | 'kept out' // robots.txt or Retry-After asks us to stay away: nothing was requested
  | 'dns'
  | 'connect'
  | 'tls'
  | 'timeout'
  | 'protocol' // the answer is no valid HTTP
  | 'truncated' // shorter than it said, or the encoding breaks off
  | 'encoding' // an encoding that cannot be undone
  | 'too large'
  | 'redirects'; // a loop, over 10 hops, or a Location that is no address

/** What the network gave. A value in every case; only a bug throws. Times in milliseconds, sizes in bytes. */
export type PageAnswer = AnsweredPage | UnansweredPage;

export interface AnsweredPage {
  readonly answered: true;
  /** Any final status, also 304, 404, 503. */
  readonly status: number;
  readonly finalUrl: string;
  readonly hops: readonly Hop[];
  /** Header names in lower case; repeated ones joined with ", ". */
  readonly headers: Readonly<Record<string, string>>;
  /** Byte for byte as sent; null when absent, over 512 characters or unprintable. */
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly contentType: string | null;
  /** Decoded bytes (gzip, deflate, br and zstd undone). */
  readonly body: Uint8Array;
  /** SHA-256 (hex) of the bytes as they came over the wire, before decoding. */
  readonly bytesHash: string;
  readonly wireBytes: number;
  readonly requests: number;
  readonly ms: number;
  /** Hash of the request headers that a server may vary on; validators are only reused under the same digest. */
  readonly requestDigest: string;
  /** Whether validators went to the URL that answered; false makes a 304 one that nobody asked for. */
  readonly conditionalSent: boolean;
}

export interface UnansweredPage {
  readonly answered: false;
  readonly failure: FailureKind;
  readonly reason: string;
  readonly hops: readonly Hop[];
  readonly requests: number;
  readonly ms: number;
  /** Seconds after which it may be asked for again; only of one that we were kept out of. */
  readonly waitS?: number;
}
