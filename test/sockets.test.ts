import { expect, test } from 'vitest';
import { filesOf, neighbourOf, parseSource, type Arrow, type SourceFile } from './support/house.ts';

// P15: one module opens sockets to addresses that others name. What opens any at all is written down here, with its reason.

/** Node's own ways to the network, with and without their prefix; child processes too, for they could ask others to. */
const NETWORK =
  /^(?:node:)?(?:net|tls|dgram|dns|http|https|http2|quic|inspector|child_process|cluster|module|vm|worker_threads|repl|wasi)(?:\/.+)?$/;

/** Packages that connect by themselves. */
const CLIENTS = /^(?:undici|ws|pg|pg-boss|openai|resend|nodemailer|playwright-core)(?:\/.+)?$/;

/** What only asks about addresses or listens. */
const HARMLESS = /^(?:isIP|isIPv4|isIPv6|AddressInfo|Socket)$/;

interface Owner {
  readonly path: RegExp;
  readonly may: RegExp;
}

const OWNERS: readonly Owner[] = [
  { path: /^src\/adapters\/guard(?:\.ts|\/)/, may: /^(?:undici|node:dns|node:net)$/ },
  // Addresses that the operator sets in the environment: database, model, mail.
  { path: /^src\/store\//, may: /^pg$/ },
  { path: /^src\/adapters\/jobs\.ts$/, may: /^pg-boss$/ },
  { path: /^src\/adapters\/ask-model(?:\.ts|\/)/, may: /^openai(?:\/.+)?$/ },
  { path: /^src\/adapters\/send-email\/resend\.ts$/, may: /^resend$/ },
  { path: /^src\/adapters\/send-email\/(?:smtp|eml)\.ts$/, may: /^nodemailer(?:\/.+)?$/ },
  // The server of one's own: started as a process, reached over loopback.
  { path: /^src\/adapters\/own-postgres\//, may: /^(?:pg|node:child_process|node:module|createRequire)$/ },
  // Hono's function of that name, handed to the listening server.
  { path: /^src\/web\/serve\.ts$/, may: /^fetch$/ },
];

function opens({ to, names, typeOnly }: Arrow): boolean {
  if (typeOnly || !(NETWORK.test(to) || CLIENTS.test(to))) return false;
  return !names.every((name) => HARMLESS.test(name));
}

/** Everything in a file that reaches the network and that its path does not own. */
function breaches({ path, arrows, doors }: SourceFile): string[] {
  const owned = OWNERS.filter((owner) => owner.path.test(path));
  const ways = [...arrows.filter(opens).map(({ to }) => to), ...doors];
  return ways.filter((way) => !owned.some(({ may }) => may.test(way))).map((way) => `${path}: ${way}`);
}

test('P15: who opens sockets is written down, and only the guard opens them to what others name', () => {
  expect(filesOf('src').flatMap(breaches)).toEqual([]);
  const guards = filesOf('src').filter(({ arrows }) =>
    arrows.some((arrow) => opens(arrow) && arrow.to === 'undici'),
  );
  expect(new Set(guards.map(({ path }) => neighbourOf(path)))).toEqual(new Set(['guard']));
});

const WAYS = [
  "import { connect } from 'node:net';",
  "import net from 'net';",
  "import * as net from 'node:net';",
  "import { isIP, connect } from 'node:net';",
  "export * from 'node:https';",
  "export { request } from 'node:http';",
  "import { createSocket } from 'node:dgram';",
  "import { connect } from 'node:tls';",
  "import http2 from 'node:http2';",
  "import { lookup } from 'node:dns/promises';",
  "import { execFile } from 'node:child_process';",
  "import { Worker } from 'node:worker_threads';",
  "import { request } from 'undici';",
  "import { Client } from 'pg';",
  "const net = await import('node:net');",
  "const net = await import('node:' + name);",
  'const net = await import(`node:${name}`);',
  "const net = require('node:net');",
  "import { createRequire } from 'node:module';",
  "const net = process.getBuiltinModule('node:net');",
  "await fetch('https://rival.example/');",
  "await globalThis.fetch('https://rival.example/');",
  "await globalThis['fetch']('https://rival.example/');",
  'const { fetch: ask } = globalThis;',
  'const ask = fetch;',
  "new WebSocket('wss://rival.example/');",
  "new globalThis.WebSocket('wss://rival.example/');",
  "new EventSource('https://rival.example/');",
  "eval('fe' + 'tch');",
];
test.each(WAYS)('P15: is seen in any other file: %s', (code) => {
  for (const path of ['src/flows/a.ts', 'src/main.ts', 'src/web/a.ts', 'src/adapters/send-slack.ts']) {
    expect(breaches(parseSource(path, code))).not.toEqual([]);
  }
});

test.each([
  "import type { AddressInfo } from 'node:net';",
  "import { isIP } from 'node:net';",
  'const fetchPage = world.fetchPage; // fetch',
  "import { createHash } from 'node:crypto';",
])('P15: opens nothing: %s', (code) => {
  expect(breaches(parseSource('src/flows/a.ts', code))).toEqual([]);
});
