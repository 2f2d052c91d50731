import type { Kysely } from 'kysely';
import type { AskModel } from '../adapters/ask-model.ts';
import type { FetchPage } from '../adapters/fetch-page.ts';
import type { Jobs } from '../adapters/jobs.ts';
import type { Cidr } from '../core/address/network.ts';
import type { ChannelForm } from '../core/channels/form.ts';
import type { Post } from '../core/channels/post.ts';
import type { SendResult } from '../core/messages/send-result.ts';
import type { Prompt } from '../core/meaning/prompt.ts';
import type { Tables } from '../store/tables.ts';
import type { FailPoint } from './fail-points.ts';

export type Database = Kysely<Tables>;

/** A kind of channel: its form, and the neighbour that sends what the form renders. */
export interface ChannelPort extends ChannelForm {
  send(post: Post): Promise<SendResult>;
}

/** The outside world, handed in: made once in main.ts, replaced by real local servers in tests. */
export interface World {
  readonly fetchPage: FetchPage;
  /** Null: no key is set, and rules write every event. */
  readonly askModel: AskModel | null;
  readonly prompts: { readonly classify: Prompt; readonly instruct: Prompt };
  /** Where people can be told, by kind: how its messages look, and how they are sent. */
  readonly channels: Readonly<Record<string, ChannelPort>>;
  readonly jobs: Jobs;
  /** What links of messages are signed with, 32 random bytes of this database. */
  readonly linkKey: Buffer;
  /** The clock of everything that is due. Leases and host spacing use the database's. */
  now(): Date;
  /** 0 up to 1, for jitter. */
  random(): number;
  sleep(ms: number): Promise<void>;
  /** Hears of bugs that one page brought to light and that the others are shielded from. */
  fault(error: unknown): void;
  /** Passed after each step that leaves something behind. In tests of crashes the process dies here. */
  reach(point: FailPoint): Promise<void>;
  readonly settings: Settings;
}

export interface Settings {
  /** Seconds until the second read (P7). */
  readonly confirmAfterS: number;
  /** Least milliseconds between two visits to one host. */
  readonly hostGapMs: number;
  /** Where people reach the web app, without a trailing slash. */
  readonly publicUrl: string;
  /** Mail goes out to people. False: it is written to files on this machine. */
  readonly mailLeaves: boolean;
  /** Seconds until a visit, or a try of a delivery, whose process died is free again. */
  readonly leaseS: number;
  readonly modelBudgetUsdPerDay: number;
  /** The operator's own networks, which the guard lets through. */
  readonly allowNet: readonly Cidr[];
  /** Hash of the request headers that fetchPage sends; validators hold only under the same one. */
  readonly requestDigest: string;
  /** The name that robots.txt calls us by. */
  readonly productToken: string;
}
