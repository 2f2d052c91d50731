import type { Difference } from '../difference.ts';
import { locateValues } from '../facts/find-values.ts';
import type { Severity } from '../telling.ts';
import { withoutNumbering } from './mask.ts';
import { folded } from './plain.ts';

/** A changed clause, or one that came (no older text) or left, with the differences that say so. */
export interface Clause {
  readonly before: string;
  readonly after: string;
  readonly differences: readonly Difference[];
}

export interface Weighed {
  readonly clause: Clause;
  readonly severity: Severity;
  readonly reason: string;
}

/** The gravest clause whose few words weigh more than their number; null where none does. */
export function weightiest(changed: readonly Difference[]): Weighed | null {
  const clauses = clausesOf(changed);
  const edited = clauses.filter(({ before, after }) => before !== '' && after !== '');
  const data = clauses.find(givesAwayData);
  if (data) return { clause: data, severity: 'high', reason: 'sale of data or training on it: high' };
  const turned = edited.find(({ before, after }) => turns(before, after));
  if (turned)
    return {
      clause: turned,
      severity: 'medium',
      reason: 'a word of negation, permission or duty changed: medium',
    };
  const moved = edited.find(({ before, after }) => numbersIn(before) !== numbersIn(after));
  return moved ? { clause: moved, severity: 'medium', reason: 'a number in a clause changed: medium' } : null;
}

/** An edit is a clause; so are a text that left and one that came with nothing else between the same neighbours. */
function clausesOf(changed: readonly Difference[]): Clause[] {
  const texts = changed.filter(
    ({ kind, place }) => kind !== 'link' && !['title', 'meta'].includes(place.role),
  );
  const edits = texts.filter(({ before, after }) => before !== null && after !== null);
  const hunks = Map.groupBy(
    texts.filter((one) => !edits.includes(one)),
    ({ hunk }) => hunk,
  );
  const spots = [...hunks.values()].flatMap((hunk) => {
    const sides = [hunk.filter(({ after }) => after === null), hunk.filter(({ before }) => before === null)];
    return sides.every(({ length }) => length === 1) ? [hunk] : hunk.map((one) => [one]);
  });
  return [...edits.map((one) => [one]), ...spots].map((differences) => ({
    before: differences.flatMap(({ before }) => before ?? []).join(' '),
    after: differences.flatMap(({ after }) => after ?? []).join(' '),
    differences,
  }));
}

const DATA =
  /(?<!\p{L})(?:(?:sell|sells|selling|sold|sale|rent|verkauf\p{L}*|vend\p{L}+|vente)(?!\p{L})[^.]{0,50}(?:data|information|content|daten|données|datos)|(?:daten|données|datos)[^.]{0,50}(?:verkauf\p{L}*|vendu\p{L}*|vendid\p{L}*)|train(?:ing|ed|s|ieren)?(?!\p{L})[^.]{0,50}(?:models?|modelle|ai|ki|machine learning|algorithms?)|entraîn\p{L}+[^.]{0,50}(?:modèles?|ia)|entrenar[^.]{0,50}(?:modelos?|ia))(?!\p{L})/iu;

/** Said on one side only, or on both with another leave to do it. */
function givesAwayData({ before, after }: Clause): boolean {
  const [said, says] = [DATA.test(before), DATA.test(after)];
  return said !== says || (said && turns(before, after));
}

const TURNING =
  /(?<!\p{L})(?:not|no|never|neither|nor|cannot|\p{L}+n['’]t|may|must|shall|should|nicht|kein\p{L}{0,2}|nie|niemals|darf|dürfen|muss|müssen|ne|pas|jamais|peut|peuvent|doit|doivent|nunca|jamás|puede|pueden|debe|deben)(?!\p{L})/giu;

function turns(before: string, after: string): boolean {
  const words = (text: string): string => (folded(text).match(TURNING) ?? []).sort().join(' ');
  return words(before) !== words(after);
}

/** Numbers of a clause, without dates, its own numbering and references to sections. */
function numbersIn(text: string): string {
  const bare = withoutNumbering(text, true).replace(
    /(?:\d+(?:\.\d+)*[.)]|\d+(?:\.\d+)+)\s+(?=["“«]?\p{Lu})/gu,
    ' ',
  );
  const dates = locateValues(bare).filter(
    ({ value }) => value.type === 'date' || value.type === 'copyright year',
  );
  const rest = dates.reduceRight((left, { from, to }) => `${left.slice(0, from)} ${left.slice(to)}`, bare);
  return (rest.match(/\d+(?:[.,]\d+)*/gu) ?? []).sort().join(' ');
}
