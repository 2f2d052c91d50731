import type { Region } from '../block.ts';
import { hasMoney } from '../facts/has-money.ts';
import { type Considered, loneText, oncePerPage, type Rule, type Surroundings } from './rule.ts';

/** Words of any site's controls; each stands for a thing to press, never for a thing to buy. */
const WORDS = new Set(
  'menu|close|open|open menu|close menu|toggle menu|toggle navigation|main menu|main navigation|navigation|search|search…|search...|next|previous|prev|back|go back|show more|show less|read more|see more|view more|load more|loading|loading…|loading...|please wait|skip to content|skip to main content|skip navigation|back to top|scroll to top|sponsored|advertisement|change language|select language|language|languages|copy|copy link|copied|copied!|print|expand|collapse|expand all|collapse all|ok|cancel|submit|reset|clear|dismiss|play|pause|mute|dark mode|light mode|on this page|table of contents|contents|in this article|was this page helpful?|was this helpful?|breadcrumb|home page|opens in a new tab|opens in new window|external link|schließen|öffnen|menü|suche|suchen|weiter|zurück|mehr anzeigen|weiterlesen|sprache|sprache wählen|nach oben|zum inhalt springen|anzeige|inhaltsverzeichnis|inhalt|fermer|ouvrir|rechercher|recherche|suivant|précédent|retour|lire la suite|voir plus|langue|publicité|sommaire|aller au contenu|cerrar|abrir|menú|buscar|siguiente|anterior|volver|leer más|ver más|idioma|publicidad|saltar al contenido'.split(
    '|',
  ),
);

/** "Copy link", "Copy code as Markdown": a button for the clipboard. */
const CLIPBOARD =
  /^(?:copy|kopieren?|copier|copiar) (?:\S+ ){0,3}(?:link|url|code|svg|png|logo|markdown|text|address|adresse)$/i;

export const interfaceWords: Rule = {
  name: 'interface words',
  noise: 'chrome',
  reason: 'the label of a control that every site has',
  explains: (considered, page) => isControl(loneText(considered)) && !names(considered, page),
};

/** A search, a copy, a next: words of controls that are also names of features and plans. */
const THINGS =
  /^(?:search|chat|next|print|copy|menu|navigation|languages?|(?:dark|light) mode|play|contents|expand|suchen?|sprache|inhalt|weiter|rechercher?|langue|sommaire|suivant|buscar|idioma|siguiente)$/i;
/** No product has such a name, also where the words stand in a heading. */
const SAYS_WHAT_TO_DO =
  /^(?:skip |back to |scroll to |was this |on this page|in this article|table of contents|inhaltsverzeichnis|close menu|open menu|toggle |change language|select language|opens in )/i;

/** Whether the words stand where a page names what it sells: a heading, or a list, row or line under a price. */
function names({ difference: { place, before, after } }: Considered, page: Surroundings): boolean {
  const text = after ?? before ?? '';
  if (FRAME.has(place.region)) return false;
  if (/^h[1-6]$/.test(place.role)) return !SAYS_WHAT_TO_DO.test(text);
  if (place.role === 'row') return true;
  if (place.role !== 'li' && !(place.role === 'p' && THINGS.test(text))) return false;
  const { headings } = place;
  const paths = [headings, headings.slice(0, -1)].filter((path, at) => at === 0 || path.length > 0);
  return paths.some((path) => pricedPaths(page).has(path.join('\n'))) && !isPager(text, page);
}

const FRAME: ReadonlySet<Region> = new Set(['nav', 'header', 'footer', 'dialog', 'consent', 'chat']);

const pricedPaths = oncePerPage(
  ({ before, after }: Surroundings): ReadonlySet<string> =>
    new Set(
      [...before, ...after]
        .filter(({ text, region }) => !FRAME.has(region) && hasMoney(text))
        .map(({ headings }) => headings.join('\n')),
    ),
);

/** "Next" under a list of goods leads to more of them: it is a link. */
function isPager(text: string, { before, after }: Surroundings): boolean {
  return (
    PAGER.test(text) && [...before, ...after].some((block) => block.text === text && block.links.length > 0)
  );
}

function isControl(text: string | null): boolean {
  return (
    text !== null && (WORDS.has(text.toLowerCase().replace(/[\s:›»→▾↓↑]+$/u, '')) || CLIPBOARD.test(text))
  );
}

const PAGER =
  /^(?:next|previous|prev|weiter|zurück|vorherige|nächste|suivant|précédent|siguiente|anterior)(?: (?:page|post|article|seite))?$/i;

/** The neighbour that a pager names, come or gone together with its "Next" or "Previous". */
export const pagerEntry: Rule = {
  name: 'pager entry',
  noise: 'chrome',
  reason: 'the neighbouring page that a pager names, come or gone with the pager',
  explains: (considered, page) => {
    const text = loneText(considered);
    return text !== null && neighbours(page).has(`${considered.difference.kind} ${text}`);
  },
};

/** What stands directly behind a pager's word that itself came or went: "removed Quick tour". */
const neighbours = oncePerPage(({ all, before, after }: Surroundings): ReadonlySet<string> => {
  const pagers = new Set(
    all
      .filter((one) => PAGER.test(loneText(one) ?? ''))
      .map((one) => `${one.difference.kind} ${loneText(one)}`),
  );
  const found = new Set<string>();
  for (const [kind, side] of [
    ['added', after],
    ['removed', before],
  ] as const) {
    for (const [at, block] of side.entries()) {
      const next = side[at + 1];
      if (next !== undefined && pagers.has(`${kind} ${block.text}`)) found.add(`${kind} ${next.text}`);
    }
  }
  return found;
});
