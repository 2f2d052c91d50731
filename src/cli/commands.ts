import { accept } from './accept.ts';
import { account } from './account.ts';
import { add } from './add.ts';
import { channel } from './channel.ts';
import { check } from './check.ts';
import type { Command } from './command.ts';
import { correct } from './correct.ts';
import { deliver } from './deliver.ts';
import { deliveries } from './deliveries.ts';
import { digest } from './digest.ts';
import { doctor } from './doctor.ts';
import { events } from './events.ts';
import { explain } from './explain.ts';
import { focus } from './focus.ts';
import { judge } from './judge.ts';
import { ledger } from './ledger.ts';
import { member } from './member.ts';
import { remove } from './remove.ts';
import { run, serve } from './run.ts';
import { subscribe } from './subscribe.ts';
import { tryUrl } from './try.ts';

/** Every command, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  add,
  remove,
  accept,
  check,
  events,
  ledger,
  explain,
  channel,
  subscribe,
  focus,
  deliver,
  deliveries,
  digest,
  correct,
  account,
  member,
  tryUrl,
  judge,
  doctor,
  run,
  serve,
];
