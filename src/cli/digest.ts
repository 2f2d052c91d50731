import { dayWords } from '../core/digest-days.ts';
import { counted, dayAndTime, zoneOf } from '../core/messages/local-time.ts';
import { deliverDue } from '../flows/deliver.ts';
import { previewDigest, sendDigestNow, sendDigests, type DigestNow } from '../flows/send-digests.ts';
import type { Account } from '../store/accounts.ts';
import { clockOf } from './times.ts';
import { answer, flagTime, Misused, withApp, type Command } from './command.ts';

export const digest: Command = {
  name: 'digest',
  usage: '[--preview | --now] [--at TIME]',
  about:
    'make and send the digests whose hour has come; show one without sending, or send one now beside the usual ones',
  flags: { preview: { type: 'boolean' }, now: { type: 'boolean' }, at: { type: 'string' } },
  takes: [0, 0],
  async run(invocation) {
    const at = flagTime(invocation, 'at');
    const preview = invocation.flags['preview'] === true;
    const atOnce = invocation.flags['now'] === true;
    if (preview && atOnce) throw new Misused('digest takes --preview or --now, not both');
    return withApp(
      invocation,
      async ({ db, world, account }) => {
        if (preview) {
          const { mail, localDate, events, next } = await previewDigest(db, world, account);
          const { subject, text } = mail;
          answer(invocation, { account: account.name, localDate, subject, events, text, next }, [
            subject,
            '',
            text,
            ...(next === null
              ? []
              : [`The next one is that of ${next.date}, made at ${clockOf(account).sentence(next.at)}.`]),
          ]);
          return 0;
        }
        if (atOnce) {
          const made = await sendDigestNow(db, world, account);
          await deliverDue(db, world);
          answer(invocation, made, nowLines(made, account));
          return made.channels === 0 && made.nothingSince === null ? 1 : 0;
        }
        const sent = await sendDigests(db, world);
        await deliverDue(db, world);
        const lines = sent.map((d) =>
          d.subject === null
            ? `${d.localDate}: a quiet day, nothing is sent.`
            : `${d.localDate}: ${d.subject} (${counted(d.channels, 'channel')})`,
        );
        answer(invocation, sent, lines.length > 0 ? lines : [noneWords(account)]);
        return 0;
      },
      at,
    );
  },
};

function nowLines({ channels, leftOut, nothingSince }: DigestNow, { timeZone }: Account): readonly string[] {
  if (nothingSince !== null)
    return [
      `Nothing is new since ${dayAndTime(nothingSince, zoneOf(timeZone))}: no change, and no check. Nothing is sent.`,
    ];
  if (channels + leftOut === 0)
    return ['No channel takes digests. Next: npm run -s sightline -- channel add email you@example.com'];
  const out =
    leftOut === 0
      ? []
      : [
          `Not sent to ${counted(leftOut, 'channel')}: a rule leaves all of this out there (see: channel list).`,
        ];
  if (channels === 0) return out;
  return [`Sent now to ${counted(channels, 'channel')}; the next usual digest is not changed by it.`, ...out];
}

function noneWords({ digestDays, digestHour, timeZone }: Account): string {
  const hour = `${String(digestHour).padStart(2, '0')}:00`;
  return `No digest is due: it is made ${dayWords(digestDays)} at ${hour} (${timeZone}).`;
}
