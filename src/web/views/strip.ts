import { counted, dayAndTime, type Zone } from '../../core/messages/local-time.ts';
import { markup, type Markup } from '../../core/messages/markup.ts';
import type { Outcome } from '../../core/watch/schedule.ts';
import type { CheckLine } from '../../store/watched-pages.ts';

/** Where the line of sight lies, from the top of a strip that is 68 high. */
const LINE = 44;
const STEP = 10;
/** A young page has room on the left: ticks keep their width as the line fills. */
const SLOTS = 45;

/** Above the line we saw the page, below it we did not. Height and fill carry the outcome, colour only repeats it. */
const UP: Readonly<Partial<Record<Outcome, number>>> = {
  unchanged: 12,
  noise: 20,
  held: 26,
  suspected: 32,
  first: 42,
  changed: 42,
};
const DOWN = 20;
const SLICES: Readonly<Partial<Record<Outcome, number>>> = { noise: 3, gone: 2 };
const SLICE_GAP = 2.5;

/** One check as a bar at `x`; noise and gone are cut into slices. */
function tick(outcome: Outcome, x: number): Markup {
  const up = UP[outcome];
  const [top, height] = up === undefined ? [LINE + 2, DOWN] : [LINE - 2 - up, up];
  const slices = SLICES[outcome] ?? 1;
  const part = (height - (slices - 1) * SLICE_GAP) / slices;
  const path = Array.from(
    { length: slices },
    (_, n) => `M${x} ${top + n * (part + SLICE_GAP)}h6v${part}h-6z`,
  );
  return markup`<path class="tick" data-outcome="${outcome}" d="${path.join('')}"/>`;
}

/** An outcome as it is drawn in the strip, and its word. */
export function outcomeMark(outcome: Outcome): Markup {
  return markup`<span class="outcome"><svg viewBox="0 0 10 68" preserveAspectRatio="none" aria-hidden="true" focusable="false">${tick(outcome, 2)}<path class="strip-base" d="M0 ${LINE}h10"/></svg>${outcome}</span>`;
}

/** The newest checks along the line of sight, oldest left; its title is the count in words. */
export function strip(checks: readonly CheckLine[], zone: Zone): Markup | null {
  const [newest, oldest] = [checks[0], checks.at(-1)];
  if (oldest === undefined || newest === undefined) return null;
  const free = Math.max(0, SLOTS - checks.length);
  const ticks = checks.toReversed().map(({ outcome }, n) => tick(outcome, (free + n) * STEP + 2));
  const width = (free + checks.length) * STEP;
  const counts = [...Map.groupBy(checks, ({ outcome }) => outcome)].map(
    ([outcome, all]) => [outcome, all.length] as const,
  );
  const ranked = counts.toSorted(([, a], [, b]) => b - a);
  const words = ranked.map(([outcome, n]) => `${n} ${outcome}`).join(', ');
  const legend = ranked.map(([outcome, n]) => markup`${outcomeMark(outcome)} <b>${n}</b>`);
  return markup`<figure class="strip"><svg viewBox="0 0 ${width} 68" preserveAspectRatio="none" role="img"><title>${counted(checks.length, 'check')}, oldest first: ${words}</title>${ticks}<path class="strip-base" d="M0 ${LINE}H${width}"/></svg><p class="strip-axis"><span>${dayAndTime(oldest.at, zone)}</span><span>${dayAndTime(newest.at, zone)}</span></p><figcaption class="strip-legend">${legend.map((one) => markup`<span>${one}</span>`)}</figcaption></figure>`;
}
