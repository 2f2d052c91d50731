/** Deeper data is no page, and larger data no page that a person watches: 9 MiB of "[" alone took 687 MB to parse. */
const DEEPEST = 512;
const MOST_CHARACTERS = 5 * 1024 * 1024;

/** JSON of a page as a value; undefined where it is broken, over 5 MiB or nested deeper than 512 levels. */
export function parseJson(text: string): unknown {
  if (text.length > MOST_CHARACTERS || isTooDeep(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Brackets within strings count as well, which errs only for a text of hundreds of open ones. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const [sign] of text.matchAll(/[[\]{}]/g)) {
    depth += sign === '[' || sign === '{' ? 1 : -1;
    if (depth > DEEPEST) return true;
  }
  return false;
}
