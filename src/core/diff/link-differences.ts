import type { Block } from '../block.ts';
import { linkTarget } from '../read/link-target.ts';

/** Links of two blocks of equal text that lead elsewhere now, as raw addresses. Tokens and sessions make no difference. */
export function linksThatDiffer(
  before: Block,
  after: Block,
): { before: string | null; after: string | null }[] {
  if (sameAddresses(before, after)) return [];
  const gone = before.links.filter((link) => !leadsTo(after, link.href));
  const come = after.links.filter((link) => !leadsTo(before, link.href));
  const length = Math.max(gone.length, come.length);
  return Array.from({ length }, (_, at) => ({
    before: gone[at]?.href ?? null,
    after: come[at]?.href ?? null,
  }));
}

function sameAddresses(before: Block, after: Block): boolean {
  return (
    before.links.length === after.links.length &&
    before.links.every((link, at) => link.href === after.links[at]?.href)
  );
}

function leadsTo(block: Block, href: string): boolean {
  const target = linkTarget(href);
  return block.links.some((link) => link.href === href || linkTarget(link.href) === target);
}
