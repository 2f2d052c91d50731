import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import type { App } from '../../cli/command.ts';
import { readMailReport } from '../../core/messages/mail-report.ts';
import { hearOfMail } from '../../flows/hear-of-mail.ts';

/** A report holds an address and what a mail server said; a body beyond this is none. */
const MOST_BYTES = 256 * 1024;

/** Resend signs by Standard Webhooks, under the names that its carrier (Svix) gave the headers first. */
const HEADERS = ['id', 'timestamp', 'signature'] as const;

/**
 * POST /hooks/resend: Resend reports addresses that bounced or complained. Without a secret nobody's word is taken. A
 * report that is taken twice is as taken once, so that repeats need no memory; one sent more than five minutes ago is
 * refused.
 * @param onWarning hears of reports whose address cannot be read: Resend would only repeat them
 */
export function hookRoutes(web: Hono, { db, world, config }: App, onWarning: (say: string) => void): void {
  const { resendWebhookSecret: secret } = config;
  if (secret === null) return;
  const limit = bodyLimit({
    maxSize: MOST_BYTES,
    onError: (c) => c.text('This is longer than any report.', 413),
  });

  web.post('/hooks/resend', limit, async (c) => {
    const body = Buffer.from(await c.req.arrayBuffer());
    if (!isSigned(c, body, secret)) return c.text('The signature does not hold.', 401);
    const read = readMailReport(body.toString('utf8'));
    if (read === null) return c.text('This is no report that we can read.', 400);
    const at = happenedAt(c, read.at);
    for (const report of read.addresses) await hearOfMail(db, world, { ...report, at });
    for (const unread of read.unread)
      onWarning(`Resend reported an address that cannot be read (${unread}); nothing was suppressed.`);
    return c.body(null, 204);
  });
}

/** When it happened: at the latest when its signature was made. A time before 1970 is nonsense that no database has to take. */
function happenedAt(c: Context, said: Date | null): Date {
  const signedMs = Number.parseInt(c.req.header('svix-timestamp') ?? '', 10) * 1000;
  return new Date(Math.max(0, Math.min(said?.getTime() ?? signedMs, signedMs)));
}

/** Over the bytes as they came (Standard Webhooks 1.0); the library allows five minutes between its clock and ours. */
function isSigned(c: Context, body: Buffer, secret: string): boolean {
  const headers = HEADERS.map((name) => [`webhook-${name}`, c.req.header(`svix-${name}`) ?? '']);
  try {
    new Webhook(secret).verify(body, Object.fromEntries(headers), { jsonParse: false });
    return true;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false;
    throw error;
  }
}
