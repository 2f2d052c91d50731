import { DatabaseError } from 'pg';

/** PostgreSQL's classes of errors that lie in nothing we asked: its connection, rollbacks, resources, operators, system. */
const CLASSES = /^(?:08|25P03|40|53|57|58|XX)/;

/** What the driver says when there is no connection: these errors have no class of their own. */
const NO_CONNECTION =
  /^Connection terminated|^timeout exceeded when trying to connect|^Client has encountered a connection error/;

/**
 * Is the database itself in trouble (lost, full, shutting down)? Then the same work is right as soon as it is well again,
 * and nothing is wrong with the page that was being read.
 */
export function isDatabaseTrouble(error: unknown): boolean {
  if (error instanceof DatabaseError) return CLASSES.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return NO_CONNECTION.test(error.message) || /^(?:ECONNREFUSED|ECONNRESET|EPIPE)$/.test(code ?? '');
}
