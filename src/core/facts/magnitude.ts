import { WORD_END } from './tongues.ts';

/** Words and letters that stand for zeros, in the languages that we read; what they multiply by. */
const MAGNITUDES: readonly (readonly [number, string])[] = [
  [1e12, 'trillions?|billionen|兆|조'],
  [
    1e9,
    'billions?|bn|milliarden?|mrd|milliards?|md|mil millones|miliard[iíyaeu]?|miliardów|mld|bilh(?:ões|ão)|miljarde?r?|miljardia|mia|milliárd|miliarde|milyar|миллиард\\p{L}*|мільярд\\p{L}*|млрд|δισ(?:εκατομμύρια)?|مليار|מיליארד',
  ],
  [1e8, '億|亿|억'],
  [
    1e6,
    'millions?|millionen|mio|millones|millón|milion[iíyaeu]?|milionów|milionů|miliónov|mln|mn|milh(?:ões|ão)|miljoen|miljone?r|milliona?er|milj|miljoonaa|mil\\.|millió|milioane|milyon|миллион\\p{L}*|мільйон\\p{L}*|млн|εκατ(?:ομμύρια)?|مليون|מיליון',
  ],
  [1e4, '万|萬|만'],
  [1e3, 'thousand|tausend|mille|mila|tys|tis|тыс\\p{L}*|тис\\p{L}*|mil'],
];

/** Behind a number. A letter alone counts where it touches a sign or a space: "$10k", "12 M€". */
export const MAGNITUDE = `(?:(?:${MAGNITUDES.map(([, words]) => words).join('|')})${WORD_END}\\.?|[kKmMbB](?![\\p{L}\\p{M}]))`;

const TESTS = MAGNITUDES.map(([factor, words]) => ({
  factor,
  words: new RegExp(`^(?:${words})\\.?$`, 'iu'),
}));
const LETTERS: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, b: 1e9 };

/** What a number with this word behind it is to be multiplied by; 1 for none. */
export function factorOf(word: string | undefined): number {
  if (word === undefined) return 1;
  return LETTERS[word.toLowerCase()] ?? TESTS.find(({ words }) => words.test(word))?.factor ?? 1;
}
