/**
 * Places where a process may die, one after each step that leaves something behind (delivery.md, crash matrix). In tests a
 * process is told by FAILPOINT to die at one of them; in use, passing one does nothing.
 */
export const FAIL_POINTS = [
  // A visit: C1, C3, C4, C5, C6.
  'visit claimed',
  'visit fetched',
  'visit planned',
  'visit in commit',
  'visit committed',
  // Words for what fell due: C7, C8, C5, C10.
  'explain asking',
  'explain answered',
  'explain noted',
  'explain joining',
  'explain in commit',
  'explain committed',
  // A message: C10, C11, C12.
  'deliver sealing',
  'deliver sealed',
  'deliver claimed',
  'deliver sent',
  'deliver recording',
  'deliver recorded',
  // C14.
  'digest in commit',
  'digest committed',
] as const;
export type FailPoint = (typeof FAIL_POINTS)[number];
