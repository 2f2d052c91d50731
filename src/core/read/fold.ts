const SPACES = /[\s\u200b\u2060\ufeff]+/g;

/** Whitespace runs, no-break and zero-width spaces folded to one space; everything else stays as the page wrote it (P6). */
export function fold(text: string): string {
  return text === '' ? '' : text.replace(SPACES, ' ').trim();
}
