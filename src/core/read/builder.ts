import type { Block, Link, Region, Role } from '../block.ts';
import { fold } from './fold.ts';
import { type BlockFrame, type Frame, type Headings, levelOf } from './frame.ts';
import { CONSENT_WORDS } from './region.ts';

type Draft = { -readonly [Key in keyof Block]: Block[Key] };

/** A table row under construction: where its blocks begin, and where each cell ended. */
interface OpenRow {
  readonly firstBlock: number;
  readonly cellEnds: number[];
  nested: boolean;
}

/** What a vendor's consent element may hold at most; class names of consent also sit on wrappers of whole pages. */
const CONSENT_CHARACTERS = 20_000;
/** Rows beyond this are layout, not data: their blocks are kept as they are. */
const ROW_CHARACTERS = 1500;

/** Collects text and links, and makes blocks of them. It knows nothing of tags. */
export class BlockBuilder {
  readonly blocks: Draft[] = [];
  headings: Headings = [];
  private text = '';
  private links: Link[] = [];
  private link: { href: string; from: number } | null = null;
  private wordsOutsideLinks = false;
  private rows: OpenRow[] = [];
  private apart = false;

  addText(text: string): void {
    if (this.apart && isWordy(this.text.slice(-1)) && isWordy(text.slice(0, 1))) this.text += ' ';
    this.apart = false;
    this.text += text;
    if (this.link === null && /\S/.test(text)) this.wordsOutsideLinks = true;
  }

  /** Words that stand side by side only by style ("Pro" and "29" in two spans) must not grow together. */
  separate(): void {
    this.apart = true;
  }

  openLink(href: string, frame: BlockFrame): void {
    const standsAlone = !this.wordsOutsideLinks && this.links.length > 0;
    if (standsAlone && this.rows.length === 0 && levelOf(frame.role) === 0) this.flush(frame);
    this.link = { href, from: this.text.length };
  }

  closeLink(): void {
    if (this.link === null) return;
    const text = fold(this.text.slice(this.link.from));
    if (this.link.href !== '' && text !== '') this.links.push({ text, href: this.link.href });
    this.link = null;
  }

  /** Ends the current text and makes a block of it, if it says anything. A link around blocks goes on after it. */
  flush(frame: BlockFrame): void {
    const open = this.link;
    this.closeLink();
    const text = fold(this.text);
    const links = this.links;
    this.text = '';
    this.links = [];
    this.wordsOutsideLinks = false;
    if (open !== null) this.link = { href: open.href, from: 0 };
    if (text !== '') this.add(frame, { role: frame.role, text, links });
  }

  /** A block of its own that is not running text: an image's name, a placeholder. In a row it is part of the cell. */
  addAside(frame: Frame, aside: { role: Role; text: string }): void {
    const text = fold(aside.text);
    if (text === '') return;
    if (this.rows.length > 0) {
      this.separate();
      this.addText(`${text} `);
      return;
    }
    const links = this.link === null || this.link.href === '' ? [] : [{ text, href: this.link.href }];
    this.add(frame, { role: aside.role, text, links });
  }

  private add(frame: Frame, made: { role: Role; text: string; links: readonly Link[] }): void {
    const level = made.role === 'title' ? 0 : levelOf(made.role);
    if (level > 0) this.headings = this.headings.filter((above) => above.level < level);
    const headings = this.headings.map((heading) => heading.text);
    this.blocks.push({
      ...made,
      region: made.role === 'title' ? 'none' : frame.region,
      headings,
      hidden: frame.hidden,
    });
    if (level > 0 && this.rows.length === 0) this.headings = [...this.headings, { level, text: made.text }];
  }

  openRow(): void {
    this.rows.push({ firstBlock: this.blocks.length, cellEnds: [], nested: false });
  }

  closeCell(): void {
    this.rows.at(-1)?.cellEnds.push(this.blocks.length);
  }

  /** Joins the row's cells into one block, unless the row is layout: a table within it, or more text than data has. */
  closeRow(frame: Frame): void {
    const row = this.rows.pop();
    if (row === undefined) return;
    const inner = this.blocks.slice(row.firstBlock);
    const outer = this.rows.at(-1);
    if (outer !== undefined && inner.length > 0) outer.nested = true;
    const length = inner.reduce((sum, block) => sum + block.text.length, 0);
    if (row.nested || inner.length === 0 || row.cellEnds.length < 2 || length > ROW_CHARACTERS) return;
    const cells = cellsOf(this.blocks, row);
    this.blocks.splice(row.firstBlock, inner.length, {
      role: 'row',
      region: frame.region,
      text: cells.join(' | '),
      headings: this.headings.map((heading) => heading.text),
      links: inner.flatMap((block) => block.links),
      hidden: inner.every((block) => block.hidden),
      cells,
    });
  }

  /** A vendor's element is furniture only if what it holds says so, and no part of the page proper stands in it. */
  closeFurniture(frame: Frame): void {
    const inner = this.blocks.slice(frame.firstBlock);
    const text = inner.map((block) => block.text).join(' ');
    const foreign = inner.some((block) => block.role === 'h1' || block.region === 'main');
    if (frame.furniture === null || foreign || text.length > CONSENT_CHARACTERS) return;
    if (frame.furniture === 'consent' && !CONSENT_WORDS.test(text)) return;
    if (frame.furniture === 'chat' && text.length > ROW_CHARACTERS) return;
    const region: Region = frame.furniture;
    for (const block of inner) block.region = region;
  }
}

function isWordy(sign: string): boolean {
  return /[\p{L}\p{N}]/u.test(sign);
}

function cellsOf(blocks: readonly Draft[], row: OpenRow): string[] {
  let from = row.firstBlock;
  return row.cellEnds.map((end) => {
    const cell = blocks.slice(from, end).map((block) => block.text);
    from = end;
    return cell.join(' ');
  });
}
