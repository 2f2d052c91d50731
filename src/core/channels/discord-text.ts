/**
 * Words that Discord's Markdown leaves as they are: each mark with a backslash, which it takes before any sign that is no
 * letter; "://" taken apart, so that no address of a page becomes a link; a word joiner in names that ping or invite even
 * in plain text. At most two characters stand for one.
 */
export function escapeDiscord(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\\`*_~|<>[\]()]/gu, String.raw`\$&`)
    .replaceAll('://', String.raw`:\//`)
    .replaceAll(/^(\s*)([#-])/gu, String.raw`$1\$2`)
    .replaceAll(/@(?=everyone|here|\d|&|!)/giu, '@\u2060')
    .replaceAll(/discord(?=(?:app)?\.(?:gg|com))/giu, '$&\u2060');
}

/** A link of ours: with its address in < > Discord shows no preview of the page. Neither ends the other: see `URL`. */
export function discordLink(words: string, url: string): string {
  return `[${words}](<${url}>)`;
}
