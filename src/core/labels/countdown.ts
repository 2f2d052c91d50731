import { type Considered, oncePerPage, type Rule, type Surroundings, textsOf } from './rule.ts';

const UNIT =
  '(?:d|h|m|s|days?|hours?|hrs?|minutes?|mins?|seconds?|secs?|tage?n?|std|stunden?|minuten?|sekunden?|jours?|heures?|secondes?|días?|horas?|minutos?|segundos?)';
const PART = new RegExp(`\\d{1,3}\\s*${UNIT}(?![\\p{L}])`, 'giu');
const RUN = new RegExp(
  `\\d{1,3}\\s*${UNIT}(?![\\p{L}])(?:[\\s,:·|]{0,4}(?:and |und |et |y )?\\d{1,3}\\s*${UNIT}(?![\\p{L}]))+`,
  'giu',
);
const UNIT_ALONE = new RegExp(`^${UNIT}\\.?$`, 'iu');
const CLOCK_FACE = /^\d{1,3}(?:\s*:\s*\d{2}){2,3}$/;

/**
 * A clock that runs down: two or more numbers with time units and nothing else changed, a clock face, or bare numbers
 * beside "Days", "Hours", "Minutes". The offer it belongs to is news of its own; its ticking is not.
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
      ? ticks(texts) || isBeside(texts, page)
      : isPart(considered, page);
  },
};

function ticks(texts: readonly string[]): boolean {
  const [before = '', after = ''] = texts;
  const runs = before.match(RUN) ?? [];
  return runs.length > 0 && runs.every(fallsInUnits) && before.replace(RUN, '#') === after.replace(RUN, '#');
}

/** Days, then hours, then minutes: each part of a countdown has a unit of its own. "14 days trial, 30 days refund" has not. */
function fallsInUnits(run: string): boolean {
  const units = [...run.matchAll(PART)].map(([part]) =>
    part
      .replace(/[\d\s]/g, '')
      .slice(0, 1)
      .toLowerCase(),
  );
  return new Set(units).size === units.length;
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
