import { z } from 'zod';
import { CHANNEL_NOTICE_KINDS } from '../messages/message.ts';
import { KINDS, NOTICE_KINDS, SEVERITIES } from '../telling.ts';

// What a webhook is posted, as receivers may rely on it. A field may be added under one version; none changes or goes.

const moment = z.iso.datetime();
const address = z.string().max(2100);

const head = {
  version: z.literal(1),
  /** Ours for what is told, not for this delivery: that is the header webhook-id. */
  id: z.string().regex(/^[a-z0-9_]{1,64}$/),
};

const about = {
  competitor: z.string(),
  page: z.strictObject({ id: z.int(), name: z.string(), url: address }),
};

/** Between the two the page changed. */
const occurred = z.strictObject({ last_seen_unchanged: moment, first_seen_changed: moment });

const side = z.string().nullable();

const event = z.strictObject({
  kind: z.enum(KINDS),
  tags: z.array(z.enum(KINDS)),
  severity: z.enum(SEVERITIES),
  severity_reasons: z.array(z.string()),
  headline: z.string(),
  summary: z.string(),
  /** An opinion, not a quote. */
  our_read: side,
  /** The first quote: what most readers want. */
  before: side,
  after: side,
  quotes: z.array(z.strictObject({ place: z.string(), before: side, after: side })),
  /** Quotes that are on the page of the event only. */
  quotes_left: z.int(),
  /** Every quote stood word for word in the two versions; "…" is where a long one was shortened. */
  quotes_verified: z.literal(true),
  numbers: z.array(
    z.strictObject({
      what: z.string(),
      from: side,
      to: side,
      unit: side,
      period: side,
      percent: z.number().nullable(),
    }),
  ),
});

const change = z.strictObject({
  ...head,
  type: z.enum(['change.told', 'change.reversed']),
  /** Of two changes the later has the greater. */
  sequence: z.int(),
  occurred,
  told: moment,
  ...about,
  event,
  /** The event that this one undoes. */
  reverses: z.strictObject({ sequence: z.int(), headline: z.string(), told: moment }).nullable(),
  links: z.strictObject({
    event: address,
    page: address,
    useful: address,
    not_useful: address,
    wrong: address,
    mute_kind: address,
    snooze: address,
    unsubscribe: address,
  }),
});

const corrected = z.strictObject({
  ...head,
  type: z.literal('change.corrected'),
  /** That of the change that was told wrongly. */
  sequence: z.int(),
  occurred,
  ...about,
  event,
  correction: z.strictObject({ reason: z.string(), at: moment }),
  links: z.strictObject({ event: address, page: address }),
});

const notice = z.strictObject({
  ...head,
  type: z.enum(NOTICE_KINDS),
  since: moment,
  last_read: moment.nullable(),
  ...about,
  notice: z.strictObject({
    severity: z.enum(SEVERITIES),
    headline: z.string(),
    advice: side,
    /** Where the page moved to, or the new page. */
    address: address.nullable(),
  }),
  links: z.strictObject({ page: address, ours: address }),
});

const channel = z.strictObject({
  ...head,
  type: z.enum(CHANNEL_NOTICE_KINDS),
  since: moment,
  channel: z.strictObject({ name: z.string(), reason: side, waiting: z.int() }),
  links: z.strictObject({ channels: address }),
});

const trial = z.strictObject({
  ...head,
  type: z.literal('test'),
  sent: moment,
  message: z.string(),
  links: z.strictObject({ timeline: address }),
});

/** The shape of every body, told apart by `type`. */
export const webhookPayload = z.discriminatedUnion('type', [change, corrected, notice, channel, trial]);
export type WebhookPayload = z.infer<typeof webhookPayload>;
export type WebhookEvent = z.infer<typeof event>;
