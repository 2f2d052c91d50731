import type { Block, Link } from '../block.ts';
import { linkTarget } from '../read/link-target.ts';

/** Links of two blocks of equal text that lead elsewhere now, as raw addresses. Tokens and sessions make no difference. */
export function linksThatDiffer(
  before: Block,
  after: Block,
): { before: string | null; after: string | null }[] {
  if (sameAddresses(before, after)) return [];
  const targets = new Targets();
  const gone = targets.beyond(before.links, after.links);
  const come = targets.beyond(after.links, before.links);
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

/** Where links lead, each address parsed once: parsing is nearly all of the time. */
class Targets {
  private readonly known = new Map<string, string>();

  /** The links that lead to no place of the others. */
  beyond(own: readonly Link[], others: readonly Link[]): readonly Link[] {
    const raw = new Set(others.map((link) => link.href));
    const rest = own.filter((link) => !raw.has(link.href));
    if (rest.length === 0) return rest;
    const targets = new Set([...raw].map((href) => this.of(href)));
    return rest.filter((link) => !targets.has(this.of(link.href)));
  }

  private of(href: string): string {
    const known = this.known.get(href);
    if (known !== undefined) return known;
    const target = linkTarget(href);
    this.known.set(href, target);
    return target;
  }
}
