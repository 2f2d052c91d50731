import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeConfig, readConfig, VARIABLES, type Config } from '../src/config.ts';

function config(env: NodeJS.ProcessEnv): Config {
  const read = readConfig(env);
  if (!read.ok) throw new Error(read.faults.join('\n'));
  return read.config;
}

function faults(env: NodeJS.ProcessEnv): readonly string[] {
  const read = readConfig(env);
  return read.ok ? [] : read.faults;
}

describe('without any variable', () => {
  test('everything has a value that works', () => {
    expect(config({})).toMatchObject({
      databaseUrl: null,
      port: 3000,
      publicUrl: 'http://localhost:3000',
      allowNet: [],
      confirmAfterS: 300,
      hostGapMs: 5000,
      openai: null,
      resend: null,
      smtpUrl: null,
      modelBudgetUsdPerDay: 1,
      chromiumPath: null,
      logLevel: 'info',
    });
  });

  test('an empty value is no value', () => {
    const empty = Object.fromEntries(VARIABLES.map(({ name }) => [name, '  ']));
    expect(config(empty)).toEqual(config({}));
  });

  test('the result is frozen', () => {
    const settings = config({}) as { port: number };
    expect(() => {
      settings.port = 1;
    }).toThrow(TypeError);
  });
});

describe('a value is read as it is meant', () => {
  test.each<[string, NodeJS.ProcessEnv, Partial<Config>]>([
    [
      'a database',
      { DATABASE_URL: 'postgres://me:pw@db.example:5433/sightline' },
      { databaseUrl: 'postgres://me:pw@db.example:5433/sightline' },
    ],
    [
      'the other scheme',
      { DATABASE_URL: 'postgresql://db.example/s' },
      { databaseUrl: 'postgresql://db.example/s' },
    ],
    [
      'a Unix socket, whose host is empty',
      { DATABASE_URL: 'postgres://me@/sightline?host=/run/pg' },
      { databaseUrl: 'postgres://me@/sightline?host=/run/pg' },
    ],
    ['a folder in the home', { SIGHTLINE_DATA: '~/sightline' }, { dataDir: join(homedir(), 'sightline') }],
    [
      'a port, which the public address follows',
      { PORT: '8080' },
      { port: 8080, publicUrl: 'http://localhost:8080' },
    ],
    [
      'a public address, without its last slash',
      { PUBLIC_URL: 'https://watch.example.com/' },
      { publicUrl: 'https://watch.example.com' },
    ],
    [
      'no delay',
      { SIGHTLINE_CONFIRM_AFTER_S: '0', SIGHTLINE_HOST_GAP_MS: '0' },
      { confirmAfterS: 0, hostGapMs: 0 },
    ],
    [
      'a model',
      { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'http://localhost:11434/v1', OPENAI_MODEL: 'm' },
      { openai: { apiKey: 'k', baseUrl: 'http://localhost:11434/v1', model: 'm' } },
    ],
    ['a model without its key is none', { OPENAI_MODEL: 'm' }, { openai: null }],
    ['a budget', { MODEL_BUDGET_USD_PER_DAY: '2.50' }, { modelBudgetUsdPerDay: 2.5 }],
    [
      'mail',
      { RESEND_API_KEY: 're_1', SMTP_URL: 'smtps://u:p@mail.example' },
      { resend: { apiKey: 're_1', baseUrl: 'https://api.resend.com' }, smtpUrl: 'smtps://u:p@mail.example' },
    ],
    [
      'a sender with a name',
      { MAIL_FROM: 'Sightline <told@example.com>' },
      { mailFrom: 'Sightline <told@example.com>' },
    ],
    ['a bare sender', { MAIL_FROM: 'told@example.com' }, { mailFrom: 'told@example.com' }],
  ])('%s', (_, env, expected) => {
    expect(config(env)).toMatchObject(expected);
  });

  test('networks', () => {
    expect(config({ SIGHTLINE_ALLOW_NET: '127.0.0.0/8, ::1/128' }).allowNet).toHaveLength(2);
  });
});

describe('the name that sites see has a contact', () => {
  test.each<[string, NodeJS.ProcessEnv, string]>([
    ['of nobody so far', {}, 'mailto:sightline@localhost'],
    ['the sender of mail', { MAIL_FROM: 'Sightline <told@example.com>' }, 'mailto:told@example.com'],
    ['a bare sender', { MAIL_FROM: 'told@example.com' }, 'mailto:told@example.com'],
    [
      'the web app, before the sender',
      { PUBLIC_URL: 'https://watch.example.com/', MAIL_FROM: 'told@example.com' },
      'https://watch.example.com',
    ],
    [
      'without a password',
      { PUBLIC_URL: 'https://me:pw@watch.example.com/app' },
      'https://watch.example.com/app',
    ],
    ['in visible ASCII only', { MAIL_FROM: 'töld@example.com' }, 'mailto:t%C3%B6ld@example.com'],
  ])('%s', (_, env, contact) => {
    expect(config(env).userAgent).toBe(`Sightline/0.1 (page change monitor; +${contact})`);
  });

  test('unless USER_AGENT says another', () => {
    expect(config({ USER_AGENT: 'Acme/1 (+https://acme.example)' }).userAgent).toBe(
      'Acme/1 (+https://acme.example)',
    );
  });
});

describe('a value that cannot be meant', () => {
  test.each([
    ['DATABASE_URL', 'mysql://db.example/x', 'postgres:// or postgresql://'],
    ['DATABASE_URL', 'db.example:5432', 'postgres:// or postgresql://'],
    ['PORT', '70000', 'a whole number from 1 to 65535'],
    ['SIGHTLINE_LEASE_S', '0', 'a whole number from 1 to 3600'],
    ['FAILPOINT', 'deliver sent', 'a point and what to do there'],
    ['FAILPOINT', 'deliver sent:explode', 'a point and what to do there'],
    ['RESEND_WEBHOOK_SECRET', 'secret', 'starts with whsec_'],
    ['PORT', '3000a', 'a whole number'],
    ['PUBLIC_URL', 'watch.example.com', 'http:// or https://'],
    ['SIGHTLINE_ALLOW_NET', '127.0.0.0/8,10.0.0.300/8', '"10.0.0.300/8" must be a network'],
    ['SIGHTLINE_CONFIRM_AFTER_S', '-1', 'a whole number from 0 to 86400'],
    ['SIGHTLINE_CONFIRM_AFTER_S', '5m', 'a whole number'],
    ['SIGHTLINE_HOST_GAP_MS', '1.5', 'a whole number'],
    ['OPENAI_BASE_URL', 'api.example.com', 'http:// or https://'],
    ['MODEL_BUDGET_USD_PER_DAY', 'free', 'must be an amount such as 2.50'],
    ['MODEL_BUDGET_USD_PER_DAY', '-1', 'must be an amount'],
    ['MODEL_BUDGET_USD_PER_DAY', '0x10', 'must be an amount'],
    ['SMTP_URL', 'mail.example', 'smtp:// or smtps://'],
    ['MAIL_FROM', 'Sightline', 'must be an address'],
    ['MAIL_FROM', 'a@b.example\r\nBcc: c@d.example', 'must be an address'],
    ['USER_AGENT', 'Bötchen', 'plain ASCII'],
    ['USER_AGENT', 'a\r\nCookie: b', 'plain ASCII'],
    ['LOG_LEVEL', 'loud', 'must be one of debug, info, warn, error, silent'],
  ])('%s=%j says what to set', (name, value, words) => {
    const [fault, ...others] = faults({ [name]: value });
    expect(others).toEqual([]);
    expect(fault).toMatch(new RegExp(`^${name}: `));
    expect(fault).toContain(words);
  });

  test('all faults are said at once, in the order of the variables', () => {
    const found = faults({ LOG_LEVEL: 'loud', PORT: '0', DATABASE_URL: 'x', MAIL_FROM: 'y' });
    expect(found.map((fault) => fault.split(':')[0])).toEqual([
      'DATABASE_URL',
      'PORT',
      'MAIL_FROM',
      'LOG_LEVEL',
    ]);
  });

  test('a fault never repeats what may be a password', () => {
    const secret = { DATABASE_URL: 'mysql://me:hunter2@db/x', SMTP_URL: 'http://me:hunter2@mail/' };
    expect(faults(secret).join('\n')).not.toContain('hunter2');
    expect(faults(secret)).toHaveLength(2);
  });
});

describe('what doctor shows', () => {
  test('every variable, those of DESIGN 6 among them, with what it is about and whether it is set', () => {
    const shown = describeConfig({ PORT: '8080' });
    expect(shown.map(({ name }) => name)).toEqual([
      'DATABASE_URL',
      'SIGHTLINE_DATA',
      'PORT',
      'PUBLIC_URL',
      'SIGHTLINE_ALLOW_NET',
      'SIGHTLINE_CONFIRM_AFTER_S',
      'SIGHTLINE_HOST_GAP_MS',
      'OPENAI_API_KEY',
      'OPENAI_BASE_URL',
      'OPENAI_MODEL',
      'MODEL_BUDGET_USD_PER_DAY',
      'RESEND_API_KEY',
      'RESEND_BASE_URL',
      'RESEND_WEBHOOK_SECRET',
      'SMTP_URL',
      'MAIL_FROM',
      'CHROMIUM_PATH',
      'USER_AGENT',
      'SIGHTLINE_LEASE_S',
      'FAILPOINT',
      'LOG_LEVEL',
    ]);
    expect(shown.find(({ name }) => name === 'PORT')).toMatchObject({ value: '8080', set: true });
    expect(shown.find(({ name }) => name === 'LOG_LEVEL')).toMatchObject({ value: 'info', set: false });
    for (const { about } of shown) expect(about).not.toBe('');
  });

  test('secrets are masked, short ones wholly', () => {
    const env = {
      DATABASE_URL: 'postgres://me:hunter2@db.example/x',
      OPENAI_API_KEY: 'sk-abcdefghijklmnop',
      RESEND_API_KEY: 're_short',
      SMTP_URL: 'smtp://me:hunter2@mail.example',
    };
    const text = JSON.stringify(describeConfig(env));
    for (const secret of ['hunter2', 'abcdefgh', 're_short']) expect(text).not.toContain(secret);
    expect(text).toContain('••••••nop');
  });
});
