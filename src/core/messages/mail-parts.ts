import type { Severity } from '../telling.ts';
import type { ExcerptLine, Excerpt, Hunk } from './excerpt.ts';
import { webAddress } from './inert.ts';
import { look, type Look, type Paint } from './mail-paint.ts';
import { markup, type Markup } from './markup.ts';
import { counted } from './local-time.ts';
import { severityBars, severityWord } from './wording.ts';

type Content = Markup | string | readonly (Markup | string)[];

/** A table that lays out and says nothing to a screen reader. */
export const TABLE = markup`role="presentation" cellpadding="0" cellspacing="0" border="0"`;

/** One row of the mail's single column, `top` pixels under the one before. */
export function row(top: number, content: Content): Markup {
  return markup`<tr>
    <td ${look({ also: 'pad', css: `padding:${top}px 32px 0` })}>${content}</td>
  </tr>
`;
}

export function paragraph(style: Look, content: Content): Markup {
  return markup`<p ${look({ ...style, css: ['margin:0', style.css ?? []].flat().join(';') })}>${content}</p>`;
}

/** A hairline with air around it. */
export function rule(): Markup {
  const line = look({ paint: ['hair'], css: 'border-top:1px solid;font-size:0;line-height:0' });
  return row(
    20,
    markup`<table ${TABLE} width="100%">
      <tr>
        <td ${line} height="1">&nbsp;</td>
      </tr>
    </table>`,
  );
}

export function title(text: string): Markup {
  return markup`<h1 ${look({ type: 'title', paint: ['ink'], css: 'margin:0', also: 'title' })} dir="auto">${unbroken(text)}</h1>`;
}

/** No line of a title begins with "›", and none ends in the middle of a shortened address. */
function unbroken(text: string): string {
  return text.replaceAll(' › ', '\u00A0› ').replace(/\/…(?=\S)/gu, '/…\u2060');
}

/** The fact of one event among several. */
export function heading(text: string): Markup {
  return markup`<h2 ${look({ type: 'heading', paint: ['ink'], css: 'margin:0' })} dir="auto">${text}</h2>`;
}

export function sectionTitle(text: string): Markup {
  return markup`<h2 ${look({ type: 'name', paint: ['ink'], css: 'margin:0' })}>${text}</h2>`;
}

/** A link, underlined as the client underlines, or the bare text where the address is not http(s). */
export function link(text: string, url: string, paint: Paint = 'link'): Markup {
  return anchor(text, url, { paint: [paint] });
}

function anchor(text: string, url: string, style: Look): Markup {
  const address = webAddress(url);
  return address === null ? markup`${text}` : markup`<a href="${address}" ${look(style)}>${text}</a>`;
}

/** A dot that a phone leaves out: there, lines break between links, and a dot would hang at an end. */
const BETWEEN = markup`<span class="between" aria-hidden="true"> · </span>`;

/** Links beside one another, none broken over two lines. One whose address is not http(s) has nothing to say here and falls out. */
export function links(
  pairs: readonly (readonly [text: string, url: string])[],
  paint: Paint = 'link',
): Markup {
  const shown = pairs.filter(([, url]) => webAddress(url) !== null);
  return markup`${shown.map(([text, url], index) => markup`${index === 0 ? '' : BETWEEN}${anchor(text, url, { paint: [paint], also: 'whole' })}`)}`;
}

/** The one button of a mail: a filled cell, which Outlook draws too. Bare words where the address is not http(s). */
export function button(text: string, url: string): Markup {
  const address = webAddress(url);
  if (address === null) return paragraph({ type: 'name', paint: ['ink'] }, text);
  const face = 'display:inline-block;padding:11px 20px;border-radius:6px;text-decoration:none';
  const label = look({ type: 'name', paint: ['on-button', 'button'], css: face, also: 'press' });
  const cell = look({ paint: ['button'], css: 'border-radius:6px' });
  return markup`<table ${TABLE} class="wide">
    <tr>
      <td ${cell}><a href="${address}" ${label}>${text}</a></td>
    </tr>
  </table>`;
}

export type Fact = readonly [label: string, content: Content];

/** Names and values side by side; on a phone one under the other. */
export function facts(pairs: readonly Fact[]): Markup {
  const key = look({ type: 'meta', paint: ['quiet'], css: 'padding:3px 12px 3px 0', also: 'col key' });
  const value = look({ type: 'fact', paint: ['ink'], css: 'padding:3px 0', also: 'col val' });
  const line = ([label, content]: Fact) =>
    markup`<tr>
      <td ${key} width="112" valign="top">${label}</td>
      <td ${value} valign="top">${content}</td>
    </tr>`;
  return markup`<table ${TABLE} width="100%">
    ${pairs.map(line)}
  </table>`;
}

/** Bars, a word and a tone: each tells it alone. */
export function severityMark(severity: Severity): Markup {
  const word = look({ paint: [severity], css: 'font-weight:600;white-space:nowrap' });
  const bars = 'font-size:10px;letter-spacing:1px';
  const drawn = markup`<span aria-hidden="true" style="${bars}">${severityBars(severity)}</span>`;
  return markup`<span ${word}>${drawn}&nbsp; ${severityWord(severity)}</span>`;
}

export function dot(): Markup {
  return markup`<span aria-hidden="true"> · </span>`;
}

/** A side note of ours with the line of sight at its left. */
export function aside(content: Content): Markup {
  const cell = look({
    type: 'body',
    paint: ['soft', 'sight'],
    css: 'border-left:3px solid;padding:0 0 0 14px',
  });
  return markup`<table ${TABLE} width="100%">
    <tr>
      <td ${cell}>${content}</td>
    </tr>
  </table>`;
}

/** Their words, those that differ struck through (before) or underlined (after). */
export function marked({ side, marks, isRow }: ExcerptLine): Markup[] {
  const tag = side === 'before' ? ('was' as const) : ('now' as const);
  const decoration = `text-decoration:${side === 'before' ? 'line-through' : 'underline'};padding:0 2px;border-radius:3px`;
  const word = look({ paint: [`${tag}-mark`, `${tag}-word`], css: decoration });
  const text = (words: string) => (isRow ? cells(words) : markup`${words}`);
  return marks.map((mark) => {
    if (!mark.changed) return text(mark.text);
    return side === 'before'
      ? markup`<del ${word}>${text(mark.text)}</del>`
      : markup`<ins ${word}>${text(mark.text)}</ins>`;
  });
}

/** What we said and take back, in our own voice. */
export function struck(words: string): Markup {
  return markup`<del ${look({ paint: ['soft'], css: 'text-decoration:line-through' })}>${words}</del>`;
}

function cells(words: string): Markup {
  const edge = markup`<span ${look({ paint: ['quiet'] })}>&nbsp;│ </span>`;
  return markup`${words.split(' | ').map((cell, index) => (index === 0 ? markup`${cell}` : markup`${edge}${cell}`))}`;
}

function hunkLine(line: ExcerptLine): Markup {
  const [tag, sign, word] =
    line.side === 'before' ? (['was', '−', 'Before'] as const) : (['now', '+', 'After'] as const);
  const name = look({ type: 'sign', paint: [tag, `${tag}-wash`], css: 'padding:7px 4px 7px 14px' });
  const text = look({
    type: 'theirs',
    paint: ['ink', `${tag}-wash`],
    css: 'padding:7px 14px 7px 4px;word-break:break-word',
  });
  return markup`<tr>
    <td ${name} width="70" valign="top"><span aria-hidden="true">${sign}</span> ${word}</td>
    <td ${text} valign="top" dir="auto">${marked(line)}</td>
  </tr>
`;
}

function hunkBox({ path, lines }: Hunk): Markup {
  const box = look({
    paint: ['sheet', 'hair'],
    css: 'border:1px solid;border-radius:8px;border-collapse:separate;overflow:hidden',
  });
  const bar = look({
    type: 'meta',
    paint: ['soft', 'well', 'hair'],
    css: 'padding:7px 14px;border-bottom:1px solid;font-weight:600',
  });
  return markup`<table ${TABLE} width="100%" ${box}>
    <tr>
      <td colspan="2" ${bar} dir="auto">${path}</td>
    </tr>
    ${lines.map(hunkLine)}
  </table>`;
}

/** The evidence in boxes, and how much of it is left for the event's page. */
export function evidence({ hunks, left }: Excerpt): Markup {
  const note = row(
    8,
    paragraph({ type: 'meta', paint: ['quiet'] }, `${counted(left, 'more difference')} in the full diff.`),
  );
  return markup`${hunks.map((hunk, index) => row(index === 0 ? 20 : 12, hunkBox(hunk)))}${left > 0 ? note : ''}`;
}
