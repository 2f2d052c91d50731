import type { ParseArgsConfig } from 'node:util';
import type { Config } from '../config.ts';
import { clip, oneLine } from '../core/messages/inert.ts';
import { firstShown } from '../core/zone-clock.ts';
import type { Database, World } from '../flows/world.ts';
import type { Account } from '../store/accounts.ts';

/** A running Sightline without its loops: what commands, the web app and the worker share. */
export interface App {
  readonly config: Config;
  readonly db: Database;
  readonly databaseUrl: string;
  readonly world: World;
  readonly account: Account;
  close(): Promise<void>;
}

export type Opened = { readonly ok: true; readonly app: App } | { readonly ok: false; readonly say: string };

/** What a command may use. Data goes to stdout, everything else to stderr. */
export interface Terminal {
  /** A line of data. */
  out(line: string): void;
  /** A line for whoever watches. */
  say(line: string): void;
  /** Replaces itself on a terminal; silent elsewhere. */
  progress(text: string): void;
}

export interface Invocation {
  readonly config: Config;
  readonly positionals: readonly string[];
  readonly flags: Readonly<Record<string, string | boolean | undefined>>;
  readonly json: boolean;
  readonly terminal: Terminal;
  /** Opens the database and the outside world; `at` is the clock of all that is due. */
  open(at?: Date | null): Promise<Opened>;
  /** Settles when somebody asks the process to end. */
  readonly stopped: Promise<void>;
}

export type Flags = NonNullable<ParseArgsConfig['options']>;

export interface Command {
  readonly name: string;
  /** Arguments and flags, after the name. */
  readonly usage: string;
  readonly about: string;
  readonly flags: Flags;
  /** Least and most positional arguments. */
  readonly takes: readonly [number, number];
  /** @returns the exit code: 0 done, 1 it could not be done, 2 it was asked wrongly */
  run(invocation: Invocation): Promise<number>;
}

/** A fault in how a command was asked: exit code 2 and the usage. */
export class Misused extends Error {}

/** A fault that the command explains itself: exit code 1. */
export class Refused extends Error {}

/** Opens the app, runs the work and closes again, whatever happens. */
export async function withApp<T>(
  invocation: Invocation,
  work: (app: App) => Promise<T>,
  at: Date | null = null,
): Promise<T> {
  const opened = await invocation.open(at);
  if (!opened.ok) throw new Refused(opened.say);
  try {
    return await work(opened.app);
  } finally {
    await opened.app.close();
  }
}

export function flagText(invocation: Invocation, name: string): string | null {
  const value = invocation.flags[name];
  return typeof value === 'string' ? value : null;
}

const TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d))?$/;

/** A time flag (ISO 8601, with its zone; a date alone begins at midnight UTC); null when it is not given. */
export function flagTime(invocation: Invocation, name: string): Date | null {
  const text = flagText(invocation, name);
  if (text === null) return null;
  const time = new Date(text);
  if (!TIME.test(text) || Number.isNaN(+time) || !isDay(text.slice(0, 10))) {
    throw new Misused(
      `--${name} takes a date such as 2026-03-01 or a time with its zone such as 2026-03-01T08:00Z, not ${quoted(text)}`,
    );
  }
  return time;
}

/** A time flag whose date alone begins at midnight of the account's own clock; null when it is not given. */
export function flagDay(invocation: Invocation, name: string): ((account: Account) => Date) | null {
  const time = flagTime(invocation, name);
  if (time === null) return null;
  const isDate = flagText(invocation, name)?.length === 10;
  return ({ timeZone }) => (isDate ? firstShown(+time, timeZone) : time);
}

/** What somebody gave, as part of a sentence: short and harmless whatever it is. */
export function quoted(text: string): string {
  return `"${clip(oneLine(text), 60)}"`;
}

/** Date takes the 30th of February for the 2nd of March. */
function isDay(day: string): boolean {
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

/** Prints one JSON value, or lines for people. */
export function answer(invocation: Invocation, value: unknown, lines: readonly string[]): void {
  if (invocation.json) invocation.terminal.out(JSON.stringify(value));
  else for (const line of lines) invocation.terminal.out(line);
}
