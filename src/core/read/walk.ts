import { Parser } from 'htmlparser2';
import type { Block, Role } from '../block.ts';
import { BlockBuilder } from './builder.ts';
import { decodeEmail, emailOfLink } from './email.ts';
import { type BlockFrame, type Frame, isBlockFrame, isHidden, roleOf, tablePart } from './frame.ts';
import { furnitureOf, regionOf } from './region.ts';

/** Beyond this no page of a person nests, and parsers turn quadratic (100,000 levels: 39 s with htmlparser2). */
export const DEEPEST = 512;
/** Pieces in which markup is fed, so that a page too deep is left early. */
const PIECE = 16_384;

type Attributes = Readonly<Record<string, string>>;

const ROOT: BlockFrame = {
  name: '',
  role: 'p',
  region: 'none',
  hidden: false,
  skip: false,
  headings: null,
  furniture: null,
  table: null,
  firstBlock: 0,
};

/**
 * One pass over prepared markup: blocks in the order of the page.
 * @param base the address that links are resolved against
 * @returns null when the page nests deeper than 512 levels
 */
export function walk(html: string, base: string): readonly Block[] | null {
  const walker = new Walker(base);
  const parser = new Parser(
    {
      onopentag: (name, attributes) => walker.open(name, attributes),
      ontext: (text) => walker.text(text),
      onclosetag: (name) => walker.close(name),
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  for (let at = 0; at < html.length; at += PIECE) {
    parser.write(html.slice(at, at + PIECE));
    if (walker.tooDeep) return null;
  }
  parser.end();
  return walker.finish();
}

class Walker {
  tooDeep = false;
  private readonly builder = new BlockBuilder();
  private readonly frames: Frame[] = [ROOT];
  private base: string;
  private afterInline = false;
  private breaks = 0;

  constructor(base: string) {
    this.base = base;
  }

  private get top(): Frame {
    return this.frames.at(-1) ?? ROOT;
  }

  open(name: string, attributes: Attributes): void {
    if (this.frames.length > DEEPEST) this.tooDeep = true;
    const above = this.top;
    if (above.skip) {
      this.frames.push(above);
      return;
    }
    const role = roleOf(name, attributes);
    if (role !== null) this.builder.flush(this.blockFrame());
    else if (this.afterInline) this.builder.separate();
    const frame = this.frameFor(name, role, attributes);
    if (frame.headings !== null) this.builder.headings = [];
    this.begin(name, attributes);
    if (frame.table === 'row') this.builder.openRow();
    this.afterInline = false;
    this.frames.push(frame);
  }

  private frameFor(name: string, role: Role | null, attributes: Attributes): Frame {
    const above = this.top;
    const region = regionOf(name, attributes, above.region);
    const ownHeadings = region !== null && region !== 'main' && region !== above.region;
    return {
      name,
      role,
      region: region ?? above.region,
      hidden: above.hidden || isHidden(attributes),
      skip: 'data-cfemail' in attributes,
      headings: ownHeadings ? this.builder.headings : null,
      furniture: furnitureOf(attributes),
      table: tablePart(name, attributes),
      firstBlock: this.builder.blocks.length,
    };
  }

  private begin(name: string, attributes: Attributes): void {
    const frame = this.blockFrame();
    if (name !== 'br') this.breaks = 0;
    if (name === 'br') this.lineBreak();
    else if (name === 'a') this.builder.openLink(this.absolute(attributes['href']), frame);
    else if (name === 'img' || name === 'area') this.aside('alt', attributes['alt']);
    else if (name === 'input') this.input(attributes);
    else if (name === 'textarea') this.aside('input', attributes['placeholder']);
    else if (name === 'meta') this.meta(attributes);
    else if (name === 'base') this.base = this.absolute(attributes['href']) || this.base;
    else if (name === 'optgroup') this.aside('option', attributes['label']);
    const hidden = attributes['data-cfemail'];
    if (hidden !== undefined) this.builder.addText(decodeEmail(hidden) ?? '');
    this.nameless(name, attributes);
  }

  /** An icon that only its label names ("Included", "Not included") says something in a table of features. */
  private nameless(name: string, attributes: Attributes): void {
    if ((name === 'i' || name === 'span') && attributes['role'] === 'img')
      this.aside('alt', attributes['aria-label']);
  }

  private aside(role: 'alt' | 'input' | 'option' | 'button', text: string | undefined): void {
    this.builder.addAside({ ...this.blockFrame(), hidden: this.top.hidden }, { role, text: text ?? '' });
  }

  private input(attributes: Attributes): void {
    const type = (attributes['type'] ?? 'text').toLowerCase();
    if (type === 'submit' || type === 'button' || type === 'reset') this.aside('button', attributes['value']);
    else if (type === 'image') this.aside('alt', attributes['alt']);
    else if (type !== 'hidden') this.aside('input', attributes['placeholder']);
  }

  private meta(attributes: Attributes): void {
    if ((attributes['name'] ?? '').toLowerCase() !== 'description') return;
    const text = (attributes['content'] ?? '').trim();
    if (text !== '') {
      this.builder.blocks.push({
        role: 'meta',
        region: 'none',
        text,
        headings: [],
        links: [],
        hidden: false,
      });
    }
  }

  /** One break is a space, two in a row end a paragraph. */
  private lineBreak(): void {
    this.breaks += 1;
    if (this.breaks > 1) this.builder.flush(this.blockFrame());
    else this.builder.addText(' ');
  }

  text(text: string): void {
    if (this.top.skip) return;
    if (/\S/.test(text)) this.breaks = 0;
    this.afterInline = false;
    this.builder.addText(text);
  }

  close(name: string): void {
    const frame = this.frames.length > 1 ? this.frames.pop() : undefined;
    if (frame === undefined || this.top.skip) return;
    if (name === 'a') this.builder.closeLink();
    if (isBlockFrame(frame)) this.builder.flush(frame);
    else this.afterInline = name !== 'br' && name !== 'wbr';
    if (frame.table === 'cell') this.builder.closeCell();
    if (frame.table === 'row') this.builder.closeRow(frame);
    if (frame.headings !== null) this.builder.headings = frame.headings;
    if (frame.furniture !== null) this.builder.closeFurniture(frame);
  }

  /** The frame of the block that running text belongs to, hidden as its innermost element is. */
  private blockFrame(): BlockFrame {
    for (let at = this.frames.length - 1; at >= 0; at -= 1) {
      const frame = this.frames[at];
      if (frame !== undefined && isBlockFrame(frame)) return frame;
    }
    return ROOT;
  }

  private absolute(href: string | undefined): string {
    const raw = (href ?? '').trim();
    if (raw === '' || /^(?:javascript|data|blob):/i.test(raw)) return '';
    const email = emailOfLink(raw);
    return email ?? URL.parse(raw, this.base)?.href ?? raw;
  }

  finish(): readonly Block[] {
    this.builder.flush(ROOT);
    return this.builder.blocks;
  }
}
