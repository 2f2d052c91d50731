import { findAll, type Finder } from './scan.ts';
import { oneOf, type TimeUnit, unitNames, WORD_END, WORD_START } from './tongues.ts';
import { FREE, TERMS_OF_TIME } from './words-of-amounts.ts';

const DAYS: Readonly<Partial<Record<TimeUnit, number>>> = {
  hour: 1 / 24,
  day: 1,
  week: 7,
  month: 30,
  year: 365,
};

/** Forms that Intl does not give: other cases, adjectives ("12-miesięczna"), other ways to write か月. */
const MORE: readonly (readonly [TimeUnit, string])[] = [
  ['hour', 'hodinov\\p{L}+|godzinn\\p{L}+|tunnin|órás|saatlik|часов\\p{L}+|годинн\\p{L}+|ωρών|hodinách'],
  [
    'day',
    'tagen|dagars?|dager|dages|päivän|nap(?:os|on|ot)|günlük|gün(?:den|de)|dniow\\p{L}+|denn\\p{L}+|dňov\\p{L}*|дневн\\p{L}+|денн\\p{L}+|ημερών|日間|일간|يوما|ימי|dnech|dennú|zilelor',
  ],
  [
    'week',
    'wochen|viikon|hetes|haftalık|tygodniow\\p{L}+|týdenn\\p{L}+|týždenn\\p{L}+|недельн\\p{L}+|εβδομάδων|週',
  ],
  [
    'month',
    'monaten|mesec\\p{L}+|månaders|måneders|kuukauden|hónap(?:os|ra|on)|aylık|ay(?:dan|da)|miesięczn\\p{L}+|měsíčn\\p{L}+|měsících|mesačn\\p{L}+|месячн\\p{L}+|місячн\\p{L}+|μηνών|[ヶカヵケ箇]月|שבועי|חודשי|شهرا',
  ],
  [
    'year',
    'jahren|années?|vuoden|éves|yıllık|yıl(?:dan|da)|letni\\p{L}+|let(?:ý|á|é)|ročn\\p{L}+|летн\\p{L}+|річн\\p{L}+|ετών|χρόνια|年間|년간|שנות',
  ],
];

const NAMES = new Map(
  [...unitNames('long')].filter(([name, unit]) => DAYS[unit] !== undefined && !isOther(name)),
);
const NAMED = MORE.map(([unit, forms]) => ({ unit, forms: new RegExp(`^(?:${forms})$`, 'iu') }));
const DURATION = new RegExp(
  `${WORD_START}(?<![\\d.,])(?:\\w+ \\()?(\\d{1,4})\\)?[\\s-]*(?:calendar |business |working )?(${MORE.map(([, forms]) => forms).join('|')}|${oneOf(NAMES.keys())})${WORD_END}`,
  'giu',
);

/** "Twelve an hour" and "one time" are English; the same letters are a year in French and an hour in Danish. */
function isOther(name: string): boolean {
  return name === 'an' || name === 'time';
}

/** Lengths of time from an hour up, in days, with what they are the length of. */
export const findDurations: Finder = (scan) =>
  findAll(scan, DURATION, (hit) => {
    const [text, count = '', name = ''] = hit;
    const unit = unitOf(name.toLowerCase());
    // 2026年 is a year, not two thousand of them.
    if (unit === undefined || (unit === 'year' && Number(count) > 999)) return null;
    const { before, behind } = scan.around(hit.index, hit.index + text.length, 40);
    const near = [behind, before, text.toLowerCase()];
    const named = TERMS_OF_TIME.find(([words]) => near.some((part) => words.test(part)))?.[1];
    const role = named ?? (FREE.test(behind) ? 'free' : 'other');
    return { type: 'duration', text, days: Number(count) * (DAYS[unit] ?? 1), role };
  });

function unitOf(name: string): TimeUnit | undefined {
  const spaced = name.replace(/\s+/g, ' ');
  return NAMES.get(spaced) ?? NAMED.find(({ forms }) => forms.test(name))?.unit;
}
