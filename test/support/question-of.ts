import type { Block, Region, Role } from '../../src/core/block.ts';
import { diffBlocks } from '../../src/core/diff/diff-blocks.ts';
import type { Difference } from '../../src/core/difference.ts';
import { consider } from '../../src/core/labels/consider.ts';
import { some } from '../../src/core/meaning/finding.ts';
import type { PageKind, Question } from '../../src/core/telling.ts';
import type { Version } from '../../src/core/version.ts';

const MARKS: readonly (readonly [RegExp, Role])[] = [
  [/^title: /, 'title'],
  [/^meta: /, 'meta'],
  [/^# /, 'h1'],
  [/^## /, 'h2'],
  [/^### /, 'h3'],
  [/^\* /, 'li'],
  [/^\| /, 'row'],
];

/**
 * Blocks of a page written as lines: "# h1", "## h2", "* item", "| a | b" for a row, "title: …"; "nav> " or "footer> " in
 * front says the region; "[text](href)" is a link. Everything else is a paragraph.
 */
export function blocksOf(lines: readonly string[]): Block[] {
  const path: { level: number; text: string }[] = [];
  return lines.map((line) => {
    const [, region = 'main', rest = line] = /^(nav|header|footer|aside)> (.*)$/su.exec(line) ?? [];
    const [mark, role] = MARKS.find(([pattern]) => pattern.test(rest)) ?? [/^/, 'p' as Role];
    const bare = rest.replace(mark, '');
    const link = /^\[(.*)\]\((.*)\)$/u.exec(bare);
    const text = link?.[1] ?? bare;
    const level = /^h\d$/.test(role) ? Number(role.slice(1)) : 9;
    if (level < 9) path.splice(path.findIndex((heading) => heading.level >= level) >>> 0);
    const headings =
      ['title', 'meta'].includes(role) || region !== 'main' ? [] : path.map((heading) => heading.text);
    if (level < 9 && region === 'main') path.push({ level, text });
    const links = link ? [{ text, href: link[2] ?? '' }] : [];
    const block: Block = { role, region: region as Region, text, headings, links, hidden: false };
    return role === 'row' ? { ...block, cells: text.split(' | ') } : block;
  });
}

export function versionOf(blocks: readonly Block[], id: number): Version {
  const at = new Date(Date.UTC(2026, 2, id));
  const hash = String(id).repeat(64).slice(0, 64);
  return {
    id,
    contentHash: hash,
    snapshotHash: hash,
    readerVersion: 1,
    blocks,
    firstSeenAt: at,
    lastSeenAt: at,
    confirmedAt: at,
  };
}

export interface Asked {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly kind?: PageKind;
  readonly returns?: Question['returns'];
  readonly competitor?: string;
}

/** A question about two pages, its differences and their values found by the real diff and the real fact finder. */
export function questionOf({
  before,
  after,
  kind = 'pricing',
  returns = null,
  competitor = 'Acme',
}: Asked): Question {
  const [old, now] = [blocksOf(before), blocksOf(after)];
  const differences = some(diffBlocks(old, now).map(withValues));
  if (!differences) throw new Error('the two pages do not differ');
  const page = { url: `https://acme.test/${kind}`, kind };
  return { before: versionOf(old, 1), after: versionOf(now, 2), differences, competitor, page, returns };
}

function withValues(difference: Difference): Difference {
  const { valuesBefore, valuesAfter } = consider(difference);
  return { ...difference, valuesBefore, valuesAfter };
}
