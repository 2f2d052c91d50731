import { tryPage, type Tried } from '../flows/try-page.ts';
import { counted } from '../core/messages/local-time.ts';
import { answer, Misused, Refused, withApp, type Command } from './command.ts';
import { short } from './events.ts';

const MOST_BLOCKS = 12;

export const tryUrl: Command = {
  name: 'try',
  usage: 'URL [--despite-robots]',
  about: 'look at an address the way a check would, and write nothing',
  flags: { 'despite-robots': { type: 'boolean' } },
  takes: [1, 1],
  async run(invocation) {
    return withApp(invocation, async ({ world }) => {
      invocation.terminal.progress('looking');
      const despiteRobots = invocation.flags['despite-robots'] === true;
      const result = await tryPage(world, invocation.positionals[0] ?? '', { despiteRobots });
      if (!result.ok) throw new (result.fault === 'address' ? Refused : Misused)(result.say);
      answer(invocation, result.tried, linesOf(result.tried));
      return 0;
    });
  },
};

function robotsWords(robots: Tried['robots']): string {
  if (robots.verdict === 'allowed') return 'lets us ask for it';
  return robots.verdict === 'disallowed' ? `keeps us out: ${robots.rule}` : robots.reason;
}

function linesOf(tried: Tried): readonly string[] {
  const hops = tried.hops.map(({ status, url, location, address }) => {
    const to = location === null ? '' : ` -> ${location}`;
    return `  ${status} ${url}${to}${address === undefined ? '' : ` (at ${address})`}`;
  });
  const again = tried.askedAgain;
  const other = tried.otherSlash;
  return [
    `${tried.status ?? 'no answer'} ${tried.finalUrl ?? tried.url}`,
    ...hops,
    `robots.txt: ${robotsWords(tried.robots)}`,
    ...healthLines(tried.health),
    ...Object.entries(tried.headers).map(([name, value]) => `header: ${name}: ${short(value)}`),
    `validators: ETag ${tried.etag ?? 'none'}, Last-Modified ${tried.lastModified ?? 'none'}`,
    again === null
      ? 'asked again: no validators to send, so each check reads the whole page'
      : `asked again with them: ${again.status}${again.notModified ? ' (an unchanged page costs one small request)' : ''}`,
    ...(other === null || other.finalUrl === tried.finalUrl
      ? []
      : [`with the other slash: ${other.status ?? 'no answer'} ${other.url} -> ${other.finalUrl ?? '?'}`]),
    ...charsetLine(tried.charset),
    `text: ${counted(tried.textLength, 'character')} in ${counted(tried.text.length, 'block')}, read as plain HTML`,
    ...tried.text.slice(0, MOST_BLOCKS).map((text) => `  ${short(text)}`),
    ...(tried.text.length > MOST_BLOCKS
      ? [`  … ${counted(tried.text.length - MOST_BLOCKS, 'more block', 'more blocks')}`]
      : []),
  ];
}

const STATE_WORDS = {
  failed: 'it cannot be read',
  blocked: 'we are kept out',
  gone: 'the page is not there',
} as const;

/** The verdict, what it rests on, what was seen as well, and what to try. */
function healthLines({ state, kind, reason, decided, alsoSeen, advice }: Tried['health']): readonly string[] {
  return [
    state === 'page'
      ? 'verdict: a page that can be watched'
      : `verdict: ${STATE_WORDS[state]}: ${reason}${kind === state ? '' : ` (${kind})`}`,
    ...decided.map(({ where, saw }) => `  by its ${where}: ${short(saw)}`),
    ...alsoSeen.map(({ where, saw, kind: other }) => `  not enough for "${other}": ${where} ${short(saw)}`),
    ...(advice === null ? [] : [`  to try: ${advice}`]),
  ];
}

function charsetLine(charset: Tried['charset']): readonly string[] {
  if (charset === null) return [];
  const { charset: name, by, header, meta } = charset;
  return [`charset: ${name}, decided by: ${by} (header says ${header ?? 'none'}, meta ${meta ?? 'none'})`];
}
