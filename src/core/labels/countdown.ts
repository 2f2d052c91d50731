import { isChosen } from '../facts/number.ts';
import { locateValues } from '../facts/find-values.ts';
import { oneOf, type TimeUnit, unitNames, WORD_END, WORD_START } from '../facts/tongues.ts';
import { zip } from '../zip.ts';
import { type Considered, oncePerPage, type Rule, type Surroundings, textsOf } from './rule.ts';

const UNITS: ReadonlyMap<string, TimeUnit> = new Map(
  [
    ...unitNames('short'),
    ...unitNames('long'),
    ...([
      ['m', 'minute'],
      ['mins', 'minute'],
      ['secs', 'second'],
      ['hrs', 'hour'],
      ['tagen', 'day'],
    ] as const),
  ]
    .map(([name, unit]) => [name.replace(/\.$/, ''), unit] as const)
    .filter(([, unit]) => !['week', 'month', 'year'].includes(unit)),
);
const UNIT = `(?:${oneOf(UNITS.keys())})`;
const NUMBERED = `\\d{1,3}\\s*${UNIT}${WORD_END}`;
const PART = new RegExp(NUMBERED, 'giu');
const RUN = new RegExp(
  `${NUMBERED}(?:[\\s,.:·|]{0,4}(?:(?:and|und|et|y|e|en|i|och|og|ja|a|és|și|ve|и|і|και|و) )?${NUMBERED})+`,
  'giu',
);
const UNIT_ALONE = new RegExp(`^${UNIT}\\.?$`, 'iu');
const CLOCK_FACE = /^\d{1,3}(?:\s*:\s*\d{2}){2,3}$/;
/** What a number of days says when it is running out. */
const RUNS_OUT = new RegExp(
  `${WORD_START}(?:left|away|to go|remaining|(?:clos|end|start|open|begin|expir|launch)\\p{L}* in|noch|(?:endet|startet|beginnt|schließt) in|plus que|il reste|(?:termine|commence|débute|ferme) dans|quedan|faltan|(?:termina|empieza|cierra) en|mancano|ancora|(?:inizia|termina|chiude) tra|nog|(?:start|eindigt|sluit) over|faltam|restam|(?:termina|começa) em|zosta(?:ło|ły)|(?:kończy|zaczyna) się za|kvar|(?:börjar|slutar) om|tilbage|igjen|(?:starter|slutter) om|jäljellä|(?:alkaa|päättyy) \\d|zbýv\\p{L}+|zostáv\\p{L}+|(?:začíná|končí) za|maradt|van hátra|au mai rămas|kald[ıi]|осталось|до конца|залишилось|до кінця|απομένουν|μένουν|متبقي\\p{L}*|متبق|נותרו|נשארו)${WORD_END}|あと|残り|还剩|剩余|還剩|남은|남음|남았`,
  'iu',
);

/**
 * A clock that runs down: two or more numbers with time units and nothing else changed, a clock face, bare numbers beside
 * "Days", "Hours", "Minutes", or fewer days where the words say that they run out. The offer it belongs to is news of its own; its ticking is not.
 */
export const countdown: Rule = {
  name: 'countdown',
  noise: 'date',
  reason: 'a countdown ran on',
  comparesValues: true,
  explains: (considered, page) => {
    const texts = textsOf(considered);
    if (texts.every((text) => CLOCK_FACE.test(text))) return true;
    return considered.difference.kind === 'edited'
      ? ticks(texts) || isBeside(texts, page) || runsOut(considered)
      : isPart(considered, page);
  },
};

function ticks(texts: readonly string[]): boolean {
  const [before = '', after = ''] = texts;
  const [runs, now] = [before.match(RUN) ?? [], after.match(RUN) ?? []];
  if (runs.length === 0 || !runs.every(fallsInUnits)) return false;
  if (before.replace(RUN, '#') !== after.replace(RUN, '#')) return false;
  return RUNS_OUT.test(after) || [...runs, ...now].every(isClock);
}

/** "4 h 30 min" may be how soon somebody answers; three units, or a number that nobody sets, are a clock. */
function isClock(run: string): boolean {
  const parts = run.match(PART) ?? [];
  return parts.length > 2 || parts.some((part) => !isChosen(parseInt(part, 10)));
}

/** Days, then hours, then minutes: each part of a countdown has a unit of its own. "14 days trial, 30 days refund" has not. */
function fallsInUnits(run: string): boolean {
  const units = [...run.matchAll(PART)].map(([part]) =>
    UNITS.get(part.replace(/^[\d\s]+/, '').toLowerCase()),
  );
  return new Set(units).size === units.length;
}

/** "Closes in 19 days", then 16: fewer days than before, not both a number that somebody sets for a trial or a notice. */
function runsOut({ difference }: Considered): boolean {
  const [before, after] = [difference.before ?? '', difference.after ?? ''];
  const [old, fresh] = [daysIn(before), daysIn(after)];
  if (!RUNS_OUT.test(after) || old.masked !== fresh.masked || old.days.length === 0) return false;
  const moved = zip(old.days, fresh.days).filter(([was, is]) => was !== is);
  return moved.every(([was, is]) => is < was && !(isChosen(was) && isChosen(is)));
}

/** The lengths of time in a text, and the text without them; one that belongs to a trial, a refund or a notice stays. */
function daysIn(text: string): { days: number[]; masked: string } {
  const found = locateValues(text).filter(({ value }) => value.type === 'duration' && value.role === 'other');
  let masked = text;
  for (const { from, to } of found.toReversed()) masked = `${masked.slice(0, from)}#${masked.slice(to)}`;
  return { days: found.flatMap(({ value }) => (value.type === 'duration' ? [value.days] : [])), masked };
}

/** Bare one- or two-digit numbers whose neighbour on the page names a unit of time, where at least two such stand together. */
function isBeside(texts: readonly string[], page: Surroundings): boolean {
  const [, after = ''] = texts;
  if (!texts.every((text) => /^\d{1,3}$/.test(text))) return false;
  return hasUnits(page).after && standsByUnit(page.after, after);
}

/** A countdown that comes or goes with its offer leaves its numbers and units behind as blocks of their own. */
function isPart(considered: Considered, page: Surroundings): boolean {
  const [text = ''] = textsOf(considered);
  const side = considered.difference.kind === 'added' ? 'after' : 'before';
  if (!hasUnits(page)[side]) return false;
  return UNIT_ALONE.test(text) || (/^\d{1,3}$/.test(text) && standsByUnit(page[side], text));
}

/** Whether the page shows a countdown at all: two units of time as blocks of their own. */
const hasUnits = oncePerPage((page: Surroundings) => ({
  before: unitsIn(page.before) >= 2,
  after: unitsIn(page.after) >= 2,
}));

function unitsIn(blocks: Surroundings['after']): number {
  return blocks.filter((block) => UNIT_ALONE.test(block.text)).length;
}

function standsByUnit(blocks: Surroundings['after'], text: string): boolean {
  return blocks.some(
    (block, at) =>
      block.text === text &&
      [blocks[at - 1], blocks[at + 1]].some((near) => near !== undefined && UNIT_ALONE.test(near.text)),
  );
}
