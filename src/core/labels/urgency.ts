import type { Difference } from '../difference.ts';
import type { TypedValue } from '../fact.ts';
import { currencySwitch } from '../facts/currency-switch.ts';
import { languageSwitched } from './other-language.ts';
import { type Considered, oncePerPage, type Surroundings } from './rule.ts';

/** An offer fits in this; a price deep in a longer text is a clause, and can wait a day. */
const SHORT = 400;

const ENDS =
  /\b(?:end[- ]of[- ]life|sunset(?:s|ting)?|discontinu(?:ed|ing|e)|shut(?:s|ting)? down|no longer (?:available|offered|supported)|deprecated|being retired|(?:is|now) obsolete|end of support|wird eingestellt|eingestellt zum|nicht mehr (?:verfügbar|unterstützt)|abgekündigt|sera arrêté|n'est plus (?:disponible|proposé)|dejará de|ya no (?:está disponible|se ofrece))\b/i;
const FREE_PLAN =
  /\b(?:free (?:plan|tier|forever)|free trial|kostenloser? (?:tarif|plan|test)|essai gratuit|offre gratuite|plan gratuito|prueba gratuita)\b/i;
const GRAVE =
  /\b(?:data breach|security incident|outage|waitlist only|sign-?ups? (?:are )?closed|acquired by|has been acquired|we are joining|datenpanne|sicherheitsvorfall|fuite de données)\b/i;

/** Headings over what a shop or a blog picks for each visitor anew. */
const PICKED =
  /\b(?:you (?:may|might) also|(?:related|similar|recommended|popular|featured) (?:products?|items?|posts?|articles?|offers?)|recommended for you|customers also|people also|frequently bought)|(?<!\p{L})(?:das könnte (?:ihnen|dir)|ähnliche|kunden kauften|passend dazu|vous aimerez|(?:produits|articles) (?:similaires|recommandés)|te puede interesar|productos relacionados|potrebbe interessarti|prodotti correlati|gerelateerde|aanbevolen|podobne produkty|polecane|produtos relacionados|рекоменд|похожие)|関連商品|関連記事|おすすめ|相关|推荐/iu;

/** Why a difference cannot wait a day (P7), or null. Only what differs is asked, never what stands around it. */
export function urgencyOf(
  { difference, words, valuesBefore, valuesAfter }: Considered,
  page: Surroundings,
): Difference['urgency'] {
  const { kind, place } = difference;
  if (otherTongue(page)) return null;
  if (kind === 'link' || kind === 'moved' || kind === 'typographic' || kind === 'meta') return null;
  const text = `${words.before} ${words.after}`;
  const picked =
    (kind === 'added' || kind === 'removed') && place.headings.some((heading) => PICKED.test(heading));
  if (text.length <= SHORT && !picked) {
    const value = [...valuesAfter, ...valuesBefore].find(
      (found) => isPerishable(found) && !(found.type === 'money' && currencySwitched(page)),
    );
    if (value !== undefined)
      return { by: 'fact', reason: `${nameOf(value)} in the changed words: ${value.text}` };
    const phrase = (ENDS.exec(text) ?? FREE_PLAN.exec(text) ?? GRAVE.exec(text))?.[0];
    if (phrase !== undefined) return { by: 'fact', reason: `the changed words say "${phrase}"` };
  }
  if (kind === 'title') return { by: 'heading', reason: 'the title of the page differs' };
  return place.role === 'h1' ? { by: 'heading', reason: 'the main heading differs' } : null;
}

const otherTongue = oncePerPage(languageSwitched);

/** No price moved: the site chose by the visitor's country, or changed its basis. A day shows which of the two it is. */
const currencySwitched = oncePerPage(({ before, after }: Surroundings) => currencySwitch(before, after));

function isPerishable(value: TypedValue): boolean {
  if (value.type === 'money') return value.role !== 'other';
  if (value.type === 'percent') return value.role !== 'other';
  if (value.type === 'duration') return value.role === 'trial' || value.role === 'free';
  if (value.type === 'date') return value.role === 'end';
  return value.type === 'code';
}

function nameOf(value: TypedValue): string {
  return 'role' in value && value.role !== 'other' ? value.role : value.type;
}
