import { deliverDue, type Delivered } from '../flows/deliver.ts';
import { answer, flagTime, withApp, type Command } from './command.ts';

export const deliver: Command = {
  name: 'deliver',
  usage: '[--at TIME]',
  about: 'send what is due now, with its retries',
  flags: { at: { type: 'string' } },
  takes: [0, 0],
  async run(invocation) {
    const at = flagTime(invocation, 'at');
    return withApp(
      invocation,
      async ({ db, world }) => {
        invocation.terminal.progress('sending');
        const delivered = await deliverDue(db, world);
        answer(invocation, delivered, delivered.length > 0 ? delivered.map(lineOf) : ['Nothing is due.']);
        return 0;
      },
      at,
    );
  },
};

function lineOf({ id, channel, state, error }: Delivered): string {
  return `delivery ${id} to ${channel}: ${state}${error === null ? '' : ` (${error})`}`;
}
