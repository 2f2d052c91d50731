import type { Block } from '../block.ts';
import type { Difference } from '../difference.ts';
import type { PageKind } from '../telling.ts';
import { unstored } from '../version.ts';
import { rank, some, type Finding } from './finding.ts';
import { isRewritten } from './rewritten.ts';
import { sceneOf } from './scene.ts';
import { findingsOf } from './tell-by-rules.ts';

/** Two texts of one page, and which page it is. */
export interface TwoTexts {
  readonly before: readonly Block[];
  readonly after: readonly Block[];
  readonly page: { readonly url: string; readonly kind: PageKind };
}

/**
 * Gives all differences of a grave finding its urgency (P7: severity high or critical by rules alone, before any model).
 * A plan that goes is one piece of news: its name, its price and its features fall due together, or the founder would
 * read "gone: $0" today and "Free plan removed" tomorrow. A headline keeps its own rule, which asks for a third read.
 */
export function raiseUrgency(differences: readonly Difference[], texts: TwoTexts): readonly Difference[] {
  const open = some(differences.filter((d) => d.labels.length === 0));
  if (open === null) return differences;
  if (isRewritten(texts))
    return differences.map((d) => (d.labels.length > 0 ? d : { ...d, urgency: REWRITTEN }));
  const { page } = texts;
  const question = { differences: open, competitor: '', page, returns: null };
  const scene = sceneOf({ ...question, before: unstored(texts.before), after: unstored(texts.after) });
  const reasons = new Map(findingsOf(scene).filter(isGrave).flatMap(reasonOfEach));
  return differences.map((d) => {
    const reason = d.urgency === null ? reasons.get(d) : undefined;
    return reason === undefined ? d : { ...d, urgency: { by: 'fact', reason } };
  });
}

/** One event, and no alert at once for a price that stood on the page that was replaced: it may be another's page. */
const REWRITTEN: Difference['urgency'] = { by: 'heading', reason: 'hardly a text of the page is left' };

function isGrave({ severity, kind }: Finding): boolean {
  return rank(severity) >= rank('high') && !kind.startsWith('positioning.');
}

function reasonOfEach(finding: Finding): (readonly [Difference, string])[] {
  return finding.differences.map((d) => [d, finding.reasons[0]]);
}
