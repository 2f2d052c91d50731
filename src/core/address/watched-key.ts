import { isBareWord } from './address.ts';
import { pageKey } from './page-key.ts';

/**
 * The key of a page as somebody names it, with or without its scheme; null: this is no address. Whether it may be opened
 * was decided when it was added; here it only has to be found.
 */
export function watchedKey(given: string): string | null {
  const text = given.trim();
  if (isBareWord(text)) return null;
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`);
  return url === null || !/^https?:$/.test(url.protocol) ? null : pageKey(url.href);
}

/** That a page is not watched, and what to do: what is no address is not offered to be added. */
export function notWatchedWords(given: string): string {
  return watchedKey(given) === null
    ? `${JSON.stringify(given.slice(0, 60))} is no address of a page. Give one that you watch, such as https://acme.example/pricing`
    : `${given} is not watched. To watch it: npm run -s sightline -- add ${given}`;
}
