/** What a block is on the page. An attribute, never its identity: texts move between roles when a page is restyled. */
export type Role =
  | 'title'
  | 'meta'
  | 'data'
  | 'h1'
  | 'h2'
  | 'h3'
  | 'h4'
  | 'h5'
  | 'h6'
  | 'p'
  | 'li'
  | 'row'
  | 'button'
  | 'option'
  | 'input'
  | 'alt'
  | 'pre';

/** What a page says of itself, beside its body: it has no place there and is compared on its own. */
export const APART: ReadonlySet<Role> = new Set<Role>(['title', 'meta', 'data']);

/** Where a block stands. `consent` and `chat` are furniture that vendors put on the page. */
export type Region = 'main' | 'nav' | 'header' | 'footer' | 'aside' | 'dialog' | 'consent' | 'chat' | 'none';

/** A link target as it stands in the page, made absolute. */
export interface Link {
  readonly text: string;
  readonly href: string;
}

/** One readable piece of a page: a heading, a paragraph, a list item, a table row, a button, an image's alt text. */
export interface Block {
  readonly role: Role;
  readonly region: Region;
  /** Readable text, whitespace folded; nothing else is changed (P6). A row's cells are joined with " | ". */
  readonly text: string;
  /** Headings above the block, outermost first: ["Pricing", "Pro"]. */
  readonly headings: readonly string[];
  readonly links: readonly Link[];
  /** Not shown at first sight (hidden attribute, aria-hidden, display:none inline). Weighs less, is never dropped. */
  readonly hidden: boolean;
  /** The cells of a table row, in order; absent on everything else. */
  readonly cells?: readonly string[];
}

/** The place of a block: what a founder needs to find it again. */
export interface Place {
  readonly role: Role;
  readonly region: Region;
  readonly headings: readonly string[];
}

export function placeOf(block: Block): Place {
  return { role: block.role, region: block.region, headings: block.headings };
}

/** A place as one string, for memories per place: region, role and the nearest heading. */
export function placeKey(place: Place): string {
  return [place.region, place.role, place.headings.at(-1) ?? ''].join('|');
}
