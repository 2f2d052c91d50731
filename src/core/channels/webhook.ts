import { parseServiceAddress } from '../address/address.ts';
import { clip, oneLine } from '../messages/inert.ts';
import type {
  AlertInput,
  AlertItem,
  ChannelNoticeInput,
  CorrectionInput,
  NoticeInput,
  PageNames,
  Reader,
} from '../messages/message.ts';
import { TEST_SENTENCE } from '../messages/notice-words.ts';
import { eventAddress, factOf } from '../messages/wording.ts';
import type { ToldEvent } from '../told-event.ts';
import type { ChannelForm } from './form.ts';
import { theOnly } from './one-event.ts';
import { showSecretAddress } from './service-address.ts';
import { type Evidence, EVIDENCE, eventPayload } from './webhook-event.ts';
import type { WebhookPayload } from './webhook-payload.ts';

const OWN_SERVICE = {
  isAt: ({ protocol }: URL) => protocol === 'https:',
  say: 'A webhook address starts with https://: what we tell is signed, not sealed.',
};

/** Standard Webhooks asks for bodies under 20 kB. */
const MOST_BYTES = 19_000;

/** A program of the account's own, by Standard Webhooks. It knows a repeat by its id, so each event is a message of its own. */
export const webhookForm: ChannelForm<WebhookPayload> = {
  kind: 'webhook',
  takes: 'URL',
  knowsRepeats: true,
  signs: true,
  gathers: false,
  digestByDefault: false,
  readAddress(given, allow) {
    const parsed = parseServiceAddress(given, OWN_SERVICE, allow);
    if (!parsed.ok) return { ok: false, say: parsed.say };
    parsed.url.hash = '';
    return { ok: true, address: parsed.url.href };
  },
  showAddress: (address) => showSecretAddress(address),
  alert: (input) => within((evidence) => changePayload(input, theOnly(input.items), evidence)),
  correction: (input) => within((evidence) => correctedPayload(input, evidence)),
  notice: noticePayload,
  channelNotice: channelPayload,
  test: ({ now, publicUrl }) => ({
    version: 1,
    type: 'test',
    id: `test_${now.getTime()}`,
    sent: now.toISOString(),
    message: TEST_SENTENCE,
    links: { timeline: publicUrl },
  }),
  digest: null,
  markAsRepeat: (message) => message,
};

function within(write: (evidence: Evidence) => WebhookPayload): WebhookPayload {
  const fits = (payload: WebhookPayload) =>
    new TextEncoder().encode(JSON.stringify(payload)).length <= MOST_BYTES;
  for (const evidence of EVIDENCE) {
    const payload = write(evidence);
    if (fits(payload)) return payload;
  }
  return write(EVIDENCE[EVIDENCE.length - 1] as Evidence);
}

function changePayload(input: AlertInput, item: AlertItem, evidence: Evidence): WebhookPayload {
  const { event, links, reverses } = item;
  return {
    version: 1,
    type: event.returns === 'reversal' ? 'change.reversed' : 'change.told',
    id: `event_${event.id}`,
    sequence: event.id,
    occurred: occurredOf(event),
    told: event.toldAt.toISOString(),
    ...aboutOf(item, event.pageId),
    event: eventPayload(event, item, evidence),
    reverses: reverses && {
      sequence: reverses.id,
      headline: factOf(reverses.headline),
      told: reverses.toldAt.toISOString(),
    },
    links: {
      event: eventAddress(input, event.id),
      page: oneLine(item.storedUrl),
      useful: links.useful,
      not_useful: links.notUseful,
      wrong: links.wrong,
      mute_kind: links.muteKind,
      snooze: links.snooze,
      unsubscribe: links.unsubscribe,
    },
  };
}

function correctedPayload(input: CorrectionInput, evidence: Evidence): WebhookPayload {
  const { event, correctedAt } = input;
  return {
    version: 1,
    type: 'change.corrected',
    id: `correction_${event.id}_${correctedAt.getTime()}`,
    sequence: event.id,
    occurred: occurredOf(event),
    ...aboutOf(input, event.pageId),
    correction: { reason: clip(oneLine(input.reason), 600), at: correctedAt.toISOString() },
    event: eventPayload(event, event, evidence),
    links: { event: eventAddress(input, event.id), page: oneLine(input.storedUrl) },
  };
}

function noticePayload(input: NoticeInput): WebhookPayload {
  const { notice, lastReadAt } = input;
  return {
    version: 1,
    type: notice.kind,
    id: `notice_${notice.id}`,
    since: notice.since.toISOString(),
    last_read: lastReadAt?.toISOString() ?? null,
    ...aboutOf(input, notice.pageId),
    notice: {
      severity: notice.severity,
      headline: clip(oneLine(notice.headline), 300),
      advice: notice.advice === null ? null : clip(oneLine(notice.advice), 600),
      address: notice.address === null ? null : oneLine(notice.address),
    },
    links: { page: oneLine(input.storedUrl), ours: pageAddress(input, notice.pageId) },
  };
}

function channelPayload({ kind, channel, since, reason, waiting, link }: ChannelNoticeInput): WebhookPayload {
  return {
    version: 1,
    type: kind,
    id: `${kind.replace('.', '_')}_${since.getTime()}`,
    since: since.toISOString(),
    channel: {
      name: clip(oneLine(channel), 300),
      reason: reason === null ? null : clip(oneLine(reason), 300),
      waiting,
    },
    links: { channels: link },
  };
}

function occurredOf({ window }: ToldEvent) {
  return {
    last_seen_unchanged: window.from.toISOString(),
    first_seen_changed: window.to.toISOString(),
  };
}

function aboutOf({ competitor, pageName, storedUrl }: PageNames, id: number) {
  const name = (text: string) => clip(oneLine(text), 200);
  return { competitor: name(competitor), page: { id, name: name(pageName), url: oneLine(storedUrl) } };
}

function pageAddress({ publicUrl }: Reader, id: number): string {
  return `${publicUrl.replace(/\/+$/, '')}/pages/${id}`;
}
