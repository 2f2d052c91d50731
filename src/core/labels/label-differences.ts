import { isFact } from '../fact.ts';
import type { Difference, Label } from '../difference.ts';
import { squash } from '../diff/squash.ts';
import { consider } from './consider.ts';
import { consentControl, consentWords } from './consent-words.ts';
import { contentsEntry } from './contents-entry.ts';
import { copyrightYear } from './copyright-year.ts';
import { countdown } from './countdown.ts';
import { counter } from './counter.ts';
import { crossReference } from './cross-reference.ts';
import { withDaysBeside } from './day-beside.ts';
import { equalValues } from './equal-values.ts';
import { furniture } from './furniture.ts';
import { interfaceWords, pagerEntry } from './interface-words.ts';
import { languageList } from './language-list.ts';
import { leftovers } from './leftovers.ts';
import { linkOnly } from './link-only.ts';
import { machineMark } from './machine-mark.ts';
import { assetName, copyrightLine, makersCredit, socialName, symbolsOnly, titleEcho } from './page-marks.ts';
import { openingState } from './opening-state.ts';
import { otherLanguage } from './other-language.ts';
import { passingTime } from './passing-time.ts';
import { pictureName } from './picture-name.ts';
import { nameDay, renderedBy } from './rendered-by.ts';
import { reorder } from './reorder.ts';
import { rollOff } from './roll-off.ts';
import { carriesTerm, type Considered, type LabelContext, type Rule, type Surroundings } from './rule.ts';
import { hiddenMail, markupLeak, sameWording } from './same-wording.ts';
import { grammar, slip } from './slip.ts';
import { statistics } from './statistics.ts';
import { typographic } from './typographic.ts';
import { unshown } from './unshown.ts';
import { urgencyOf } from './urgency.ts';
import { visitorPlace } from './visitor-place.ts';
import { widgetNotice } from './widget-notice.ts';
import { vendorRegion } from './vendor-region.ts';

/** Every rule that may call a difference no news. All are asked; one that fits is enough. */
export const RULES: readonly Rule[] = [
  typographic,
  reorder,
  linkOnly,
  equalValues,
  copyrightYear,
  passingTime,
  countdown,
  counter,
  statistics,
  machineMark,
  renderedBy,
  nameDay,
  openingState,
  visitorPlace,
  vendorRegion,
  consentWords,
  consentControl,
  furniture,
  contentsEntry,
  languageList,
  interfaceWords,
  pagerEntry,
  leftovers,
  widgetNotice,
  pictureName,
  hiddenMail,
  otherLanguage,
  copyrightLine,
  makersCredit,
  socialName,
  assetName,
  titleEcho,
  symbolsOnly,
  crossReference,
  sameWording,
  markupLeak,
  slip,
  grammar,
  unshown,
  rollOff,
];

/**
 * Gives every difference its labels, the typed values in its changed words, and its urgency. Nothing is dropped, the
 * order stays, and each rule sees what all the others see: a difference with a label is no news, one without waits to be told.
 */
export function labelDifferences(differences: readonly Difference[], context: LabelContext): Difference[] {
  const all = withDaysBeside(differences.map(consider), context);
  const page: Surroundings = { ...context, all, commonHeadings: commonHeadings(context) };
  return all.map((considered) => {
    const labels = labelsOf(considered, page);
    return {
      ...considered.difference,
      labels,
      valuesBefore: considered.valuesBefore,
      valuesAfter: considered.valuesAfter,
      urgency: labels.length > 0 ? null : urgencyOf(considered, page),
    };
  });
}

function labelsOf(considered: Considered, page: Surroundings): Label[] {
  const rules = carriesTerm(considered) ? RULES.filter((rule) => rule.comparesValues === true) : RULES;
  return rules
    .filter((rule) => rule.explains(considered, page))
    .map(({ name, noise, reason }) => ({
      noise,
      rule: name,
      reason,
    }));
}

function commonHeadings({ before, after }: LabelContext): Set<string> {
  const headings = ({ blocks }: { blocks: LabelContext['before'] }): Set<string> =>
    new Set(blocks.filter((block) => /^h[1-6]$/.test(block.role)).map((block) => squash(block.text)));
  return headings({ blocks: before }).intersection(headings({ blocks: after }));
}

/** Whether a typed fact stands in the changed words on either side. */
export function carriesFact({ valuesBefore, valuesAfter }: Difference): boolean {
  return [...valuesBefore, ...valuesAfter].some(isFact);
}
