import type { Page } from '../store/pages.ts';
import type { CheckPlan } from './plan-check.ts';

/** A reason is read in lists; the whole of a fault is in the log. */
const MOST_CHARACTERS = 200;

/**
 * The plan of a visit that met a bug of ours: a failed check like any other, so that the page is seen to fail, backs off,
 * and is told of when it lasts (P12). Nothing of the visit is kept.
 */
export function faultPlan(page: Page, error: unknown, now: Date): CheckPlan {
  const message = error instanceof Error ? error.message : String(error);
  const reason = `a fault of Sightline's own: ${message.replaceAll(/\s+/g, ' ').slice(0, MOST_CHARACTERS)}`;
  return {
    outcome: 'failed',
    witness: null,
    reason,
    trouble: 'fault',
    answer: { answered: false, failure: 'protocol', reason, hops: [], requests: 0, ms: 0 },
    asked: { send: null, vouchesFor: null, fresh: false, reason: 'met a bug' },
    sighted: null,
    reading: null,
    adopts: false,
    confirms: false,
    alsoSaw: null,
    change: null,
    beganAt: now,
    moves: [],
    confirmed: [],
    volatile: [],
    standing: false,
    absent: [],
    newsPage: false,
    notice: null,
    failingSince: page.failingSince ?? now,
    failures: page.failures + 1,
    retryAfterS: null,
    away: [],
    hostHeldUntil: null,
    unbelieved: null,
    gone: null,
  };
}
