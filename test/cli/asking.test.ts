import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { invoke } from '../../src/cli/invoke.ts';
import { readConfig } from '../../src/config.ts';
import { openCli, type Cli } from '../support/cli.ts';

/** The command line in this process. Opening the database is a failure: the fault must be found before. */
async function invoked(...argv: readonly string[]) {
  const read = readConfig({});
  if (!read.ok) throw new Error(read.faults.join());
  const out: string[] = [];
  const said: string[] = [];
  const terminal = {
    out: (line: string) => void out.push(line),
    say: (line: string) => void said.push(line),
    progress: () => {},
  };
  const open = async () => Promise.reject(new Error('the database was opened'));
  const code = await invoke(argv, read.config, { open, terminal, stopped: Promise.resolve() });
  return { code, out, said };
}

let cli: Cli;
beforeAll(async () => {
  // No database is reached: whatever is asked wrongly must be said before one is needed.
  cli = await openCli({ DATABASE_URL: 'postgres://127.0.0.1:1/none' });
});
afterAll(async () => cli.close());

describe('asked wrongly: exit 2, the fault and the usage on stderr, nothing on stdout', () => {
  test.each([
    ['an unknown command', ['frobnicate'], 'there is no command "frobnicate"'],
    ['an unknown flag', ['check', '--wait'], 'check has no option --wait'],
    ['a flag of another command', ['events', '--due'], 'events has no option --due'],
    ['too little', ['add'], 'add needs URL'],
    ['too much', ['ledger', 'all'], 'ledger takes no "all"'],
    ['a flag without its value', ['check', '--at'], '--at needs a value'],
    [
      'no time',
      ['check', '--at', 'yesterday'],
      '--at takes a date such as 2026-03-01 or a time with its zone such as 2026-03-01T08:00Z, not "yesterday"',
    ],
    ['a time without its zone', ['deliver', '--at', '2026-03-01T08:00'], '--at takes a date'],
    ['a day that does not exist', ['events', '--since', '2026-02-30'], '--since takes a date'],
    ['an hour that does not exist', ['ledger', '--since', '2026-02-03T25:00Z'], '--since takes a date'],
    [
      'an interval of nothing',
      ['add', 'https://example.com', '--every', '0m'],
      '--every takes minutes, hours or days',
    ],
    [
      'an interval without its unit',
      ['add', 'https://example.com', '--every', '6'],
      '--every takes minutes, hours or days',
    ],
    ['no name', ['add', 'https://example.com', '--competitor', ' '], '--competitor needs a name'],
    ['a URL and --due', ['check', 'https://example.com', '--due'], 'give a URL or --due, not both'],
    [
      'an unknown deed on channels',
      ['channel', 'burn'],
      'channel takes add, list, test, ask, enable, rotate, lift, remove',
    ],
    [
      'half a channel',
      ['channel', 'add', 'email'],
      'channel add takes a kind and its address, as email ADDRESS or slack URL',
    ],
    ['no number of a channel', ['channel', 'test', 'first'], 'channel test takes the number of a channel'],
    [
      'no numbers of channels',
      ['subscribe', 'https://example.com', '--channel', '1,x'],
      '--channel takes numbers of channels, not "x"',
    ],
    ['half a pair', ['judge', '--before', 'a.html'], 'judge needs --before, --after and --url, or --pairs'],
    [
      'a pair without an address',
      ['judge', '--before', 'a', '--after', 'b', '--url', 'x'],
      '--url takes an address, not "x"',
    ],
    ['nothing at all', [], 'say what to do'],
  ])('%s', async (_, args, fault) => {
    const { code, out, said } = await invoked(...args);
    expect([code, out]).toEqual([2, []]);
    expect(said[0]).toContain(`sightline: `);
    expect(said[0]).toContain(fault);
    expect(said[1]).toMatch(/^usage: npm run -s sightline -- |-- help$/);
  });

  test('a real process says the same', async () => {
    const { code, out, err } = await cli.run('check', '--wait', '--json');
    expect([code, JSON.parse(out)]).toEqual([2, { error: 'check has no option --wait' }]);
    expect(err).toMatch(/^sightline: check has no option --wait\nusage: npm run -s sightline -- check /);
  });
});

describe('asked for help: exit 0 and the usage on stdout', () => {
  test.each([['help'], ['--help'], ['check', '--help'], ['add', '-h']])('%s %s', async (...args) => {
    expect(await invoked(...args)).toEqual({
      code: 0,
      out: [expect.stringMatching(/^usage: npm run -s sightline -- /)],
      said: [],
    });
  });

  test('the help names every command once', async () => {
    const { out } = await invoked('help');
    const named = out[0]?.split('\n').flatMap((line) => /^ {2}([a-z]+)/.exec(line)?.[1] ?? []);
    expect(named?.toSorted()).toEqual([
      'accept',
      'account',
      'add',
      'channel',
      'check',
      'correct',
      'deliver',
      'deliveries',
      'digest',
      'doctor',
      'events',
      'explain',
      'focus',
      'judge',
      'ledger',
      'member',
      'remove',
      'run',
      'serve',
      'subscribe',
      'try',
    ]);
  });
});

describe('it cannot be done: exit 1 and the fix on stderr', () => {
  test('a database that cannot be reached', async () => {
    const { code, out, err } = await cli.run('events', '--json');
    expect(code).toBe(1);
    expect(err).toBe(`sightline: ${(JSON.parse(out) as { error: string }).error}\n`);
    expect(err).toBe(
      'sightline: The database at 127.0.0.1:1/none cannot be used. Nothing listens there: start that PostgreSQL, or correct host and port in DATABASE_URL.\n',
    );
  });

  test('the password of a database is in no message', async () => {
    const secret = await openCli({ DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/none' });
    const { code, err } = await secret.run('check');
    expect(code).toBe(1);
    expect(err).not.toContain('hunter2');
    const doctor = await secret.run('doctor');
    expect(doctor.code).toBe(1);
    expect(doctor.out + doctor.err).not.toContain('hunter2');
    await secret.close();
  });

  test('an environment with faults: all of them at once, each with what to set, whatever was asked', async () => {
    const broken = await openCli({ PORT: 'http', LOG_LEVEL: 'loud', SIGHTLINE_ALLOW_NET: 'home' });
    const { code, out, err } = await broken.run('events', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(out)).toEqual({
      error: expect.stringMatching(/^PORT: .*; SIGHTLINE_ALLOW_NET: .*; LOG_LEVEL: /),
    });
    expect(err.split('\n')).toEqual([
      'sightline: the environment needs a look:',
      '  PORT: "http" must be a whole number from 1 to 65535',
      '  SIGHTLINE_ALLOW_NET: "home" must be a network such as 10.0.0.0/8',
      '  LOG_LEVEL: "loud" must be one of debug, info, warn, error, silent',
      '',
    ]);
    await broken.close();
  });
});

test('serve without its database ends with 1 and the fix, and serves nothing', async () => {
  expect(await cli.run('serve')).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('DATABASE_URL'),
  });
});

test('a reader that goes away is no fault', async () => {
  expect(await cli.runUnread('help')).toEqual({ code: 0, out: '', err: '' });
});
