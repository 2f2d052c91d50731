import { oneLine, webAddress } from './inert.ts';
import { links } from './mail-parts.ts';
import { markup, type Markup } from './markup.ts';
import { wrap } from './plain-text.ts';
import { shownUrl } from './wording.ts';

/** How a reader gets out, narrowest first. */
export type Out = readonly [words: string, url: string];

/** The last lines of a mail: why it came, the pages as they were given, the ways out. */
export interface Footer {
  readonly why: string;
  readonly storedUrls: readonly string[];
  readonly out: readonly Out[];
}

const NO_PIXEL = 'No login needed, no pixel in this mail.';

export function footerHtml({ why, storedUrls, out }: Footer): Markup {
  const urls = storedUrls.map((url) => markup`<br /><span dir="ltr">${shownUrl(url)}</span>`);
  const named = storedUrls.length === 0 ? '' : markup` ${namedAs(storedUrls)}${urls}`;
  const ways = out.some(([, url]) => webAddress(url) !== null) ? markup`<br />${links(out, 'quiet')}` : '';
  return markup`${why}${named}${ways}<br />${NO_PIXEL}`;
}

export function footerText({ why, storedUrls, out }: Footer): string {
  const [first] = storedUrls;
  const one =
    first !== undefined && storedUrls.length === 1 ? [`${namedAs(storedUrls)} ${shownUrl(first)}`] : [];
  const many =
    storedUrls.length > 1 ? [namedAs(storedUrls), ...storedUrls.map((url) => `  ${shownUrl(url)}`)] : [];
  const ways = out.map(([words, url]) => `${words}: ${oneLine(url)}`);
  return ['--', wrap(why), ...one, ...many, ...ways].join('\n');
}

function namedAs({ length }: readonly string[]): string {
  return length === 1 ? 'The page, as you gave it:' : 'The pages, as you gave them:';
}
