import { Client } from 'pg';

export type Unreachable =
  | 'refused'
  | 'unknown host'
  | 'timeout'
  | 'denied'
  | 'no such database'
  | 'too many clients'
  | 'starting or stopping'
  | 'disk full'
  | 'not a database url'
  | 'other';

export type Reach =
  | { readonly ok: true; readonly serverVersion: string }
  | { readonly ok: false; readonly kind: Unreachable; readonly say: string };

/** By errno of the socket or SQLSTATE of the server (PostgreSQL manual, appendix A). */
const KIND_BY_CODE: Readonly<Record<string, Unreachable>> = {
  ECONNREFUSED: 'refused',
  ENOENT: 'refused',
  ECONNRESET: 'refused',
  EHOSTUNREACH: 'refused',
  ENETUNREACH: 'refused',
  ENOTFOUND: 'unknown host',
  EAI_AGAIN: 'unknown host',
  ETIMEDOUT: 'timeout',
  EACCES: 'denied',
  '28000': 'denied',
  '28P01': 'denied',
  '3D000': 'no such database',
  '53300': 'too many clients',
  '57P03': 'starting or stopping',
  '57P01': 'starting or stopping',
  '53100': 'disk full',
  ERR_INVALID_URL: 'not a database url',
};

const FIX: Readonly<Record<Exclude<Unreachable, 'other'>, string>> = {
  refused: 'Nothing listens there: start that PostgreSQL, or correct host and port in DATABASE_URL.',
  'unknown host': 'Its name does not resolve: correct the host in DATABASE_URL.',
  timeout: 'It did not answer in time: check the host in DATABASE_URL and the firewall before it.',
  denied: 'It refused the login: correct user and password in DATABASE_URL, or allow them in pg_hba.conf.',
  'no such database':
    'The server has no such database: create it (createdb), or correct the name in DATABASE_URL.',
  'too many clients': 'All its connections are taken: close other programs, or raise max_connections.',
  'starting or stopping': 'It is starting up or shutting down: try again in a moment.',
  'disk full': 'Its disk is full: free at least 500 MB; stored rows are safe and nothing needs repair.',
  'not a database url': 'Set DATABASE_URL to the form postgres://user:password@host:5432/name.',
};

/**
 * Asks the server one question on a connection of its own and answers with the fix in words when it cannot.
 * The answer never contains the password.
 *
 * @param withinMs time for the connection
 */
export async function reachDatabase(url: string, withinMs = 5_000): Promise<Reach> {
  let client: Client | null = null;
  try {
    client = new Client({ connectionString: url, connectionTimeoutMillis: withinMs });
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query<{ server_version: string }>('show server_version');
    return { ok: true, serverVersion: rows[0]?.server_version ?? 'unknown' };
  } catch (error) {
    return unreachable(url, error);
  } finally {
    await client?.end().catch(() => {});
  }
}

/** Host, port and database of a URL without its user and password, for messages. */
export function addressOf(url: string): string {
  if (!URL.canParse(url)) return URL.canParse(url.replace('@/', '@socket/')) ? socketOf(url) : 'DATABASE_URL';
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

/** `postgres://user@/name?host=/folder`: an empty host is no valid URL, though every PostgreSQL client takes it. */
function socketOf(url: string): string {
  const { pathname, searchParams } = new URL(url.replace('@/', '@socket/'));
  return `${searchParams.get('host') ?? 'the local socket'}${pathname}`;
}

function unreachable(url: string, error: unknown): Reach {
  const kind = kindOf(error);
  const reason = error instanceof Error ? error.message : String(error);
  const fix = kind === 'other' ? `It said: ${reason}` : FIX[kind];
  return { ok: false, kind, say: `The database at ${addressOf(url)} cannot be used. ${fix}` };
}

function kindOf(error: unknown): Unreachable {
  if (!(error instanceof Error)) return 'other';
  // pg gives its own connection timeout no code.
  if (/timeout expired/i.test(error.message)) return 'timeout';
  const code = 'code' in error ? String(error.code) : '';
  return KIND_BY_CODE[code] ?? 'other';
}
