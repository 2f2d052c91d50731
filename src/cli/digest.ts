import { deliverDue } from '../flows/deliver.ts';
import { previewDigest, sendDigests } from '../flows/send-digests.ts';
import { answer, flagTime, withApp, type Command } from './command.ts';

export const digest: Command = {
  name: 'digest',
  usage: '[--preview] [--at TIME]',
  about: 'make and send the digests whose hour has come, or show one without sending',
  flags: { preview: { type: 'boolean' }, at: { type: 'string' } },
  takes: [0, 0],
  async run(invocation) {
    const at = flagTime(invocation, 'at');
    const preview = invocation.flags['preview'] === true;
    return withApp(
      invocation,
      async ({ db, world, account }) => {
        if (preview) {
          const { mail, localDate, events } = await previewDigest(db, world, account);
          const { subject, text } = mail;
          answer(invocation, { account: account.name, localDate, subject, events, text }, [
            subject,
            '',
            text,
          ]);
          return 0;
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
