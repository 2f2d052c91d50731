import { readFileSync } from 'node:fs';
import { makeFetchPage } from '../../src/adapters/fetch-page.ts';
import { openGuard } from '../../src/adapters/guard.ts';
import { parseCidr } from '../../src/core/address/network.ts';
import { readPage } from '../../src/core/read/read-page.ts';

// A process of its own that visits one address and tells what came and what it cost: node heavy-child.ts URL READ.
// The peak is the kernel's (VmHWM), so that nothing between two looks at it is missed.

const [url = '', read = ''] = process.argv.slice(2);
const loopback = parseCidr('127.0.0.0/8');
if (loopback === null) throw new Error('no network');
const guard = openGuard({ allowNet: [loopback] });
const fetchPage = makeFetchPage(guard, { userAgent: 'Sightline-Test/1' });
const warm = new URL('/warm', url).href;
await fetchPage({ url: warm, conditional: null, fresh: false });

const startMb = peakMb();
const answer = await fetchPage({ url, conditional: null, fresh: false });
const { requests } = answer;
const gets = answer.answered ? answer.status : answer.failure;
const reads =
  read === 'read' && answer.answered
    ? readPage({ body: answer.body, contentType: answer.contentType, url, scope: null }).ok
    : null;
console.log(JSON.stringify({ gets, requests, reads, startMb, roseMb: peakMb() - startMb }));
process.exit();

function peakMb(): number {
  const [, kib] = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return Math.round(Number(kib) / 1024);
}
