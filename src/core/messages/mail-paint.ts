import { raw } from 'hono/html';
import type { Markup } from './markup.ts';

/** [property, in light, in dark]. The pairs are those of the web app; each reaches WCAG AA on what it stands on. */
const PAINTS = {
  ink: ['color', '#1c1e1f', '#edebe6'],
  soft: ['color', '#484c4e', '#bdbfbd'],
  quiet: ['color', '#63676a', '#989d9f'],
  link: ['color', '#17694a', '#6fcaa4'],
  critical: ['color', '#8f0f33', '#ffb3c2'],
  high: ['color', '#8f4408', '#ecaa66'],
  medium: ['color', '#566070', '#a6b0bc'],
  low: ['color', '#676b6e', '#989d9f'],
  unread: ['color', '#8a3d05', '#f5b183'],
  was: ['color', '#8a3d05', '#f5b183'],
  'was-word': ['color', '#602902', '#ffd9bc'],
  now: ['color', '#12518c', '#8fc3f5'],
  'now-word': ['color', '#0a3763', '#d6eaff'],
  'on-button': ['color', '#ffffff', '#0b1f17'],
  paper: ['background-color', '#fbfaf7', '#131517'],
  sheet: ['background-color', '#ffffff', '#1a1d20'],
  well: ['background-color', '#f3f1eb', '#202428'],
  'was-wash': ['background-color', '#fdf2e9', '#291d14'],
  'was-mark': ['background-color', '#fbd9bd', '#5e3310'],
  'now-wash': ['background-color', '#edf5fd', '#14212e'],
  'now-mark': ['background-color', '#c5e0f9', '#1b4670'],
  button: ['background-color', '#17694a', '#6fcaa4'],
  hair: ['border-color', '#e5e2d9', '#2c3135'],
  sight: ['border-color', '#17694a', '#6fcaa4'],
} as const;

export type Paint = keyof typeof PAINTS;

/** Our voice is the reader's system sans, theirs a serif: one look tells claim from evidence. No font is loaded. */
const OURS = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const THEIRS = "font-family:Charter,'Sitka Text',Cambria,'Noto Serif',Georgia,serif";

/** Size and line in pixels: mail clients know no rem. */
const TYPES = {
  title: `${OURS};font-size:24px;line-height:31px;font-weight:600;letter-spacing:-0.3px`,
  heading: `${OURS};font-size:18px;line-height:25px;font-weight:600`,
  lede: `${OURS};font-size:16px;line-height:24px`,
  name: `${OURS};font-size:15px;line-height:22px;font-weight:600`,
  body: `${OURS};font-size:15px;line-height:23px`,
  fact: `${OURS};font-size:14px;line-height:21px`,
  meta: `${OURS};font-size:13px;line-height:20px`,
  sign: `${OURS};font-size:12px;line-height:25px;font-weight:600;white-space:nowrap`,
  theirs: `${THEIRS};font-size:17px;line-height:25px`,
  'theirs-small': `${THEIRS};font-size:15px;line-height:22px`,
} as const;

export interface Look {
  readonly type?: keyof typeof TYPES;
  readonly paint?: readonly Paint[];
  /** More inline CSS, written by us. */
  readonly css?: string;
  /** Classes of the phone rules in `mailStyles`. */
  readonly also?: string;
}

/**
 * The class and style attributes of an element. The light colours stand inline, because many clients drop a style
 * element; the classes let the dark rules replace them where it is kept. Takes our own words only, never a page's.
 */
export function look({ type, paint = [], css = '', also = '' }: Look): Markup {
  const colours = paint.map((name) => `${PAINTS[name][0]}:${PAINTS[name][1]}`);
  // Colours last: a border shorthand in `css` would reset the border's colour.
  const style = [...(type === undefined ? [] : [TYPES[type]]), ...(css === '' ? [] : [css]), ...colours].join(
    ';',
  );
  const names = [...paint, ...(also === '' ? [] : [also])].join(' ');
  return raw(`class="${names}" style="${style}"`);
}

function darkRules(prefix: string): string {
  const rules = Object.entries(PAINTS).map(
    ([name, [property, , dark]]) => `${prefix}.${name}{${property}:${dark}!important}`,
  );
  return rules.join('');
}

/** Dark by the reader's system, and for Outlook's apps, which mark what they turned with data-ogsc. */
export function mailStyles(): Markup {
  return raw(`:root{color-scheme:light dark;supported-color-schemes:light dark}
a{text-decoration-thickness:1px;text-underline-offset:2px}.title{text-wrap:balance}p{text-wrap:pretty}.whole{display:inline-block}
@media (max-width:480px){.whole{padding:4px 14px 4px 0}.between{display:none!important}.pad{padding-left:20px!important;padding-right:20px!important}.col{display:block!important;width:auto!important;padding-left:0!important}.key{padding-bottom:0!important}.val{padding:0 0 10px!important}.title{font-size:21px!important;line-height:28px!important}.press{display:block!important;text-align:center!important}.wide{width:100%!important}}
@media (prefers-color-scheme:dark){${darkRules('')}}
${darkRules('[data-ogsc] ')}`);
}
