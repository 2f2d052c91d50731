import type { TypedValue } from '../fact.ts';
import { locateValues } from '../facts/find-values.ts';
import { oneOf, runningSpans, WEEKDAYS, WORD_END, WORD_START } from '../facts/tongues.ts';
import { loneText, type Rule, textsOf } from './rule.ts';

/** The page speaks of itself: when it was changed, read or made. */
const UPDATED =
  '(?<!\\p{L})(?:(?:last )?(?:updated?|modified|checked|generated|refreshed|edited|published|posted)|aktualisiert|geändert|stand|veröffentlicht|mis à jour|mise à jour|publié|actualizad[oa]|actualización|publicado|aggiornat[oa]|aggiornamento|pubblicato|bijgewerkt|gewijzigd|gepubliceerd|atualizad[oa]|atualização|actualizad[oa]|zaktualizowano|aktualizacj[ai]|opublikowano|uppdatera[dt]|ändrad|publicerad|opdateret|ændret|offentliggjort|oppdatert|endret|publisert|päivitetty|muokattu|julkaistu|aktualizováno|aktualizace|upraveno|zveřejněno|aktualizované|aktualizácia|zverejnené|frissítve|frissítés|módosítva|közzétéve|actualizat|actualizare|publicat|güncellendi|güncelleme|güncellenme|yayınlandı|обновлен[оаы]?|обновление|изменено|опубликовано|оновлен[оаы]?|оновлення|змінено|опубліковано|ενημερώθηκε|ενημέρωση|δημοσιεύτηκε)(?!\\p{L})|更新|改定日|公開日|发布|發布|업데이트|수정일|게시일|تحديث|نُشر|עודכן|עדכון|פורסם';

export const SPEAKS_OF_ITSELF = new RegExp(UPDATED, 'iu');
/** "Friday, #", "# (金)": the day of the week follows from the date. */
const WEEKDAY = new RegExp(
  `${WORD_START}(?:${oneOf(WEEKDAYS)}),?(?: den)? #|#[,、]? ?[(（]?(?:${oneOf(WEEKDAYS)}|[月火水木金土日])[)）]?${WORD_END}`,
  'giu',
);
/** "Updated over #", "Updated this week", "Updated # by somebody": when, and by whom, is the same news. */
const WHEN = new RegExp(
  `(${UPDATED})([: ]+(?:on |am |le |el )?)(?:(?:over|about|almost|more than|less than) #|(?:#|${oneOf(runningSpans())})${WORD_END}(?: (?:by|von|par|por|door|av|af|przez) [\\p{L}\\d_-]{2,20}(?: [\\p{L}-]{2,20})?(?=$))?)`,
  'giu',
);

const ZONE = /(?<!\p{L})(?:utc|gmt|ce?s?t|pst|est|mez|mesz|uhr|h)(?!\p{L})/giu;

/**
 * Only dates, clocks or relative times differ. A date or an hour in a sentence begins or ends something in more ways than words
 * can be listed for, in any language; so it counts only where the page speaks of itself, or says nothing else (fault 11).
 */
export const passingTime: Rule = {
  name: 'passing time',
  noise: 'date',
  reason: 'only a time, a relative time or the date of the page itself differs',
  comparesValues: true,
  explains: (considered) => {
    if ([...considered.valuesBefore, ...considered.valuesAfter].some(isTerm)) return false;
    const lone = loneText(considered);
    if (lone !== null) return isTimeAlone(lone);
    return considered.difference.kind === 'edited' && isSameButForTimes(textsOf(considered));
  },
};

function isSameButForTimes(texts: readonly string[]): boolean {
  const [before = '', after = ''] = texts.map(withoutTimes);
  if (before !== after) return false;
  const bound = texts.some((text) =>
    locateValues(text).some(({ value }) => value.type === 'date' || isHour(value)),
  );
  return !bound || SPEAKS_OF_ITSELF.test(before) || !/\p{L}/u.test(before.replace(ZONE, ''));
}

/** "18:00" may be when somebody closes; with seconds it is a clock that runs. */
function isHour({ type, text }: TypedValue): boolean {
  return type === 'clock' && !/:\d\d:/.test(text);
}

/** "3 hours ago" that became "yesterday" shares no word with it: the two come and go as blocks of their own. */
function isTimeAlone(text: string): boolean {
  const masked = withoutTimes(text);
  const around = masked
    .replace(/(?<!\p{L})(?:on|at|am|le|el|um|di|den|dne|dnia)(?!\p{L})/giu, '')
    .replace(SPEAKS_OF_ITSELF, '');
  return masked.includes('#') && !/[\p{L}\d]/u.test(around);
}

const TIMES = new Set(['clock', 'relative time', 'date', 'copyright year']);

const LONGEST_DAY = 80;

/** A day and nothing else, so that only what stands beside it can say what it is the day of. */
export function isDayAlone(text: string): boolean {
  if (text.length > LONGEST_DAY || !/\d/.test(text)) return false;
  return isTimeAlone(text.replace(ZONE, '')) && locateValues(text).some(({ value }) => value.type === 'date');
}

/** The text with a mark for each time; of a copyright notice only the year is one, the owner stays. */
function withoutTimes(text: string): string {
  const times = locateValues(text).filter(({ value }) => TIMES.has(value.type) && !isTerm(value));
  let rest = text;
  for (const { from, to, value } of times.toReversed()) {
    const start = Math.max(from, text.indexOf(value.text, from));
    rest = `${rest.slice(0, start)}#${rest.slice(Math.min(to, start + value.text.length))}`;
  }
  return rest.replace(/\s+/g, ' ').replace(WEEKDAY, '#').replace(WHEN, '$1$2#');
}

function isTerm(value: TypedValue): boolean {
  return value.type === 'date' && value.role !== 'other';
}
