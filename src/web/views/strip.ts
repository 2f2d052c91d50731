import { counted, dayAndTime, type Zone } from '../../core/messages/local-time.ts';
import { markup, type Markup } from '../../core/messages/markup.ts';
import type { CheckLine } from '../../store/watched-pages.ts';

const LINE = 44;
const STEP = 8;
/** A young page has room on the left: ticks keep their width as the line fills. */
const SLOTS = 45;

/** Heights of the ticks: above the line we saw the page, below it we did not. Height carries the outcome, not colour. */
const UP: Readonly<Record<string, number>> = {
  unchanged: 12,
  noise: 20,
  held: 26,
  suspected: 32,
  first: 42,
  changed: 42,
};
const DOWN = 20;

/** The newest checks along the line of sight, oldest left; its title is the count in words. */
export function strip(checks: readonly CheckLine[], zone: Zone): Markup | null {
  const oldest = checks.at(-1);
  const newest = checks[0];
  if (oldest === undefined || newest === undefined) return null;
  const empty = Math.max(0, SLOTS - checks.length);
  const ticks = checks.toReversed().map(({ outcome }, index) => {
    const up = UP[outcome];
    const y = up === undefined ? LINE : LINE - up;
    return markup`<rect class="tick" data-outcome="${outcome}" x="${(empty + index) * STEP + 1}" y="${y}" width="5" height="${up ?? DOWN}"/>`;
  });
  const width = (empty + checks.length) * STEP;
  return markup`<div class="strip"><svg viewBox="0 0 ${width} 68" preserveAspectRatio="none" role="img"><title>${wordsOf(checks)}</title>${ticks}<line class="strip-base" x1="0" x2="${width}" y1="${LINE}" y2="${LINE}" vector-effect="non-scaling-stroke"/></svg><p class="strip-axis"><span>${dayAndTime(oldest.at, zone)}</span><span>${dayAndTime(newest.at, zone)}</span></p><p class="note">${wordsOf(checks)}.</p></div>`;
}

function wordsOf(checks: readonly CheckLine[]): string {
  const counts = new Map<string, number>();
  for (const { outcome } of checks) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  const parts = [...counts].toSorted(([, a], [, b]) => b - a).map(([outcome, n]) => `${n} ${outcome}`);
  return `${counted(checks.length, 'check')}: ${parts.join(', ')}`;
}
