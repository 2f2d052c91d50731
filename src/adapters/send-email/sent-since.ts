import type { Resend } from 'resend';
import type { OutgoingMail } from '../send-email.ts';

/** 100 a page: as many mails as a busy account sends in the three days that a delivery is tried. */
const MOST_PAGES = 20;
/** Resend's clock and ours may differ. */
const SLACK_MS = 60_000;

/**
 * Looks among the mails that Resend has sent for one that may have arrived under a key it has forgotten since: the same
 * subject to the same address, no older than the try.
 * @returns its id; null: it did not arrive, or Resend does not say (then a second mail is the lesser evil)
 */
export async function sentSince(resend: Resend, mail: OutgoingMail, since: Date): Promise<string | null> {
  let after: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { data } = await resend.emails.list(after === undefined ? { limit: 100 } : { limit: 100, after });
    if (!Array.isArray(data?.data)) return null;
    const found = data.data.find(
      ({ to, subject, created_at: at }) =>
        subject === mail.subject && [to].flat().includes(mail.to) && Date.parse(at) >= +since - SLACK_MS,
    );
    if (found !== undefined) return found.id;
    const last = data.data.at(-1);
    if (!data.has_more || last === undefined || Date.parse(last.created_at) < +since - SLACK_MS) return null;
    after = last.id;
  }
  return null;
}
