import { wordsOf } from '../diff/tokens.ts';
import { zip } from '../zip.ts';
import { type Considered, textsOf } from './rule.ts';

/** Words that carry the meaning of a sentence however short they are: quantity, duty, permission, negation, time. */
const MEANING = new Set(
  'not no never none without only all any each every free unlimited limited may must shall will can could should might cannot from to up over under more less least most until before after by new except unless and or if also included include includes excluding optional required now soon beta nicht kein keine keinen keiner nie nur alle jede jeder frei kostenlos unbegrenzt begrenzt darf dürfen muss müssen soll sollen wird kann können bis ab über unter mehr weniger vor nach neu außer ohne und oder wenn pas ne aucun aucune jamais seulement tous toutes gratuit illimité limité peut peuvent doit doivent jusqu moins plus avant après nouveau sauf sans et ou si ni no nunca solo sólo todos todas gratis ilimitado limitado puede pueden debe deben hasta desde menos más antes después nuevo excepto sin y o si'.split(
    ' ',
  ),
);

/** The same in other languages, where they are long enough to be mistyped into one another. */
const MEANING_ABROAD = new Set(
  [
    'senza solo tutti tutte ogni gratis gratuito gratuita illimitato limitato possono deve devono potrà fino oltre meno prima prime dopo nuovo salvo',
    'niet geen nooit zonder alleen alle elke onbeperkt beperkt moet zullen vanaf meer minder voor nieuw behalve altijd',
    'nunca apenas todos todas cada grátis pode podem deve devem desde mais menos antes depois novo exceto',
    'nigdy tylko wszystkie każdy każda darmowy bezpłatny bezpłatnie nielimitowany może mogą musi ponad poniżej więcej mniej przed nowy oprócz jeśli zawsze',
    'inte ingen inga aldrig utan bara alla varje gratis obegränsad begränsad måste till från över under mindre före efter utom eller alltid ikke aldri uden uten alle hver ubegrenset ubegrænset skal over mere etter undtagen unntatt hvis altid',
    'ilman vain kaikki jokainen ilmainen rajoittamaton pitää asti alkaen alle enemmän vähemmän ennen jälkeen uusi paitsi aina',
    'není nikdy pouze všechny každý zdarma neomezený může mohou musí více méně před nový kromě nebo pokud vždy všetky zadarmo neobmedzený môže viac menej pred okrem alebo',
    'nincs nélkül csak minden ingyenes korlátlan lehet kell több kevesebb előtt után kivéve vagy mindig',
    'fără niciodată doar numai toate fiecare gratuit nelimitat poate trebuie până peste înainte după dacă',
    'değil sadece yalnızca ücretsiz sınırsız sınırlı olabilir zorunda kadar fazla önce sonra yeni hariç veya eğer',
    'никогда только каждый бесплатно бесплатный можно нельзя должен должны может могут более менее больше меньше после новый кроме если всегда немає тільки лише кожен безкоштовно можна мають більше менше після новий крім якщо',
    'χωρίς μόνο κάθε δωρεάν απεριόριστα μπορεί πρέπει πάνω κάτω πριν μετά εκτός',
  ].flatMap((words) => words.split(' ')),
);

/** Words that only hold a sentence together. */
const PARTICLES = new Set(
  'a an the of in on at for with as is are be this that these those its it der die das den dem des ein eine einen einem einer im am zu zum zur von vom mit für auf ist sind le la les l un une des du de d en au aux dans pour avec est sont el los las del al en con para es son un una'.split(
    ' ',
  ),
);

/** One replaced run of words: what stood there and what stands there now. */
export interface Replaced {
  readonly old: string;
  readonly fresh: string;
}

/**
 * The single words that were exchanged, or null when the edit is more than an exchange of words that say nothing of their
 * own: a value, a name, a meaning word, or too much at once.
 * @param most how many words may differ on either side, and how many must stay
 */
export function exchangedWords(
  considered: Considered,
  { most, least = 3 }: { most: number; least?: number },
): Replaced[] | null {
  const { difference, words, valuesBefore, valuesAfter } = considered;
  if (difference.kind !== 'edited' || valuesBefore.length > 0 || valuesAfter.length > 0) return null;
  const olds = wordsOf(words.before);
  const news = wordsOf(words.after);
  const [whole = ''] = textsOf(considered);
  const all = wordsOf(whole);
  if (olds.length > most || news.length > most || all.length - olds.length < least) return null;
  if ([...olds, ...news].some((word) => MEANING.has(word) || MEANING_ABROAD.has(word) || /\d/.test(word)))
    return null;
  return aligned(olds, news);
}

/** Words side by side; particles that one side has alone are set against nothing. */
function aligned(olds: readonly string[], news: readonly string[]): Replaced[] {
  if (olds.length === news.length) return zip(olds, news).map(([old, fresh]) => ({ old, fresh }));
  const rest = (own: readonly string[]): string[] => own.filter((word) => !isParticle(word));
  const [a, b] = [rest(olds), rest(news)];
  return Array.from({ length: Math.max(a.length, b.length) }, (_, at) => ({
    old: a[at] ?? '',
    fresh: b[at] ?? '',
  }));
}

export function isParticle(word: string): boolean {
  return PARTICLES.has(word);
}
