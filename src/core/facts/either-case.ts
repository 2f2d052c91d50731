/**
 * The source of a pattern, such that it fits words in either case without the flag i, but for what stands within
 * `(?-i:…)`, which fits only as it is written.
 *
 * Why not the engine's own modifiers: when a process has compiled much regular expression code, V8 stops optimising new
 * patterns (its limit is 1 MB of it), and then `(?-i:Rs)` behind a sign or class fits "RS" too (V8 13.6, Node 24.21:
 * `node --no-regexp-optimization`). A long-lived worker would read names of products as prices.
 * @param source knows escapes, classes, groups and `\p{…}`; no back-references by letter
 */
export function eitherCase(source: string): string {
  let out = '';
  let inClass = false;
  const groups: boolean[] = [];
  for (const [token] of source.matchAll(TOKEN)) {
    const exact = groups.at(-1) === true;
    if (token.startsWith('(')) groups.push(exact || token === EXACT);
    if (token === ')') groups.pop();
    if (token === '[') inClass = true;
    if (token === ']') inClass = false;
    out += token === EXACT ? '(?:' : exact ? token : cases(token, inClass);
  }
  return out;
}

const EXACT = '(?-i:';

/** Escapes and the heads of groups are one token: their letters are no text. */
const TOKEN = /\\p\{[^}]*\}|\\u\{[^}]*\}|\\u[\dA-Fa-f]{4}|\\.|\(\?(?:-i:|<?[=!]|:|<\w+>)|[^]/giu;

function cases(token: string, inClass: boolean): string {
  const other = token.toLowerCase() === token ? token.toUpperCase() : token.toLowerCase();
  if (other === token || [...token].length > 1 || [...other].length > 1) return token;
  return inClass ? `${token}${other}` : `[${token}${other}]`;
}
