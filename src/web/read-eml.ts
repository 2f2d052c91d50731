/** A mail as far as it is shown. */
export interface MailFile {
  readonly subject: string;
  readonly to: string;
  /** As the header has it. */
  readonly date: string;
  readonly text: string;
}

/** Subject, date and plain-text part of a mail that our own composer wrote; not a reader for mails of others. */
export function readEml(bytes: string): MailFile {
  const [head = '', ...rest] = bytes.replaceAll('\r\n', '\n').split('\n\n');
  const header = (name: string): string => {
    const found = new RegExp(`^${name}: ?(.*(?:\n[ \t].*)*)`, 'im').exec(head)?.[1] ?? '';
    return decodeWords(found.replaceAll(/\n[ \t]+/g, ' ').trim());
  };
  const boundary = /boundary="?([^";\n]+)"?/i.exec(head)?.[1];
  return {
    subject: header('Subject'),
    to: header('To'),
    date: header('Date'),
    text: textPart(rest.join('\n\n'), boundary),
  };
}

function textPart(body: string, boundary: string | undefined): string {
  const parts = boundary === undefined ? [body] : body.split(`--${boundary}`);
  const part = parts.find((one) => /^\s*content-type: text\/plain/im.test(one)) ?? '';
  const [head = '', ...rest] = part.replace(/^\n/, '').split('\n\n');
  const text = rest.join('\n\n');
  if (/quoted-printable/i.test(head)) return decodeQuoted(text);
  return /base64/i.test(head) ? Buffer.from(text, 'base64').toString('utf8') : text;
}

/** RFC 2045 6.7. */
function decodeQuoted(text: string): string {
  return decodeBytes(text.replaceAll(/=\n/g, ''));
}

/** RFC 2047: encoded words; the space between two of them is no space. */
function decodeWords(text: string): string {
  return text
    .replaceAll(/(\?=)\s+(=\?)/g, '$1$2')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, how: string, word: string) =>
      how.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : decodeBytes(word.replaceAll('_', ' ')),
    );
}

function decodeBytes(text: string): string {
  const latin = Buffer.from(text, 'utf8').toString('latin1');
  const raw = latin.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(raw, 'latin1').toString('utf8');
}
