import { raw } from 'hono/html';
import { look, mailStyles } from './mail-paint.ts';
import { markup, type Markup } from './markup.ts';
import { paragraph, row, rule, TABLE } from './mail-parts.ts';

export interface MailDocument {
  readonly subject: string;
  readonly preheader: string;
  /** Right of our name: when, or what kind of message. */
  readonly corner: string;
  readonly rows: readonly Markup[];
  readonly footer: Markup | readonly (Markup | string)[];
}

/** Keeps the inbox from showing the first words of the mail behind a short preheader. */
const FILLER = raw('&zwnj;&nbsp;'.repeat(60));

/** A whole mail: one column of at most 600 pixels, tables for Outlook, no image, no script, nothing from elsewhere. */
export function mailDocument({ subject, preheader, corner, rows, footer }: MailDocument): string {
  const body = look({ paint: ['paper'], css: 'margin:0;padding:0;-webkit-text-size-adjust:100%' });
  const hidden = markup`style="display:none;max-height:0;overflow:hidden;mso-hide:all" aria-hidden="true"`;
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<meta name="x-apple-disable-message-reformatting">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>
${mailStyles()}
</style>
</head>
<body ${body}>
<div ${hidden}>${preheader}${FILLER}</div>
<table ${TABLE} width="100%" ${look({ paint: ['paper'] })}><tr><td align="center">
<!--[if mso]><table ${TABLE} width="600"><tr><td><![endif]-->
<table ${TABLE} width="100%" style="max-width:600px;text-align:left;word-break:break-word">
${row(24, masthead(corner))}${rows}${rule()}${row(16, paragraph({ type: 'meta', paint: ['quiet'] }, footer))}
<tr><td height="32" style="font-size:0;line-height:0">&nbsp;</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`.toString();
}

function masthead(corner: string): Markup {
  const name = look({ type: 'name', paint: ['ink'] });
  const when = look({ type: 'meta', paint: ['quiet'] });
  return markup`<table ${TABLE} width="100%"><tr><td ${name}>Sightline</td><td ${when} align="right">${corner}</td></tr></table>`;
}
