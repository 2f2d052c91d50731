import { openTerminal } from '../src/cli/terminal.ts';
import { benchAbRandom } from './bench/ab-random.ts';
import { benchDelivery } from './bench/delivery.ts';
import { benchDiff } from './bench/diff.ts';

/** Takes what follows its name, answers the exit code. */
type Bench = (flags: readonly string[]) => number | Promise<number>;

const BENCHES: Readonly<Record<string, readonly [bench: Bench, about: string]>> = {
  delivery: [
    benchDelivery,
    'seconds from an event to its message at the receiver [--seconds 60] [--rate 50] [--down 30]',
  ],
  diff: [benchDiff, 'the comparison timed over kinds and sizes of pages [--labels] [--only NAME]'],
  ab: [benchAbRandom, 'false alerts where a headline is drawn at random [--seeds 20] [--visits 20]'],
};

/** The one door to all that is timed or counted: `npm run bench -- NAME [flags]`; each takes `--json`. */
async function run([name = '', ...flags]: readonly string[]): Promise<number> {
  const chosen = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined;
  if (chosen !== undefined) return chosen[0](flags);
  const terminal = openTerminal();
  terminal.say(name === '' ? 'bench: which one?' : `bench: there is none called "${name}".`);
  for (const [known, [, about]] of Object.entries(BENCHES)) terminal.say(`  ${known.padEnd(9)} ${about}`);
  return 1;
}

process.exitCode = await run(process.argv.slice(2));
