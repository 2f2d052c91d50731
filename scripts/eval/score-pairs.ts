import { familyOf } from '../../src/core/telling.ts';
import { judgeFiles } from '../../src/flows/judge-files.ts';
import { labelledPairs, type LabelledPair } from '../support/corpus.ts';

/** How many of how many. */
export interface Share {
  told: number;
  of: number;
}

export interface PairError {
  readonly pair: string;
  readonly site: string;
  readonly label: string;
  /** Two lines: what was decided and why; what the label says. */
  readonly decided: string;
  readonly should: string;
}

export interface PairScores {
  /** By label; those that two careful people could judge differently under "LABEL, ambiguous". */
  readonly told: Readonly<Record<string, Share>>;
  readonly highToldAtOnce: Share;
  /** Would be told without waiting a day, by label. */
  readonly atOnce: Readonly<Record<string, Share>>;
  readonly byNoiseKind: Readonly<Record<string, Share>>;
  readonly bySite: Readonly<Record<string, Share>>;
  /** Family of the kind against the labels of real pairs that are told: any label, the first label. */
  readonly family: { readonly any: Share; readonly first: Share };
  readonly errors: readonly PairError[];
}

/** Judges every labelled pair on its own: rules only, no history, no second read, no model. */
export function scorePairs(progress: (text: string) => void): PairScores {
  const told: Record<string, Share> = {};
  const atOnce: Record<string, Share> = {};
  const byNoiseKind: Record<string, Share> = {};
  const bySite: Record<string, Share> = {};
  const highToldAtOnce = { told: 0, of: 0 };
  const family = { any: { told: 0, of: 0 }, first: { told: 0, of: 0 } };
  const errors: PairError[] = [];
  for (const pair of labelledPairs()) {
    progress(`judging pair ${pair.id}`);
    const judged = judgeFiles({ before: pair.before(), after: pair.after(), url: pair.url });
    const tells = judged.verdict === 'tell';
    const label = pair.ambiguous ? `${pair.label}, ambiguous` : pair.label;
    count(told, label, tells);
    count(atOnce, label, judged.event?.urgent === true);
    if (pair.label !== 'real') for (const kind of pair.noiseKinds) count(byNoiseKind, kind, tells);
    if (pair.label !== 'real') count(bySite, pair.site, tells);
    if (pair.importance === 'high') add(highToldAtOnce, judged.event?.urgent === true);
    if (pair.label === 'real' && judged.event !== null) scoreFamily(family, pair, judged.event.kind);
    if (tells !== (pair.label === 'real')) errors.push(errorOf(pair, label, judged));
  }
  return { told, highToldAtOnce, atOnce, byNoiseKind, bySite, family, errors };
}

function scoreFamily(family: { any: Share; first: Share }, pair: LabelledPair, kind: string): void {
  const found = familyOf(kind);
  add(
    family.any,
    pair.families.some((label) => fits(found, label)),
  );
  add(family.first, fits(found, pair.families[0] ?? ''));
}

/** The corpus calls "navigation" and "other" what fits content or page kinds. */
function fits(found: string, label: string): boolean {
  return found === label || ((label === 'navigation' || label === 'other') && found === 'content');
}

function errorOf(pair: LabelledPair, label: string, judged: ReturnType<typeof judgeFiles>): PairError {
  const why = judged.event === null ? judged.reasons.join('; ') : judged.event.headline;
  const kinds = pair.noiseKinds.join(', ');
  return {
    pair: pair.id,
    site: pair.site,
    label,
    decided: `${judged.verdict}: ${why.slice(0, 140)}`,
    should: `${pair.label}: ${pair.what ?? (kinds === '' ? 'nothing to tell' : kinds)}`.slice(0, 140),
  };
}

export function count(shares: Record<string, Share>, name: string, told: boolean): void {
  const share = (shares[name] ??= { told: 0, of: 0 });
  add(share, told);
}

export function add(share: Share, told: boolean): void {
  share.of += 1;
  if (told) share.told += 1;
}
