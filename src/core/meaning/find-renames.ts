import type { Block } from '../block.ts';
import type { Difference } from '../difference.ts';
import { some } from './finding.ts';
import type { Finding } from './finding.ts';
import { andMore, folded, quotable, shorten } from './plain.ts';
import { blockOf, inMenu, textOf } from './scene.ts';
import type { Scene } from './scene.ts';

/** From this many reworded entries on the line-up was renamed, not one product. */
const A_LINE_UP = 3;

interface Renamed {
  readonly from: string;
  readonly to: string;
  readonly differences: readonly Difference[];
}

/** Menu entries that lead to the same address under another name, edited or as one that left and one that came. */
export function findRenames(scene: Scene): Finding[] {
  const entries = scene.differences.filter(
    (difference) => inMenu(scene, difference) && difference.kind !== 'link',
  );
  const renamed = [...editedEntries(scene, entries), ...swappedEntries(scene, entries)];
  const [lead] = renamed;
  const differences = some([...new Set(renamed.flatMap((one) => one.differences))]);
  if (!lead || !differences) return [];
  const severity = renamed.length >= A_LINE_UP ? 'medium' : 'low';
  return [
    {
      kind: 'positioning.message',
      tags: [],
      severity,
      reasons: [
        `positioning.message, ${renamed.length >= A_LINE_UP ? 'a line-up renamed' : 'a menu entry under another name'}: ${severity}`,
      ],
      parts: [lineOf(scene, lead), andMore(renamed.length - 1)],
      sentence: `The menu entry ${lead.from} is now called ${lead.to}.`,
      numbers: [],
      differences,
    },
  ];
}

function lineOf(scene: Scene, { from, to }: Renamed): string {
  const [old, now] = [shorten(from, 26), shorten(to, 26)];
  if (scene.question.returns === 'alternation') return `keeps alternating between ${old} and ${now}`;
  return scene.question.returns === 'reversal' ? `${old} is back to ${now}` : `${old} is now called ${now}`;
}

/** Where an entry leads; null without a link, or with several. */
function target(block: Block | null): string | null {
  const [link, ...others] = block?.links ?? [];
  return link !== undefined && others.length === 0 ? link.href : null;
}

/** Headings of a menu carry no link: the same place is enough when the name kept a word. */
function editedEntries(scene: Scene, entries: readonly Difference[]): Renamed[] {
  return entries.flatMap((difference): Renamed[] => {
    const { before, after, place } = difference;
    if (
      before === null ||
      after === null ||
      ![before, after].every(quotable) ||
      folded(before) === folded(after)
    )
      return [];
    const [old, now] = [
      target(blockOf(scene, difference, 'before')),
      target(blockOf(scene, difference, 'after')),
    ];
    const sameLink = old !== null && old === now;
    const heading = /^h\d$/.test(place.role) && old === null && now === null;
    return sameLink || heading ? [{ from: before, to: after, differences: [difference] }] : [];
  });
}

function swappedEntries(scene: Scene, entries: readonly Difference[]): Renamed[] {
  const gone = entries.filter((one) => one.after === null && quotable(textOf(one)));
  const came = entries.filter((one) => one.before === null && quotable(textOf(one)));
  return gone.flatMap((old): Renamed[] => {
    const href = target(blockOf(scene, old, 'before'));
    const now = href === null ? undefined : came.find((one) => target(blockOf(scene, one, 'after')) === href);
    return now ? [{ from: textOf(old), to: textOf(now), differences: [now, old] }] : [];
  });
}
