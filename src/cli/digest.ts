import { deliverDue } from '../flows/deliver.ts';
import { previewDigest, sendDigestNow, sendDigests } from '../flows/send-digests.ts';
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
              : [`The next one is that of ${next.date}, made at ${next.at.toISOString()}.`]),
          ]);
          return 0;
        }
        if (atOnce) {
          const channels = await sendDigestNow(db, world, account);
          await deliverDue(db, world);
          const none =
            'No channel takes digests. Next: npm run -s sightline -- channel add email you@example.com';
          answer(invocation, { channels }, [
            channels === 0
              ? none
              : `Sent now to ${channels} channels; the next usual digest is not changed by it.`,
          ]);
          return channels === 0 ? 1 : 0;
        }
        const sent = await sendDigests(db, world);
        await deliverDue(db, world);
        const lines = sent.map((d) =>
          d.subject === null
            ? `${d.localDate}: a quiet day, nothing is sent.`
            : `${d.localDate}: ${d.subject} (${d.channels} channels)`,
        );
        answer(
          invocation,
          sent,
          lines.length > 0 ? lines : ["No digest is due: it is made once a day, at the account's hour."],
        );
        return 0;
      },
      at,
    );
  },
};
