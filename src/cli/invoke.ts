import { parseArgs } from 'node:util';
import type { Config } from '../config.ts';
import { Misused, Refused, type Command, type Invocation, type Terminal } from './command.ts';
import { COMMANDS } from './commands.ts';

type Hands = Pick<Invocation, 'open' | 'stopped' | 'terminal'>;

/**
 * Parses one command line and runs its command.
 * @param argv what follows the program's name
 * @returns the exit code: 0 done, 1 it could not be done (with the fix), 2 it was asked wrongly (with the usage)
 */
export async function invoke(argv: readonly string[], config: Config, hands: Hands): Promise<number> {
  const [name, ...rest] = argv;
  if (name === undefined) return misused(hands.terminal, 'say what to do', help());
  if (name === 'help' || name === '--help') {
    hands.terminal.out(help());
    return 0;
  }
  const command = COMMANDS.find((c) => c.name === name);
  if (command === undefined) return misused(hands.terminal, `there is no command "${name}"`, help());
  try {
    const parsed = parse(command, rest);
    if (parsed.values['help'] === true) {
      hands.terminal.out(usage(command));
      return 0;
    }
    const { positionals, values: flags } = parsed;
    return await command.run({ ...hands, config, positionals, flags, json: flags['json'] === true });
  } catch (error) {
    if (error instanceof Misused) return misused(hands.terminal, error.message, usage(command));
    if (!(error instanceof Refused)) throw error;
    hands.terminal.say(`sightline: ${error.message}`);
    return 1;
  }
}

function parse(command: Command, args: readonly string[]) {
  const options = {
    ...command.flags,
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  } as const;
  const parsed = parsedOrMisused(() =>
    parseArgs({ args: [...args], options, allowPositionals: true, strict: true }),
  );
  const [least, most] = command.takes;
  const count = parsed.positionals.length;
  const asksHelp = parsed.values['help'] === true;
  if (!asksHelp && count < least) throw new Misused(`${command.name} needs ${command.usage}`);
  if (count > most) throw new Misused(`${command.name} takes no "${parsed.positionals[most]}"`);
  return { positionals: parsed.positionals, values: parsed.values as Invocation['flags'] };
}

function parsedOrMisused<T>(parseNow: () => T): T {
  try {
    return parseNow();
  } catch (error) {
    const code = error instanceof TypeError && 'code' in error ? String(error.code) : '';
    if (!code.startsWith('ERR_PARSE_ARGS')) throw error;
    throw new Misused((error as Error).message.split('. ')[0] ?? '', { cause: error });
  }
}

function misused(terminal: Terminal, fault: string, text: string): number {
  terminal.say(`sightline: ${fault}`);
  terminal.say(text);
  return 2;
}

function usage(command: Command): string {
  return `usage: sightline ${command.name} ${command.usage} [--json]\n  ${command.about}`;
}

function help(): string {
  const lines = COMMANDS.map((c) => `  ${`${c.name} ${c.usage}`.trim()}\n      ${c.about}`);
  return ['usage: sightline COMMAND [--json]', ...lines].join('\n');
}
