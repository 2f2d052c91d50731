import { rank } from './routing.ts';
import { SEVERITIES, type Quote, type Severity } from './telling.ts';
import type { ToldEvent } from './told-event.ts';

/** How grave an event is for one account, with the reasons beside the event's own. */
export interface Weight {
  readonly severity: Severity;
  readonly reasons: readonly string[];
}

/**
 * An event's severity for one account (PRODUCT 1): a step graver where one of its watch words occurs, critical where a
 * text that names competitors names its own product. The words of the event stay as they are: they know no account.
 */
export function weigh(
  event: Pick<ToldEvent, 'kind' | 'severity' | 'severityReasons' | 'headline' | 'quotes'>,
  { watchWords, ownProducts }: { watchWords: readonly string[]; ownProducts: readonly string[] },
): Weight {
  const { severity, severityReasons: reasons } = event;
  const texts = [event.headline, ...event.quotes.flatMap(sides)];
  const named = event.kind === 'positioning.comparison' ? firstIn(texts, ownProducts) : null;
  if (named !== null && severity !== 'critical') {
    return { severity: 'critical', reasons: [...reasons, `it names your product “${named}”: critical`] };
  }
  const word = firstIn(texts, watchWords);
  const raised = SEVERITIES[rank(severity) + 1];
  if (word === null || raised === undefined) return { severity, reasons };
  return { severity: raised, reasons: [...reasons, `your watch word “${word}”: ${raised}`] };
}

function sides({ before, after }: Quote): readonly string[] {
  return [before, after].filter((side) => side !== null);
}

/** The first of the words that stands in a text as a word, whatever its case: "API" is not in "rapid". */
function firstIn(texts: readonly string[], words: readonly string[]): string | null {
  const found = words.find((word) => {
    const folded = fold(word).trim();
    return folded !== '' && texts.some((text) => standsIn(fold(text), folded));
  });
  return found ?? null;
}

function standsIn(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const before = text.slice(0, at).at(-1) ?? ' ';
    const after = text.charAt(at + word.length);
    if (!(isLetter(before) && isLetter(word.charAt(0))) && !(isLetter(after) && isLetter(word.at(-1) ?? '')))
      return true;
  }
  return false;
}

/** Scripts that write no spaces have no edges of words to look for. */
function isLetter(character: string): boolean {
  return (
    /[\p{L}\p{N}]/u.test(character) &&
    !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(character)
  );
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, ' ');
}
