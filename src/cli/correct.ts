import { counted } from '../core/messages/local-time.ts';
import { correctEvent } from '../flows/correct-event.ts';
import { answer, flagText, Misused, Refused, withApp, type Command } from './command.ts';

export const correct: Command = {
  name: 'correct',
  usage: 'EVENT --because WORDS',
  about: 'say that what was told of an event was wrong, to everybody who was told',
  flags: { because: { type: 'string' } },
  takes: [1, 1],
  async run(invocation) {
    const [event = ''] = invocation.positionals;
    const because = flagText(invocation, 'because');
    if (!/^\d{1,15}$/.test(event))
      throw new Misused('correct takes the number of an event; see: npm run -s sightline -- events');
    if (because === null) throw new Misused('correct needs --because WORDS: why it was wrong');
    return withApp(invocation, async ({ db, world }) => {
      const corrected = await correctEvent(db, world, { eventId: Number(event), because });
      if (!corrected.ok) throw new Refused(corrected.say);
      const { correctionId, channels, withdrawn } = corrected;
      const took =
        withdrawn === 0
          ? []
          : [
              `Withdrawn: ${counted(withdrawn, 'alert')} of it that had not gone out (deliveries lists them).`,
            ];
      answer(invocation, { correction: correctionId, event: Number(event), channels, withdrawn }, [
        `The correction goes to ${counted(channels, 'channel')}.`,
        ...took,
      ]);
      return 0;
    });
  },
};
