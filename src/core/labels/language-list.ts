import { loneText, type Rule } from './rule.ts';

/** The two-letter codes of ISO 639-1, and regional forms that menus list apart. */
const CODES =
  'af am ar az be bg bn bs ca cs cy da de el en es et eu fa fi fil fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko ky lo lt lv mk ml mn mr ms mt my nb ne nl nn no pa pl ps pt ro ru si sk sl so sq sr sv sw ta te tg th tr tk uk ur uz vi xh yo zh zu zh-Hans zh-Hant pt-BR pt-PT es-419 es-ES fr-CA fr-FR en-US en-GB'.split(
    ' ',
  );

/** Languages in their own names, as language menus list them, and in the names that others give them. Made at first need. */
let made: { readonly own: ReadonlySet<string>; readonly foreign: ReadonlySet<string> } | null = null;

const LONGEST_NAME = 40;

export const languageList: Rule = {
  name: 'language list',
  noise: 'chrome',
  reason: 'an entry of a language menu',
  explains: (considered) => {
    const name = loneText(considered)?.toLowerCase();
    if (name === undefined) return false;
    if (name.length > LONGEST_NAME) return false;
    made ??= { own: ownNames(), foreign: foreignNames() };
    const { own, foreign } = made;
    const language = name.replace(/\s*(?:[(,–-].*)$/, '');
    if (own.has(name) || own.has(language)) return true;
    // "Polish" or "Thai" may be anything in a sentence; as a choice it is a language.
    return considered.difference.place.role === 'option' && (foreign.has(name) || foreign.has(language));
  },
};

function ownNames(): Set<string> {
  const own = CODES.flatMap((code) => namesIn(code, [code]));
  return new Set([
    ...own,
    '中文',
    '简体中文',
    '繁體中文',
    '繁体中文',
    'norsk',
    'bahasa indonesia',
    'bahasa melayu',
  ]);
}

function foreignNames(): Set<string> {
  return new Set(['en', 'de', 'fr', 'es'].flatMap((reader) => namesIn(reader, CODES)));
}

/** Names of languages as a reader of another writes them. */
function namesIn(reader: string, codes: readonly string[]): string[] {
  const names = new Intl.DisplayNames([reader], { type: 'language', fallback: 'none' });
  return codes.flatMap((code) => names.of(code)?.toLowerCase() ?? []);
}
