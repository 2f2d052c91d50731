/** A second reader of mails, small and independent of the library that writes them (RFC 5322, 2045, 2047). */
export function parseMail(bytes: Buffer): { headers: Record<string, string>; parts: Record<string, string> } {
  const { headers, body } = split(bytes.toString('latin1'));
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1];
  const parts: Record<string, string> = {};
  for (const piece of boundary === undefined ? [] : body.split(`--${boundary}`).slice(1, -1)) {
    const part = split(piece.replace(/^\r\n/, ''));
    const [type = ''] = (part.headers['content-type'] ?? '').split(';');
    parts[type] = decoded(
      part.body.replace(/\r\n$/, ''),
      part.headers['content-transfer-encoding'] ?? '7bit',
    );
  }
  return { headers, parts };
}

function split(text: string): { headers: Record<string, string>; body: string } {
  const end = text.indexOf('\r\n\r\n');
  const lines = text
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const pairs = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), words(line.slice(colon + 1).trim())] as const;
  });
  return { headers: Object.fromEntries(pairs), body: text.slice(end + 4) };
}

/** Encoded words; space between two of them is not part of the text. */
function words(value: string): string {
  const joined = value.replace(/\?=\s+=\?/g, '?==?');
  return joined.replace(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_, how: string, text: string) => {
    if (how.toUpperCase() === 'B') return Buffer.from(text, 'base64').toString('utf8');
    return quotedPrintable(text.replaceAll('_', ' '));
  });
}

function decoded(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8').replaceAll('\r\n', '\n');
  if (encoding === 'quoted-printable') return quotedPrintable(body).replaceAll('\r\n', '\n');
  return Buffer.from(body, 'latin1').toString('utf8').replaceAll('\r\n', '\n');
}

function quotedPrintable(text: string): string {
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
