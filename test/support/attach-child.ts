// A process of its own that joins the database of a data folder: node attach-child.ts DATA SYSTEM. It prints one JSON
// line when it is in (or refused), and leaves when its standard input ends.
import { once } from 'node:events';
import { Client } from 'pg';
import { attachOwnPostgres } from '../../src/adapters/own-postgres/attach.ts';

const [dataDir = '', systemFolder = ''] = process.argv.slice(2);
const attached = await attachOwnPostgres({ dataDir, systemFolder });
if (attached.ok) {
  console.log(JSON.stringify({ ok: true, url: attached.url, server: await serverBehind(attached.url) }));
  process.stdin.resume();
  await once(process.stdin, 'end');
  await attached.leave();
} else {
  console.log(JSON.stringify(attached));
}

/** When the server was started, to the microsecond: the same for two processes only if they share one server. */
async function serverBehind(url: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ server: string }>(
    'select pg_postmaster_start_time()::text as server',
  );
  await client.end();
  return rows[0]?.server ?? '';
}
