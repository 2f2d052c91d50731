import type { Difference } from '../difference.ts';
import { hasMoney } from '../facts/has-money.ts';
import { cellChanges } from './cells.ts';
import type { CellChange } from './cells.ts';
import { defaultReason, some } from './finding.ts';
import type { Finding } from './finding.ts';
import { andMore, folded, plain, quotable, shorten, wordsOf } from './plain.ts';
import { inFrame, isLegalText } from './scene.ts';
import type { Face, Scene } from './scene.ts';

const IN =
  /^(?:✓|✔|☑|●|•|yes|included|ja|enthalten|inklusive|oui|inclus|incluse|sí|si|incluido|incluida|check|checked)$/iu;
const OUT =
  /^(?:|–|—|-|✗|✘|×|x|no|none|not included|nein|nicht enthalten|non|non inclus|no incluido|add-on|paid add-on|optional)$/iu;
const NEGATION =
  /(?<!\p{L})(?:not|nicht|non|no|pas)\s+(?=included|enthalten|inklusive|inclus|incluid|available|verfügbar|disponible)/giu;

/** A feature that moved between plans, or that a plan has no longer or newly: told with the feature's and the plan's name. */
export function findGates(scene: Scene): Finding[] {
  const news = [...cellGates(scene), ...wordGates(scene), ...cardGates(scene)];
  const [lead] = news;
  const differences = some([...new Set(news.flatMap((gate) => gate.differences))]);
  if (!lead || !differences) return [];
  return [
    {
      kind: 'pricing.gate',
      tags: [],
      severity: 'high',
      reasons: [defaultReason('pricing.gate', 'high')],
      parts: [lead.line, andMore(news.length - 1)],
      sentence: lead.sentence,
      numbers: [],
      differences,
    },
  ];
}

interface Gate {
  readonly line: string;
  readonly sentence: string;
  readonly differences: readonly Difference[];
}

function cellGates(scene: Scene): Gate[] {
  return cellChanges(scene).flatMap((cell: CellChange): Gate[] => {
    const gained = OUT.test(cell.from) && IN.test(cell.to);
    const lost = IN.test(cell.from) && OUT.test(cell.to);
    if ((!gained && !lost) || !quotable(cell.row)) return [];
    const plan = cell.column !== null && quotable(cell.column) ? ` in ${shorten(cell.column, 24)}` : '';
    const row = shorten(cell.row, 36);
    const verb = gained ? 'now included' : 'no longer included';
    return [
      { line: `${row} ${verb}${plan}`, sentence: `${row} is ${verb}${plan}.`, differences: cell.differences },
    ];
  });
}

/** "SSO included" beside "SSO not included": the same words but for the negation. */
function wordGates(scene: Scene): Gate[] {
  return scene.differences.flatMap((difference): Gate[] => {
    const { before, after } = difference;
    if (before === null || after === null || difference.place.role === 'row') return [];
    const [left, right] = [before.replace(NEGATION, ''), after.replace(NEGATION, '')];
    if (folded(left) !== folded(right) || folded(before) === folded(after) || !quotable(after)) return [];
    return [
      {
        line: `"${shorten(after, 44)}"`,
        sentence: `It said “${shorten(before, 60)}” and now says “${shorten(after, 60)}”.`,
        differences: [difference],
      },
    ];
  });
}

/** A short text that left one card and stands in another, both cards being there before and after. */
function cardGates(scene: Scene): Gate[] {
  const texts = new Map<string, Difference[]>();
  for (const difference of scene.differences) {
    if (
      inFrame(difference.place) ||
      isLegalText(scene, difference) ||
      !['li', 'p'].includes(difference.place.role)
    )
      continue;
    for (const text of new Set([difference.before, difference.after])) {
      if (text !== null && wordsOf(text).length <= 10)
        texts.set(text, [...(texts.get(text) ?? []), difference]);
    }
  }
  return [...texts].flatMap(([text, differences]): Gate[] => {
    const [before, after] = [cardsWith(scene.before, text), cardsWith(scene.after, text)];
    const from = before.find((card) => !after.includes(card) && hasHeading(scene.after, card));
    const to = after.find((card) => !before.includes(card) && hasHeading(scene.before, card));
    if (from === undefined || to === undefined || ![text, from, to].every(quotable)) return [];
    const move = `from ${shorten(from, 24)} to ${shorten(to, 24)}`;
    const what = shorten(text, 36);
    return [
      {
        line: `${what} moves ${move}`,
        sentence: `${what} stood under ${plain(from)} and now stands under ${plain(to)}.`,
        differences,
      },
    ];
  });
}

function cardsWith(face: Face, text: string): string[] {
  const found = (face.byText.get(text) ?? []).map((at) => face.blocks[at]?.headings.at(-1));
  return found.filter((heading) => heading !== undefined);
}

/** A card of plans: its title is a heading, and a price stands in it. */
function hasHeading(face: Face, title: string): boolean {
  const isTitle = face.blocks.some((block) => /^h[2-6]$/.test(block.role) && block.text === title);
  return isTitle && face.blocks.some((block) => block.headings.at(-1) === title && hasMoney(block.text));
}
