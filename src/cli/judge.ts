import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { judgeFiles } from '../flows/judge-files.ts';
import { answer, flagText, Misused, Refused, type Command, type Invocation } from './command.ts';

export const judge: Command = {
  name: 'judge',
  usage: '--before F --after F [--again F] --url U | --pairs DIR',
  about: 'judge one pair of stored pages, or a folder of pairs, without a database',
  flags: {
    before: { type: 'string' },
    after: { type: 'string' },
    again: { type: 'string' },
    url: { type: 'string' },
    pairs: { type: 'string' },
  },
  takes: [0, 0],
  async run(invocation) {
    const pairs = flagText(invocation, 'pairs');
    if (pairs !== null) return judgeFolder(invocation, pairs);
    const [before, after, url] = ['before', 'after', 'url'].map((name) => flagText(invocation, name));
    if (!before || !after || !url) throw new Misused('judge needs --before, --after and --url, or --pairs');
    if (!URL.canParse(url)) throw new Misused(`--url takes an address, not "${url}"`);
    const again = flagText(invocation, 'again');
    const judged = judgeFiles({
      before: await readPageFile(before),
      after: await readPageFile(after),
      ...(again === null ? {} : { again: await readPageFile(again) }),
      url,
    });
    answer(invocation, judged, [
      `${judged.verdict}: ${judged.reasons.join('; ')}`,
      ...headline(judged.event),
    ]);
    return 0;
  },
};

function headline(event: { headline: string; severity: string } | null): readonly string[] {
  return event === null ? [] : [`${event.severity}: ${event.headline}`];
}

/** One line a pair, in the order of the folder's names; of meta.json only the URL is read. */
async function judgeFolder(invocation: Invocation, folder: string): Promise<number> {
  const names = (await readdir(folder).catch(() => [])).toSorted();
  let judged = 0;
  for (const pair of names) {
    const dir = join(folder, pair);
    const meta = await readFile(join(dir, 'meta.json'), 'utf8').catch(() => null);
    if (meta === null) continue;
    invocation.terminal.progress(`judging ${pair} (${judged + 1})`);
    const again = await optionalPage(dir, 'again');
    const result = judgeFiles({
      before: await pageOf(dir, 'before'),
      after: await pageOf(dir, 'after'),
      ...(again === null ? {} : { again }),
      url: urlOf(meta, dir),
    });
    judged += 1;
    answer(invocation, { pair, ...result }, [
      `${pair} ${result.verdict}: ${result.reasons.join('; ').slice(0, 160)}`,
    ]);
  }
  if (judged === 0)
    throw new Refused(`${folder} holds no pair: a folder with meta.json, before.html and after.html`);
  return 0;
}

function urlOf(meta: string, dir: string): string {
  try {
    const { url } = JSON.parse(meta) as { url?: unknown };
    if (typeof url === 'string' && URL.canParse(url)) return url;
  } catch {
    // Falls through to the sentence below.
  }
  throw new Refused(`${join(dir, 'meta.json')} names no url`);
}

async function pageOf(dir: string, side: string): Promise<Uint8Array> {
  const page = await optionalPage(dir, side);
  if (page === null) throw new Refused(`${dir} has no ${side}.html or ${side}.html.gz`);
  return page;
}

async function optionalPage(dir: string, side: string): Promise<Uint8Array | null> {
  for (const name of [`${side}.html.gz`, `${side}.html`]) {
    const path = join(dir, name);
    if (await stat(path).catch(() => null)) return readPageFile(path);
  }
  return null;
}

async function readPageFile(path: string): Promise<Uint8Array> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new Refused(`${path} cannot be read (${error.code})`);
  });
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes;
}
