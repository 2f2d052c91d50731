const SPACES = /[\s\u200b\u2060\ufeff]+/g;

/**
 * Whitespace runs, no-break and zero-width spaces folded to one space; everything else stays as the page wrote it (P6), but
 * what no database text can hold: NUL is dropped, half a surrogate pair becomes U+FFFD.
 */
export function fold(text: string): string {
  if (text === '') return '';
  const storable = text.includes('\0') ? text.replaceAll('\0', '') : text;
  return storable.toWellFormed().replace(SPACES, ' ').trim();
}
