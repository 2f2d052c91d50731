import type { Difference } from '../difference.ts';
import type { Kind, NumberMoved, Severity, Some } from '../telling.ts';
import { hasMoney } from '../facts/has-money.ts';
import { cellChanges } from './cells.ts';
import type { CellChange } from './cells.ts';
import { defaultReason, some } from './finding.ts';
import type { Finding } from './finding.ts';
import { differencesOf } from './pairs.ts';
import type { Numbers, Pair } from './pairs.ts';
import { andMore, folded, quotable, shorten } from './plain.ts';
import type { Scene } from './scene.ts';
import { headingOf } from './scene.ts';
import { percentBetween } from './value.ts';
import { speaksOf } from './words.ts';

/** A limit that moved, however the page shows it: as a typed quantity under a label, or as a bare cell of a table. */
interface Limit {
  readonly what: string;
  readonly plan: string;
  readonly from: string;
  readonly to: string;
  readonly unit: string | null;
  readonly percent: number | null;
  readonly differences: Some<Difference>;
}

/** Quotas, seats and usage that moved at the same label. Outside plans and prices a moved quantity is a changed feature. */
export function findLimits(scene: Scene, numbers: Numbers): Finding[] {
  const typed = numbers.moved.flatMap(limitOf);
  const known = new Set(typed.flatMap((limit) => limit.differences));
  const bare = cellChanges(scene).filter(isBareLimit).map(limitOfCell);
  const limits = [...typed, ...bare.filter((limit) => !limit.differences.some((one) => known.has(one)))];
  const sold = limits.filter((limit) => isSold(scene, limit));
  return [
    ...limitFinding('pricing.limit', sold),
    ...limitFinding(
      'feature.change',
      limits.filter((limit) => !sold.includes(limit)),
    ),
  ];
}

function limitOf(pair: Pair): Limit[] {
  const { name, within } = pair;
  const [from, to] = [pair.from.value, pair.to.value];
  if (from.type !== 'quantity' || to.type !== 'quantity') return [];
  return [
    {
      what: within === null ? '' : name,
      plan: within ?? name,
      from: from.text,
      to: to.text,
      unit: to.unit,
      percent: percentBetween(from, to),
      differences: differencesOf(pair),
    },
  ];
}

const BARE =
  /^(?:up to |bis |jusqu'à |hasta )?(?:\d[\d.,]*\s?(?:[kKmM]|[KMGTP]B)?|unlimited|unbegrenzt|illimité|ilimitado|∞)$/iu;

function isBareLimit(cell: CellChange): boolean {
  return BARE.test(cell.from) && BARE.test(cell.to);
}

function limitOfCell(cell: CellChange): Limit {
  const [from, to] = [Number(cell.from.replaceAll(',', '')), Number(cell.to.replaceAll(',', ''))];
  const percent =
    Number.isFinite(from) && Number.isFinite(to) && from !== 0 ? Math.round((to / from - 1) * 100) : null;
  const { row, column, differences } = cell;
  return { what: row, plan: column ?? '', from: cell.from, to: cell.to, unit: null, percent, differences };
}

function isSold(scene: Scene, limit: Limit): boolean {
  if (scene.question.page.kind === 'pricing') return true;
  const [difference] = limit.differences;
  const around = `${difference.place.headings.join(' ')} ${limit.what}`;
  if (speaksOf(around, 'plan') || speaksOf(around, 'price')) return true;
  const heading = headingOf(scene, difference);
  return (
    heading !== null &&
    scene.after.blocks.some((block) => block.headings.at(-1) === heading && hasMoney(block.text))
  );
}

function limitFinding(kind: Kind, limits: readonly Limit[]): Finding[] {
  const size = (limit: Limit): number => Math.abs(limit.percent ?? 1000);
  const [lead] = [...limits].sort((a, b) => size(b) - size(a));
  const differences = some([...new Set(limits.flatMap((limit) => limit.differences))]);
  if (!lead || !differences) return [];
  const base: Severity = kind === 'pricing.limit' ? 'high' : 'medium';
  const farther = kind === 'pricing.limit' && size(lead) >= 10;
  return [
    {
      kind,
      tags: [],
      severity: farther ? 'critical' : base,
      reasons: [
        defaultReason(kind, base),
        ...(farther ? ['+1, a limit of one basis moved by 10% or more: critical'] : []),
      ],
      parts: [...limitParts(lead), andMore(limits.length - 1)],
      sentence: sentenceOf(lead),
      numbers: limits.map(numberOf),
      differences,
    },
  ];
}

function limitParts(limit: Limit): [string, ...string[]] {
  const what = quotable(limit.what) && limit.what !== '' ? `${shorten(limit.what, 30)} ` : '';
  const plan =
    quotable(limit.plan) && folded(limit.plan) !== folded(limit.what) ? ` in ${shorten(limit.plan, 24)}` : '';
  return [`${what}${limit.from} -> ${limit.to}`, plan];
}

function sentenceOf(limit: Limit): string {
  if (limit.what === '' && limit.plan !== '' && quotable(limit.plan)) {
    return `In ${shorten(limit.plan, 40)} it was ${limit.from} and is now ${limit.to}.`;
  }
  return `${wordsFor(limit) || 'A limit'} was ${limit.from} and is now ${limit.to}.`;
}

function wordsFor(limit: Limit): string {
  const parts = [limit.what, limit.plan]
    .filter((part) => part !== '' && quotable(part))
    .map((part) => shorten(part, 40));
  return [...new Set(parts)].join(' in ');
}

function numberOf(limit: Limit): NumberMoved {
  const { from, to, unit, percent } = limit;
  return { what: wordsFor(limit) || 'limit', from, to, unit, period: null, percent };
}
