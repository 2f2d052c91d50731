/** Chance that is the same in every run. */
export type Chance = () => number;

/** @param seed any integer; equal seeds give equal rows of numbers in [0, 1) (mulberry32) */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const SYLLABLES =
  'ba be bi bo da de di do fa fe ga go ka ke ki la le li lo ma me mi mo na ne no pa pe ra re ri sa se si so ta te ti to va ve vi'.split(
    ' ',
  );
const FRAME = 'the and of for with your is are you this a to in on all every'.split(' ');
const VALUES = ['$29 per month', '10 GB', '25 %', '14 days', '1,200 users', '€ 49', '3 projects', 'v2.4.1'];
const SIGNS = [
  ...'的一是不了人我在有他这为之大来以个中上们到说国和地也子时道出而要于就下得可你年生自会那后能对着事其里所去行过家十用发天如然作方成者多日都三小军二无同么经法当起与好看学进种将还分此心前面又定见只主没公从',
];

/** A made-up word of two to four syllables. The lower numbers are frequent, as the words of a language are. */
function word(chance: Chance, language: string): string {
  const number = Math.floor(4000 * chance() ** 3);
  const at = (place: number): string => SYLLABLES[Math.floor(number / 42 ** place + 7 * place) % 42] ?? '';
  return `${language}${at(0)}${at(1)}${number % 3 === 0 ? at(2) : ''}`;
}

/**
 * Prose with the mix of a pricing page: common words, rare ones, now and then a value.
 * @param language put before each made-up word; two languages share no such word
 */
export function sentence(chance: Chance, words: number, language = ''): string {
  const said = Array.from({ length: words }, () => {
    const kind = chance();
    if (kind < 0.35) return pick(chance, FRAME);
    return kind < 0.38 ? pick(chance, VALUES) : word(chance, language);
  });
  const text = said.join(' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Chinese without a space. */
export function unspaced(chance: Chance, length: number): string {
  return Array.from({ length }, () => pick(chance, SIGNS)).join('');
}

export function pick<T>(chance: Chance, list: readonly T[]): T {
  const one = list[Math.floor(chance() * list.length)];
  if (one === undefined) throw new Error('nothing to pick from');
  return one;
}

/** Fisher and Yates. */
export function shuffled<T>(list: readonly T[], chance: Chance): T[] {
  const mixed = [...list];
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = Math.floor(chance() * (last + 1));
    [mixed[last], mixed[other]] = [mixed[other] as T, mixed[last] as T];
  }
  return mixed;
}
