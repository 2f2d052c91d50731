import { clip, oneLine } from './inert.ts';

const MOST_SAID = 200;

/** Keys and tokens by their usual marks, whoever's they are. */
const KEYS = /\b(?:bearer\s+\S+|(?:re|sk|pk|whsec|xox[a-z])[_-][\w+/=-]{6,}|[\w-]{32,})/giu;
/** What follows the host of an address is often the secret itself. */
const ADDRESS = /(https?:\/\/[^\s/?#"'<>]+)[/?#][^\s"'<>]*/giu;

/**
 * What the other side said of a message that it did not take: one inert line of at most 200 characters without secrets.
 * Empty: nothing that people could read, as a page or an object of a program.
 * @param secrets what may not be repeated; parts of fewer than four characters hide too little to be looked for
 */
export function saidBy(text: string, secrets: readonly string[] = []): string {
  const line = oneLine(text);
  if (line === 'ok' || /^[{[]|<!|<\/?[a-z][a-z\d]*[\s>/]/iu.test(line)) return '';
  const masked = secrets
    .filter((secret) => secret.length >= 4)
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, secret) => rest.replaceAll(secret, '…'), line);
  return clip(masked.replace(ADDRESS, '$1/…').replace(KEYS, '…'), MOST_SAID);
}

/** The parts of an address, as it was given and as it reads, that whoever sees them could post with. */
export function secretsIn(address: string): readonly string[] {
  const url = URL.parse(address);
  if (url === null) return [address];
  const parts = [...url.pathname.split('/'), ...url.searchParams.values(), url.username, url.password];
  return parts.flatMap((part) => (part.length < 6 ? [] : [part, readable(part)]));
}

/** "Slack answered 404: no_service", "Slack answered 503: not available". @param said as `saidBy` answers it */
export function answerWords(who: string, status: number, said = ''): string {
  const passes = passing(status);
  if (passes !== undefined) return `${who} answered ${status}: ${passes}${said === '' ? '' : ` ("${said}")`}`;
  const words = said === '' ? MEANINGS[status] : said;
  return words === undefined ? `${who} answered ${status}` : `${who} answered ${status}: ${words}`;
}

/** Words of the other side, or about it, ended as a sentence is. */
export function ended(words: string): string {
  return /[.!?…]["”)]?$/u.test(words) ? words : `${words}.`;
}

const MEANINGS: Readonly<Record<number, string>> = {
  400: 'it cannot read the message',
  401: 'not allowed',
  403: 'not allowed',
  404: 'nothing is there',
  410: 'gone for good',
  413: 'the message is too long',
};

/** What says more of the other side's state than its own words do. */
function passing(status: number): string | undefined {
  if (status === 408) return 'it waited too long for the message';
  if (status === 429) return 'too many messages just now';
  if (status === 502 || status === 504) return 'its gateway got no answer';
  if (status === 503) return 'not available';
  if (status >= 500) return 'an error of its own';
  return status >= 300 && status < 400 ? 'it leads to another address, which is not followed' : undefined;
}

function readable(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
