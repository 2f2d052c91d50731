import type { ExcerptLine } from './excerpt.ts';

/** RFC 3676 4.2 asks for less than 78 columns; 72 leaves room for a quote mark in a reply. */
const COLUMNS = 72;

/**
 * A paragraph broken at spaces into lines of at most 72 columns. Words longer than that stay whole (addresses).
 * Lines after the first begin with `indent`.
 */
export function wrap(text: string, indent = ''): string {
  const lines: string[] = [];
  const [first = '', ...words] = text.split(' ');
  let line = first;
  for (const word of words) {
    const next = `${line} ${word}`;
    if (next.length > COLUMNS && line.trim() !== '') {
      lines.push(line);
      line = indent + word;
    } else line = next;
  }
  return [...lines, line].join('\n');
}

/** "Certainty:  Seen twice…", with later lines under the first word. */
export function labelled(label: string, text: string): string {
  const name = label === '' ? '' : `${label}:`;
  return wrap(`${name.padEnd(13)} ${text}`.trimEnd(), ' '.repeat(14));
}

/** Changed words stand in brackets: a text has no other mark. */
export function evidenceLine({ side, marks }: ExcerptLine): string {
  const words = marks.map(({ text, changed }) => (changed ? `[${text}]` : text)).join('');
  return wrap(`${side === 'before' ? '- before: ' : '+ after:  '}${words}`, ' '.repeat(10));
}

/** Sections with an empty line between; empty ones fall out. Ends with a line feed. */
export function sections(parts: readonly (string | null)[]): string {
  return `${parts.filter((part) => part !== null && part !== '').join('\n\n')}\n`;
}
