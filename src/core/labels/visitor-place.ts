import { oneOf, regionNames } from '../facts/tongues.ts';
import { type Rule, textsOf } from './rule.ts';

/** The visitor's own place, as a site guesses it. */
const OWN_PLACE =
  /(?<!\p{L})(?:your (?:city|region|location|country|store)|(?:ihre?|deine?) (?:stadt|region|standort|land|filiale)|votre (?:ville|région|pays|magasin)|(?:tu|su) (?:ciudad|región|ubicación|país|tienda)|la tua (?:città|regione|posizione)|il tuo (?:paese|negozio)|(?:je|jouw|uw) (?:stad|regio|locatie|land|winkel)|sua (?:cidade|região|localização)|(?:twoje|twój) (?:miasto|region|kraj|sklep)|(?:din|ditt) (?:stad|ort|butik|by|sted|region|land)|sinun (?:kaupunkisi|sijaintisi)|vaše (?:město|mesto|prodejna|predajňa)|az ön (?:városa|országa)|orașul (?:tău|dvs)|(?:şehriniz|şehir|konumunuz)|ваш (?:город|регион)|ваше місто|ваш регіон|η πόλη σας|お住まいの地域|您的(?:城市|位置|所在地)|所在城市|내 위치|مدينتك|موقعك|העיר שלך)\s*[:：–-]?\s*#$/iu;
/** Where a site ships to, or which country's shop it shows: only a whole country's name behind it is the visitor's. */
const SHIPS_TO =
  /(?<!\p{L})(?:ships?(?:ping)? to|deliver(?:y|ing)? to|country(?:\/region)?|region|liefer(?:ung|n) nach|lieferland|land|livr(?:aison|er) (?:en|vers|à)|pays|enviar? a|envío a|país|spedi(?:zione|re) in|paese|verzend(?:en|ing) naar|entrega em|wysyłka do|kraj|leverans till|levering til|toimitus|doručení do|země|krajina|szállítás ide|livrare în|țara|teslimat|ülke|доставка в|страна|країна|αποστολή σε|χώρα|お届け先|配送先|配送至|国家|배송지|국가|الشحن إلى|البلد|משלוח אל|מדינה)\s*[:：–-]?\s*#(?:\s*\((?:#|[A-Z]{3} ?\p{Sc}?|\p{Sc} ?[A-Z]{0,3})\))?$/iu;

const PLACE =
  "\\p{Lu}[\\p{L}\\p{M}.’'-]*(?: (?:\\p{Lu}|de|do|am|an|la|le|del|и)[\\p{L}\\p{M}.’'-]*){0,3}|[\\p{Lo}]{2,8}";
const COUNTRY = new RegExp(`(?<!\\p{L})(?:${oneOf(regionNames())})(?!\\p{L})`, 'iu');

/** A place that the site took the visitor for: "Your city: Moscow", "Ship to: Germany (EUR €)". */
export const visitorPlace: Rule = {
  name: "visitor's place",
  noise: 'variant',
  reason: 'the site took the visitor for one from another place',
  explains: (considered) => {
    if (considered.difference.kind !== 'edited') return false;
    const texts = textsOf(considered);
    return isSame(texts, (text) => ownPlace(text)) || isSame(texts, (text) => shipsTo(text));
  },
};

function isSame(texts: readonly string[], masked: (text: string) => string | null): boolean {
  const [before = null, after = null] = texts.map(masked);
  return before !== null && before === after;
}

function ownPlace(text: string): string | null {
  const rest = text.replace(new RegExp(`(?<=[:：–-]\\s?)(?:${PLACE})$`, 'u'), '#');
  return OWN_PLACE.test(rest) ? rest : null;
}

function shipsTo(text: string): string | null {
  const rest = text.replace(COUNTRY, '#');
  return SHIPS_TO.test(rest) ? rest.replace(/\s*\([^)]*\)$/, '') : null;
}
