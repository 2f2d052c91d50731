import { existsSync } from 'node:fs';
import { describeConfig, type Config } from '../config.ts';
import { productToken } from '../core/http/robots-rules.ts';
import { examineModel } from '../flows/doctor-model.ts';
import { examine, ill, well, type Finding } from '../flows/doctor.ts';
import { publicWords } from '../web/public-part.ts';
import { answer, type Command } from './command.ts';

export const doctor: Command = {
  name: 'doctor',
  usage: '',
  about: 'look at everything that can be wrong, say what mends it, change nothing',
  flags: {},
  takes: [0, 0],
  async run(invocation) {
    const { config } = invocation;
    const settings = describeConfig();
    const findings = [
      ...(await database(invocation)),
      web(config),
      name(config),
      browser(config),
      mail(config),
    ];
    const lines = [
      ...findings.flatMap(({ ok, name, say, fix }) => [
        `${ok ? 'ok  ' : 'look'} ${name}: ${say}`,
        ...(fix === null ? [] : [`     To mend it: ${fix}`]),
      ]),
      'Settings:',
      ...settings.map(
        ({ name, value, set }) =>
          `  ${name.padEnd(26)}${value === '' ? 'not set' : value}${set ? '' : ' (default)'}`,
      ),
    ];
    answer(invocation, { findings, settings }, lines);
    return findings.some(({ name, ok }) => name === 'database' && !ok) ? 1 : 0;
  },
};

async function database(invocation: Parameters<Command['run']>[0]): Promise<readonly Finding[]> {
  const opened = await invocation.open();
  if (!opened.ok) return [ill('database', 'it cannot be used', opened.say)];
  const { app } = opened;
  try {
    const whose =
      app.config.databaseUrl === null ? `our own, in ${app.config.dataDir}` : 'the one in DATABASE_URL';
    return [
      well('database', `${whose}; migrations are up to date`),
      ...(await examine(app.db, { now: app.world.now(), mailLeaves: app.world.settings.mailLeaves })),
      await examineModel(app.db, { ...app.config, now: app.world.now() }),
    ];
  } finally {
    await app.close();
  }
}

const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

function browser({ chromiumPath }: Config): Finding {
  const found = [chromiumPath, ...BROWSERS].find((path) => path !== null && existsSync(path));
  if (chromiumPath !== null && found !== chromiumPath) {
    return ill(
      'browser',
      `CHROMIUM_PATH names ${chromiumPath}, where no file is`,
      'set CHROMIUM_PATH to a Chromium, or empty it',
    );
  }
  return well(
    'browser',
    found === undefined
      ? 'none found; every page is judged by its plain HTML'
      : `${found}; pages are judged by their plain HTML so far`,
  );
}

function web({ port, publicUrl }: Config): Finding {
  const open = publicWords(publicUrl);
  const here = `http://localhost:${port}, for this machine only, until there is sign-in`;
  return well('web', open === null ? here : `http://localhost:${port}. ${open}`);
}

/** An honest name has a contact, so that a site that minds our visits can say so. */
function name({ userAgent }: Config): Finding {
  const known = `${userAgent}; robots.txt may call us ${productToken(userAgent)}`;
  const contact = /https?:\/\/(?!localhost|127\.)|@(?!localhost\b)[\w-]/i.test(userAgent);
  if (contact) return well('name', known);
  return ill(
    'name',
    `${known}. That names no contact, so a site that minds our visits has nobody to write to`,
    'set PUBLIC_URL or MAIL_FROM to yours, or USER_AGENT to a name with a contact',
  );
}

function mail({ resend, smtpUrl, mailFrom, dataDir, ...config }: Config): Finding {
  if (resend === null && smtpUrl === null)
    return well('mail', `no key: mails are written to ${dataDir}/mails`);
  const by = resend === null ? 'SMTP' : 'Resend';
  if (mailFrom.includes('localhost'))
    return ill(
      'mail',
      `${by} is set, but mail would come from ${mailFrom}`,
      'set MAIL_FROM to an address of your own domain',
    );
  // RFC 8058: the link that a mailbox offers as its own button has to be https.
  if (!config.publicUrl.startsWith('https:'))
    return ill(
      'mail',
      `${by}, from ${mailFrom}, but its links lead to ${config.publicUrl}, where its readers are not`,
      'set PUBLIC_URL to the https address that readers of mail can open',
    );
  if (resend !== null && config.resendWebhookSecret === null)
    return ill(
      'mail',
      `Resend, from ${mailFrom}, but nobody hears of bounces and complaints`,
      `add a webhook at Resend to ${config.publicUrl}/hooks/resend, and set RESEND_WEBHOOK_SECRET`,
    );
  return well('mail', `${by}, from ${mailFrom}`);
}
