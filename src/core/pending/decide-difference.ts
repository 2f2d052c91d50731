import type { Difference } from '../difference.ts';
import { isUnsettled, SETTLED_MS } from '../sight/settled.ts';
import { alternation, type PastDifference } from './returns.ts';

export interface DecisionQuestion {
  /** Told rows of this page, and rows in any state with a key or inverse key of what came in; newest first. */
  readonly past: readonly PastDifference[];
  /** When the difference was first seen, and when this check is made. */
  readonly beganAt: Date;
  readonly now: Date;
}

/** Is this difference told, and when may it be? Reasons are sentences for the ledger. */
export type Decision =
  | { readonly tell: false; readonly reason: string }
  | {
      readonly tell: true;
      readonly reason: string;
      readonly dueAt: Date;
      /** It has to stand until then: no earlier due time of a text that it edits may stand in for that. */
      readonly stands: boolean;
      readonly reversesId: number | null;
      readonly alternates: boolean;
    };

const HOUR = 3_600_000;
/** A difference without urgency must stand a day: of 8 undone noise steps 2 went within 12 h, 5 within 24 h. */
const STAND_MS = 24 * HOUR;
/** Title or h1 alone: the third agreeing read comes an hour later (P7). */
const THIRD_READ_MS = HOUR;

/** Decides a difference that meets nothing pending (P7, P8): noise, news, or the return of something told? */
export function decideDifference(d: Difference, question: DecisionQuestion): Decision {
  const returns = alternation(d, question.past, question.now);
  if (returns.kind === 'told before') return silent('told before, and nothing told has undone it');
  if (returns.kind === 'reversal') return reversal(returns, question);
  if (isUnsettled(d)) return unsettled(question);
  const label = d.labels[0];
  if (label !== undefined) return silent(label.reason);
  if (returns.kind === 'untold')
    return silent(`back to the text before difference ${returns.undoes.id}, which was no news`);
  const reason = d.urgency?.reason ?? 'waits a day, to be seen still standing';
  return { tell: true, reason, ...dueFor(d, question), reversesId: null, alternates: false };
}

/** What took turns before and was adopted beside other news: seven days alone, or it is withdrawn. */
function unsettled({ beganAt }: DecisionQuestion): Decision {
  const reason = 'took turns with another text before; waits seven days, to be seen standing alone';
  const dueAt = new Date(+beganAt + SETTLED_MS);
  return { tell: true, reason, dueAt, stands: true, reversesId: null, alternates: false };
}

function silent(reason: string): Decision {
  return { tell: false, reason };
}

/** A reversal has the urgency of what it reverses; after an alternation was told, one side must stand a week. */
function reversal(
  { undoes, settled, alternates }: Extract<ReturnType<typeof alternation>, { kind: 'reversal' }>,
  question: DecisionQuestion,
): Decision {
  const due = settled
    ? dueFor(undoes, question)
    : { dueAt: new Date(+question.beganAt + SETTLED_MS), stands: true };
  const reason = `undoes difference ${undoes.id}, which was told`;
  return { tell: true, reason, ...due, reversesId: undoes.id, alternates };
}

/**
 * When a difference may be told (P7). A heading alone needs a third read an hour after the first; where the second came
 * later than that, an hour after the second.
 */
export function dueFor(
  { urgency }: Pick<Difference, 'urgency'>,
  { beganAt, now }: Pick<DecisionQuestion, 'beganAt' | 'now'>,
): { readonly dueAt: Date; readonly stands: boolean } {
  if (urgency === null) return { dueAt: new Date(+beganAt + STAND_MS), stands: false };
  if (urgency.by === 'heading') {
    const third = +beganAt + THIRD_READ_MS;
    return { dueAt: new Date(third > +now ? third : +now + THIRD_READ_MS), stands: true };
  }
  return { dueAt: beganAt, stands: false };
}
