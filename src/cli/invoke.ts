import { parseArgs } from 'node:util';
import type { Config } from '../config.ts';
import { Misused, quoted, Refused, type Command, type Invocation, type Terminal } from './command.ts';
import { COMMANDS } from './commands.ts';
import { nearest } from './nearest.ts';

type Hands = Pick<Invocation, 'open' | 'stopped' | 'terminal'>;

/**
 * Parses one command line and runs its command. Where --json is asked for, a fault is one JSON value on stdout too.
 * @param argv what follows the program's name
 * @returns the exit code: 0 done, 1 it could not be done (with the fix), 2 it was asked wrongly (with the usage)
 */
export async function invoke(argv: readonly string[], config: Config, hands: Hands): Promise<number> {
  const { terminal } = hands;
  const json = asksJson(argv);
  const [name, ...rest] = argv;
  const misused = (fault: string, text: string): number => {
    sayFault(terminal, { fault, json });
    terminal.say(text);
    return 2;
  };
  if (name === undefined || name.startsWith('-')) {
    if (name !== '--help' && name !== '-h') return misused('say what to do', help());
    terminal.out(help());
    return 0;
  }
  const asked = name === 'help' ? rest[0] : name;
  if (asked === undefined) {
    terminal.out(help());
    return 0;
  }
  const command = COMMANDS.find((c) => c.name === asked);
  if (command === undefined) return misused(`there is no command ${quoted(asked)}`, didYouMean(asked));
  if (name === 'help') {
    terminal.out(usage(command));
    return 0;
  }
  try {
    const parsed = parse(command, rest);
    if (parsed.values['help'] === true) {
      terminal.out(usage(command));
      return 0;
    }
    const { positionals, values: flags } = parsed;
    return await command.run({ ...hands, config, positionals, flags, json });
  } catch (error) {
    if (error instanceof Misused) return misused(error.message, usage(command));
    if (!(error instanceof Refused)) throw error;
    sayFault(terminal, { fault: error.message, json });
    return 1;
  }
}

/** Also of a command line that cannot be read otherwise. */
export function asksJson(argv: readonly string[]): boolean {
  return argv.includes('--json');
}

/** A fault for people on stderr, and for programs that asked for JSON as the one value on stdout. */
export function sayFault(terminal: Terminal, { fault, json }: { fault: string; json: boolean }): void {
  terminal.say(`sightline: ${fault}`);
  if (json) terminal.out(JSON.stringify({ error: fault }));
}

function didYouMean(asked: string): string {
  const near = nearest(
    asked,
    COMMANDS.map((c) => c.name),
  );
  return near === null
    ? 'All commands: npm run -s sightline -- help'
    : `Did you mean: npm run -s sightline -- ${near}`;
}

function parse(command: Command, args: readonly string[]) {
  const options = {
    ...command.flags,
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  } as const;
  const parsed = parsedOrMisused(command, () =>
    parseArgs({ args: [...args], options, allowPositionals: true, strict: true }),
  );
  const [least, most] = command.takes;
  const count = parsed.positionals.length;
  const asksHelp = parsed.values['help'] === true;
  if (!asksHelp && count < least) throw new Misused(`${command.name} needs ${command.usage}`);
  if (count > most) throw new Misused(`${command.name} takes no ${quoted(parsed.positionals[most] ?? '')}`);
  return { positionals: parsed.positionals, values: parsed.values as Invocation['flags'] };
}

function parsedOrMisused<T>(command: Command, parseNow: () => T): T {
  try {
    return parseNow();
  } catch (error) {
    const code = error instanceof TypeError && 'code' in error ? String(error.code) : '';
    if (!code.startsWith('ERR_PARSE_ARGS')) throw error;
    throw new Misused(optionFault(command, (error as Error).message), { cause: error });
  }
}

/** Node names the option in quotes, as '--every <value>' or '-h, --help'. */
function optionFault({ name, flags }: Command, message: string): string {
  const option = /'[^']*?(-{1,2}[\w-]+)(?: <value>)?'/.exec(message)?.[1] ?? 'an option';
  if (flags[option.replace(/^--/, '')]?.type === 'string')
    return `${option} needs a value; one that begins with a minus is written as ${option}=-1`;
  const given = option.replace(/^-+/, '');
  if (Object.hasOwn(flags, given) || option === '--json' || option === '--help')
    return `${option} takes no value`;
  const near = nearest(given, Object.keys(flags));
  return `${name} has no option ${option}${near === null ? '' : `; did you mean --${near}?`}`;
}

function usage(command: Command): string {
  return `usage: npm run -s sightline -- ${command.name} ${command.usage} [--json]\n  ${command.about}`;
}

function help(): string {
  const lines = COMMANDS.map((c) => `  ${`${c.name} ${c.usage}`.trim()}\n      ${c.about}`);
  return ['usage: npm run -s sightline -- COMMAND [--json]', ...lines].join('\n');
}
