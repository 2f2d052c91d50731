import { homedir } from 'node:os';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseCidr, type Cidr } from './core/address/network.ts';

/** Where the checkout lies: migrations and prompts are read from here. */
export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

export interface Config {
  /** Null: Sightline runs its own PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  readonly port: number;
  readonly publicUrl: string;
  readonly allowNet: readonly Cidr[];
  readonly confirmAfterS: number;
  readonly hostGapMs: number;
  readonly openai: { readonly apiKey: string; readonly baseUrl: string; readonly model: string } | null;
  readonly modelBudgetUsdPerDay: number;
  readonly resend: { readonly apiKey: string; readonly baseUrl: string } | null;
  readonly smtpUrl: string | null;
  /** Resend's webhook of bounces and complaints; null: it is not listened to. */
  readonly resendWebhookSecret: string | null;
  readonly mailFrom: string;
  readonly leaseS: number;
  /** Where the process is to die, in tests of crashes; null: nowhere. */
  readonly failPoint: FailOrder | null;
  readonly chromiumPath: string | null;
  readonly userAgent: string;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
}

type Parsed = { readonly value: unknown } | { readonly fault: string };

interface Variable {
  readonly name: string;
  /** In words, for doctor and README. */
  readonly about: string;
  readonly fallback: string;
  readonly secret?: true;
  readonly parse: (text: string) => Parsed;
}

const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'];

/** Every variable that Sightline reads, in the order of the README. An empty value is no value. */
export const VARIABLES: readonly Variable[] = [
  {
    name: 'DATABASE_URL',
    about: 'PostgreSQL server; empty: our own in the data folder',
    fallback: '',
    secret: true,
    parse: postgres,
  },
  { name: 'SIGHTLINE_DATA', about: 'data folder', fallback: resolve(ROOT, 'data'), parse: folder },
  { name: 'PORT', about: 'port of the web app', fallback: '3000', parse: whole(1, 65_535) },
  {
    name: 'PUBLIC_URL',
    about: 'where links in mails lead; empty: http://localhost:PORT',
    fallback: '',
    parse: urlOf('http', 'https'),
  },
  {
    name: 'SIGHTLINE_ALLOW_NET',
    about: 'networks the guard lets through, as 127.0.0.0/8,10.1.0.0/16',
    fallback: '',
    parse: networks,
  },
  {
    name: 'SIGHTLINE_CONFIRM_AFTER_S',
    about: 'seconds until the second read',
    fallback: '300',
    parse: whole(0, 86_400),
  },
  {
    name: 'SIGHTLINE_HOST_GAP_MS',
    about: 'least milliseconds between two visits to one host',
    fallback: '5000',
    parse: whole(0, 3_600_000),
  },
  {
    name: 'OPENAI_API_KEY',
    about: 'key of the model; empty: rules write every event',
    fallback: '',
    secret: true,
    parse: text,
  },
  {
    name: 'OPENAI_BASE_URL',
    about: 'origin of the model',
    fallback: 'https://api.openai.com/v1',
    parse: urlOf('http', 'https'),
  },
  { name: 'OPENAI_MODEL', about: 'name of the model', fallback: 'gpt-5-mini', parse: text },
  {
    name: 'MODEL_BUDGET_USD_PER_DAY',
    about: 'most that the model may cost a day, in US dollars',
    fallback: '1',
    parse: amount,
  },
  { name: 'RESEND_API_KEY', about: 'key for mail through Resend', fallback: '', secret: true, parse: text },
  {
    name: 'RESEND_BASE_URL',
    about: 'origin of Resend',
    fallback: 'https://api.resend.com',
    parse: urlOf('http', 'https'),
  },
  {
    name: 'RESEND_WEBHOOK_SECRET',
    about: 'secret of the webhook by which Resend reports bounces, whsec_…; empty: none is taken',
    fallback: '',
    secret: true,
    parse: webhookSecret,
  },
  {
    name: 'SMTP_URL',
    about: 'mail server, used without a Resend key',
    fallback: '',
    secret: true,
    parse: urlOf('smtp', 'smtps'),
  },
  {
    name: 'MAIL_FROM',
    about: 'sender of all mail',
    fallback: 'Sightline <sightline@localhost>',
    parse: mailFrom,
  },
  { name: 'CHROMIUM_PATH', about: 'browser for pages that need one', fallback: '', parse: folder },
  {
    name: 'USER_AGENT',
    about:
      'how Sightline names itself to sites; empty: Sightline/0.1 with PUBLIC_URL, else MAIL_FROM, as contact',
    fallback: '',
    parse: headerText,
  },
  {
    name: 'SIGHTLINE_LEASE_S',
    // Looked for nine times a lease, so that what a dead process held goes on within 90 s (delivery.md).
    about:
      'seconds until what a dead process held is free again; 80 or more in use, less in tests of crashes',
    fallback: '80',
    parse: whole(1, 3600),
  },
  {
    name: 'FAILPOINT',
    about: 'where to die, as NAME:kill or NAME:kill:TIME, in tests of crashes; empty: nowhere',
    fallback: '',
    parse: failPoint,
  },
  { name: 'LOG_LEVEL', about: LEVELS.join(', '), fallback: 'info', parse: oneOf(LEVELS) },
];

export type ConfigResult =
  | { readonly ok: true; readonly config: Config }
  /** One sentence a fault, each naming the variable and what to set. */
  | { readonly ok: false; readonly faults: readonly string[] };

/** Reads and checks the environment once; all faults are reported together. The result is frozen. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): ConfigResult {
  const faults: string[] = [];
  const values = new Map<string, unknown>();
  for (const variable of VARIABLES) {
    const given = env[variable.name]?.trim() ?? '';
    const parsed =
      given === '' && variable.fallback === '' ? { value: null } : variable.parse(given || variable.fallback);
    if ('fault' in parsed) faults.push(`${variable.name}: ${parsed.fault}`);
    else values.set(variable.name, parsed.value);
  }
  if (faults.length > 0) return { ok: false, faults };
  return { ok: true, config: Object.freeze(build((name) => values.get(name) as never)) };
}

function build(get: <T>(name: string) => T): Config {
  const port = get<number>('PORT');
  const openaiKey = get<string | null>('OPENAI_API_KEY');
  const resendKey = get<string | null>('RESEND_API_KEY');
  return {
    databaseUrl: get('DATABASE_URL'),
    dataDir: get('SIGHTLINE_DATA'),
    port,
    publicUrl: (get<string | null>('PUBLIC_URL') ?? `http://localhost:${port}`).replace(/\/+$/, ''),
    allowNet: get<readonly Cidr[] | null>('SIGHTLINE_ALLOW_NET') ?? [],
    confirmAfterS: get('SIGHTLINE_CONFIRM_AFTER_S'),
    hostGapMs: get('SIGHTLINE_HOST_GAP_MS'),
    openai:
      openaiKey === null
        ? null
        : { apiKey: openaiKey, baseUrl: get('OPENAI_BASE_URL'), model: get('OPENAI_MODEL') },
    modelBudgetUsdPerDay: get('MODEL_BUDGET_USD_PER_DAY'),
    resend: resendKey === null ? null : { apiKey: resendKey, baseUrl: get('RESEND_BASE_URL') },
    smtpUrl: get('SMTP_URL'),
    resendWebhookSecret: get('RESEND_WEBHOOK_SECRET'),
    mailFrom: get('MAIL_FROM'),
    leaseS: get('SIGHTLINE_LEASE_S'),
    failPoint: get('FAILPOINT'),
    chromiumPath: get('CHROMIUM_PATH'),
    userAgent: get<string | null>('USER_AGENT') ?? honestName(get('PUBLIC_URL'), get('MAIL_FROM')),
    logLevel: get('LOG_LEVEL'),
  };
}

/** Who we are, and where a site can reach whoever runs us. Only visible ASCII can stand in a header; no password should. */
function honestName(publicUrl: string | null, mailFrom: string): string {
  const [, address = mailFrom] = /<([^<>]+)>$/.exec(mailFrom) ?? [];
  const page = publicUrl === null ? null : new URL(publicUrl);
  const contact = page === null ? `mailto:${address}` : `${page.origin}${page.pathname}`.replace(/\/+$/, '');
  const visible = contact.toWellFormed().replaceAll(/[^\x21-\x7e]/gu, encodeURIComponent);
  return `Sightline/0.1 (page change monitor; +${visible.slice(0, 150)})`;
}

/** What `doctor` shows of each variable: set or not, secrets masked. */
export function describeConfig(
  env: NodeJS.ProcessEnv = process.env,
): readonly { name: string; value: string; set: boolean; about: string }[] {
  return VARIABLES.map(({ name, fallback, secret, about }) => {
    const given = env[name]?.trim() ?? '';
    const shown =
      given !== '' && secret === true ? `${'•'.repeat(6)}${given.length > 12 ? given.slice(-3) : ''}` : given;
    return { name, value: shown || fallback, set: given !== '', about };
  });
}

function text(value: string): Parsed {
  return { value };
}

function folder(value: string): Parsed {
  return { value: resolve(value.replace(/^~(?=\/|$)/, homedir())) };
}

function whole(least: number, most: number) {
  return (value: string): Parsed => {
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= least && number <= most) return { value: number };
    return { fault: `"${value}" must be a whole number from ${least} to ${most}` };
  };
}

function amount(value: string): Parsed {
  if (/^\d+(?:\.\d+)?$/.test(value)) return { value: Number(value) };
  return { fault: `"${value}" must be an amount such as 2.50, or 0 to use no model` };
}

/** The value is not repeated in the fault: it may hold a password. */
function urlOf(...schemes: readonly string[]) {
  return (value: string): Parsed => {
    const url = URL.parse(value);
    if (url !== null && schemes.some((scheme) => url.protocol === `${scheme}:`)) return { value };
    return {
      fault: `must be an address that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
    };
  };
}

/** A Unix socket's host is empty, `postgres://user@/name?host=/folder`: every PostgreSQL client takes it, URL does not. */
function postgres(value: string): Parsed {
  const parsed = urlOf('postgres', 'postgresql')(value.replace('@/', '@socket/'));
  return 'fault' in parsed ? parsed : { value };
}

function networks(value: string): Parsed {
  const parts = value.split(',').map((part) => part.trim());
  const bad = parts.find((part) => parseCidr(part) === null);
  if (bad !== undefined) return { fault: `"${bad}" must be a network such as 10.0.0.0/8` };
  return { value: parts.map(parseCidr) };
}

/** RFC 9110 5.5: a header value holds no line break; ours holds visible ASCII only. */
function headerText(value: string): Parsed {
  if (/^[\x20-\x7e]{1,200}$/.test(value)) return { value };
  return { fault: 'must be up to 200 plain ASCII characters' };
}

function mailFrom(value: string): Parsed {
  if (/^[^\r\n<>]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/.test(value)) return { value };
  return { fault: `"${value}" must be an address such as Sightline <told@example.com>` };
}

function webhookSecret(value: string): Parsed {
  if (/^whsec_[A-Za-z0-9+/]{16,}={0,2}$/.test(value)) return { value };
  return { fault: 'must be a secret that starts with whsec_, as Resend shows it beside its webhook' };
}

/** The process to kill itself at the n-th passing of a point, or stand still there (SIGSTOP). */
export interface FailOrder {
  readonly point: string;
  readonly how: 'kill' | 'stop';
  readonly time: number;
}

function failPoint(value: string): Parsed {
  const [, point, how, time = '1'] = /^([a-z ]+):(kill|stop)(?::(\d{1,4}))?$/.exec(value) ?? [];
  if (point !== undefined) return { value: { point, how, time: Number(time) } };
  return { fault: `"${value}" must be a point and what to do there, such as "deliver sent:kill"` };
}

function oneOf(words: readonly string[]) {
  return (value: string): Parsed =>
    words.includes(value) ? { value } : { fault: `"${value}" must be one of ${words.join(', ')}` };
}
