/** Words that every text of a language is full of; what close relatives share is weighed against both. */
const COMMON: Readonly<Record<string, string>> = {
  en: 'the and of for with your is are you this we our from to by',
  de: 'der und das ist für mit nicht sie ein auf die wir',
  fr: 'le les des et pour vous dans est une votre nous avec',
  es: 'el los las para con una del que por su y',
  it: 'il di che per con una della sono gli alla nel dei e',
  nl: 'de het een van voor met niet zijn je wij op',
  pt: 'o os as para com uma do da não que em seu',
  pl: 'i w na z do nie się jest dla oraz od',
  sv: 'och att det är för med på som inte av vi ett',
  da: 'og at det er til med på som ikke af vi for',
  nb: 'og at det er til med på som ikke av vi for',
  fi: 'ja on ei se että voi sekä myös tai kun',
  cs: 'a se na je v pro že s vás jsou nebo',
  sk: 'a sa na je v pre že s vás sú alebo',
  hu: 'a az és hogy nem egy is vagy',
  ro: 'și de la pe cu pentru este un nu din',
  tr: 've bir bu için ile da de daha',
  ru: 'и в на с не что для по вы',
  uk: 'і в на з не що для та ви',
};
const WORDS = Object.entries(COMMON).map(([name, words]) => ({ name, words: new Set(words.split(' ')) }));

/** Writing systems of one language, or of a few that no site offers side by side. */
const SCRIPTS: readonly (readonly [string, RegExp])[] = [
  ['el', /\p{sc=Greek}/gu],
  ['he', /\p{sc=Hebrew}/gu],
  ['ar', /\p{sc=Arabic}/gu],
  ['ja', /[\p{sc=Hiragana}\p{sc=Katakana}]/gu],
  ['ko', /\p{sc=Hangul}/gu],
  ['th', /\p{sc=Thai}/gu],
  ['zh', /\p{sc=Han}/gu],
];
/** About one word in so many letters is a common one. */
const LETTERS_TO_A_WORD = 15;

/** Enough to be the language of a text: at a lead of this many to one over the other candidate. */
const LEAD = 3;

/**
 * From which language to which other a text went; null where it stayed, or cannot be told.
 * @param enough how many common words each side must show
 */
export function languageFlip(
  before: string,
  after: string,
  enough: number,
): readonly [string, string] | null {
  const [old, fresh] = [scoresOf(before), scoresOf(after)];
  const [from, to] = [leader(old), leader(fresh)];
  if (from === null || to === null || from === to) return null;
  return leads(old, { own: from, other: to, enough }) && leads(fresh, { own: to, other: from, enough })
    ? [from, to]
    : null;
}

type Scores = ReadonlyMap<string, number>;

function leads(
  scores: Scores,
  { own, other, enough }: { own: string; other: string; enough: number },
): boolean {
  const score = scores.get(own) ?? 0;
  return score >= enough && score >= LEAD * (scores.get(other) ?? 0);
}

function leader(scores: Scores): string | null {
  return [...scores].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

/** Common words of each language, and letters of each script as if they were such; Han beside kana is Japanese. */
function scoresOf(whole: string): Scores {
  const text = whole.slice(0, 50_000).toLowerCase();
  const scores = new Map<string, number>();
  for (const word of text.match(/[\p{L}\p{M}]+/gu) ?? []) {
    for (const { name, words } of WORDS) if (words.has(word)) scores.set(name, (scores.get(name) ?? 0) + 1);
  }
  for (const [name, letters] of SCRIPTS)
    scores.set(name, (text.match(letters)?.length ?? 0) / LETTERS_TO_A_WORD);
  const [kana = 0, han = 0] = [scores.get('ja'), scores.get('zh')];
  if (kana > han / 5) scores.set('ja', kana + han).set('zh', 0);
  return scores;
}
