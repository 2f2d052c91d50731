/** Kinds of trouble (health.ts, answer.ts) with what a founder may try. Each is one sentence or two, in plain words. */
const ADVICE: readonly (readonly [kinds: readonly string[], advice: string])[] = [
  [
    ['bot wall'],
    'Their shield takes us for a robot. It often lets us in again by itself; a longer interval (npm run -s sightline -- add URL --every 1d) helps, or another page with the same facts.',
  ],
  [
    ['login'],
    'The page now asks for an account, and we have none. Watch a page that they show to everybody.',
  ],
  [
    ['consent'],
    'The site asks for consent before it shows anything. Watch its page on another of their domains, or another page.',
  ],
  [['payment'], 'The page is behind a payment. Watch a page that they show to everybody.'],
  [
    ['forbidden'],
    'Their server refuses us. Open the page in your browser: if you see it, they refuse programs; try a longer interval.',
  ],
  [
    ['rate limit'],
    'They want fewer visits. Use a longer interval: npm run -s sightline -- add URL --every 1d.',
  ],
  [['legal'], 'The page is withheld for legal reasons where we are. There is nothing to try from here.'],
  [
    ['kept out', 'robots'],
    'Their robots.txt asks programs to stay away from it. Watch another page, or ask them whether they mind.',
  ],
  [['server error'], 'Their server is in trouble. There is nothing to do: we keep looking.'],
  [
    ['client error', 'status'],
    'Their server does not take the request. Open the page in your browser: the address may have changed.',
  ],
  [['maintenance'], 'They are working on the site. There is nothing to do: we keep looking.'],
  [
    ['not found', 'removed', 'soft 404'],
    'Look for the page on their site: it may have another address now. Then add that one.',
  ],
  [['parked'], 'Their domain seems to have expired or to be for sale. Look whether the company has another.'],
  [['moved'], 'Accept the new address to go on with it; until then we keep looking at the old one.'],
  [
    ['elsewhere'],
    'They send visitors to another page for now. We keep looking at yours, and compare nothing with the other one.',
  ],
  [
    ['shell', 'redirect stub'],
    'The page is put together by a browser, and we read plain HTML. Watch another page with the same facts, such as docs or changelog.',
  ],
  [
    ['empty'],
    'The page has no text. Open it in your browser: if you see text there, it needs a browser, which we do not use.',
  ],
  [
    ['collapsed', 'unready', 'stand-in', 'partial', 'truncated'],
    'The page comes in part. It is believed when it has stood so for a day; open it in your browser to see whether it is whole.',
  ],
  [
    ['unreadable', 'encoding'],
    'What comes is no text that we can read. Watch a page (HTML) instead of a file.',
  ],
  [
    ['scope'],
    'The part that you chose is not on the page any more. Choose another, or the whole page: npm run -s sightline -- focus URL --whole.',
  ],
  [
    ['dns'],
    'The name of the site leads nowhere. Look for a slip in the address, or whether the domain still exists.',
  ],
  [
    ['connect', 'timeout', 'protocol', 'status 304'],
    'Their server does not answer as it should. Open the page in your browser; if it is slow there too, wait.',
  ],
  [
    ['tls'],
    'The certificate of the site is not to be trusted. Your browser will warn you too; only they can mend it.',
  ],
  [['too large'], 'The page is larger than we read. Watch a page with the same facts that is smaller.'],
  [
    ['redirects'],
    'Their redirects go round in a circle. Open the page in your browser and add the address where you end.',
  ],
  [['refused'], 'The address leads to a network that is not public. Look for a slip in the address.'],
  [['fault'], 'This is our fault, not theirs. Please report it with: npm run -s sightline -- explain URL.'],
];

const BY_KIND = new Map(ADVICE.flatMap(([kinds, advice]) => kinds.map((kind) => [kind, advice] as const)));

const OTHERWISE = 'Open the page in your browser to see what it shows.';

/** What to try when a page cannot be read, by the kind of trouble; one sentence for kinds without their own. */
export function adviceFor(kind: string): string {
  return BY_KIND.get(kind) ?? OTHERWISE;
}

/** Does this kind of trouble have advice of its own? */
export function hasAdvice(kind: string): boolean {
  return BY_KIND.has(kind);
}
