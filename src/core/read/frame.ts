import type { Region, Role } from '../block.ts';

/** An open element, as far as reading cares. */
export interface Frame {
  readonly name: string;
  /** The text inside belongs to a block of this role; null: the element is inline. */
  readonly role: Role | null;
  readonly region: Region;
  readonly hidden: boolean;
  /** Nothing inside is read: its words were taken from elsewhere. */
  readonly skip: boolean;
  /** Headings to come back to when a region of its own is left. */
  readonly headings: Headings | null;
  readonly furniture: 'consent' | 'chat' | null;
  readonly table: 'row' | 'cell' | null;
  /** How many blocks there were when it opened. */
  readonly firstBlock: number;
}

/** An element whose text is a block. */
export type BlockFrame = Frame & { readonly role: Role };

export function isBlockFrame(frame: Frame): frame is BlockFrame {
  return frame.role !== null;
}

/** The headings above a place, outermost first. */
export type Headings = readonly { readonly level: number; readonly text: string }[];

/** A map, since an element may be called `constructor`. */
const BLOCK_ROLES: ReadonlyMap<string, Role> = new Map<string, Role>([
  ['h1', 'h1'],
  ['h2', 'h2'],
  ['h3', 'h3'],
  ['h4', 'h4'],
  ['h5', 'h5'],
  ['h6', 'h6'],
  ['li', 'li'],
  ['button', 'button'],
  ['summary', 'button'],
  ['option', 'option'],
  ['pre', 'pre'],
  ['title', 'title'],
]);

const PLAIN_BLOCKS = new Set(
  'html head body p div section article main nav header footer aside dialog ul ol dl dt dd table thead tbody tfoot caption tr td th form fieldset legend figure figcaption blockquote address details hr select optgroup datalist center menu hgroup search video audio object canvas noscript'.split(
    ' ',
  ),
);

/** The role that an element gives its text, or null for an inline element. ARIA names say what a styled div is. */
export function roleOf(name: string, attributes: Readonly<Record<string, string>>): Role | null {
  const aria = attributes['role'];
  if (aria === 'heading') return headingRole(attributes['aria-level']);
  if (aria === 'button' && name !== 'a') return 'button';
  if (aria === 'listitem') return 'li';
  if (aria === 'option') return 'option';
  if (tablePart(name, attributes) !== null) return 'p';
  return BLOCK_ROLES.get(name) ?? (PLAIN_BLOCKS.has(name) ? 'p' : null);
}

function headingRole(level: string | undefined): Role {
  return BLOCK_ROLES.get(`h${level}`) ?? 'h2';
}

/** Rows and cells, also of tables that are styled elements and say what they are by role. */
export function tablePart(name: string, attributes: Readonly<Record<string, string>>): 'row' | 'cell' | null {
  const aria = attributes['role'] ?? '';
  if (name === 'tr' || aria === 'row') return 'row';
  return name === 'td' || name === 'th' || /^(?:cell|gridcell|columnheader|rowheader)$/.test(aria)
    ? 'cell'
    : null;
}

/** Not shown at first sight, by what the tag itself says (style sheets are not read). */
export function isHidden(attributes: Readonly<Record<string, string>>): boolean {
  if ('hidden' in attributes || attributes['aria-hidden'] === 'true') return true;
  return /display\s*:\s*none|visibility\s*:\s*hidden/i.test(attributes['style'] ?? '');
}

/** 1 to 6 for a heading, 0 for everything else. */
export function levelOf(role: Role): number {
  return /^h[1-6]$/.test(role) ? Number(role[1]) : 0;
}
