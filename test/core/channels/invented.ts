import type { Place } from '../../../src/core/block.ts';
import type {
  AlertInput,
  AlertItem,
  ChannelNoticeInput,
  CorrectionInput,
  DigestInput,
  NoticeInput,
  TestInput,
} from '../../../src/core/messages/message.ts';
import type { Quote, Some } from '../../../src/core/telling.ts';
import type { ToldEvent } from '../../../src/core/told-event.ts';
import { adviceFor } from '../../../src/core/watch/advice.ts';

/** Invented companies, pages and prices. */

export function quote(
  before: string | null,
  after: string | null,
  headings: readonly string[] = ['Pricing', 'Crew'],
): Quote {
  const place: Place = { role: 'p', region: 'main', headings };
  return { place, before, after };
}

export function event(change: Partial<ToldEvent> = {}): ToldEvent {
  return {
    id: 41,
    pageId: 7,
    url: 'https://kettleworks.example/pricing/',
    site: 'kettleworks.example',
    kind: 'pricing.price',
    tags: ['pricing.limit'],
    severity: 'high',
    severityReasons: ['default of pricing.price: high'],
    headline: 'Crew $24 → $30 per seat/mo (+25%)',
    summary: 'The Crew plan goes from $24 to $30 per seat a month, and boards are now limited to 20.',
    ourRead: 'Crew now costs $2 more than your $28 plan; it was $4 less.',
    action: null,
    numbers: [{ what: 'Crew', from: '$24', to: '$30', unit: 'seat', period: 'month', percent: 25 }],
    quotes: [
      quote('$24 per seat / month, billed yearly', '$30 per seat / month, billed yearly'),
      quote('Unlimited boards', 'Up to 20 boards'),
    ],
    writtenBy: 'model',
    window: { from: new Date('2027-02-02T08:10:00Z'), to: new Date('2027-02-02T14:10:00Z') },
    confirmedAt: new Date('2027-02-02T14:15:00Z'),
    toldAt: new Date('2027-02-02T14:16:00Z'),
    returns: null,
    reversesEventId: null,
    ...change,
  };
}

export const READER = { timeZone: 'Europe/Lisbon', publicUrl: 'https://watch.example' };

export const PRICING = {
  competitor: 'Kettleworks',
  pageName: 'Pricing',
  storedUrl: 'https://kettleworks.example/pricing/',
};

const WAYS_OUT = { oneClick: 'https://watch.example/u/one', all: 'https://watch.example/u/all' };

export function item(change: Partial<AlertItem> = {}, ofEvent: Partial<ToldEvent> = {}): AlertItem {
  const told = event(ofEvent);
  const link = (name: string): string => `https://watch.example/m/${told.id}.${name}.k3Zt9Qx1`;
  return {
    ...PRICING,
    event: told,
    severity: 'critical',
    severityReasons: [...told.severityReasons, 'your word “Crew”: critical'],
    why: 'You asked to be told at once from high.',
    history: [],
    reverses: null,
    links: {
      useful: link('useful'),
      notUseful: link('not-useful'),
      wrong: link('wrong'),
      muteKind: link('mute'),
      snooze: link('snooze'),
      unsubscribe: link('unsubscribe'),
    },
    ...change,
  };
}

export function alert(items: Some<AlertItem> = [item()], change: Partial<AlertInput> = {}): AlertInput {
  return {
    ...READER,
    competitor: items[0].competitor,
    items,
    thread: { id: 'alert.41.5f0c@watch.example', root: 'alert.41.5f0c@watch.example', follows: null },
    waysOut: WAYS_OUT,
    late: false,
    ...change,
  };
}

export function gathered(count = 5): AlertInput {
  const others = [
    ['pricing.limit', 'high', 'boards limited to 20 on Crew', 'Pricing'],
    ['positioning.message', 'medium', 'headline now “Boil less, ship more”', 'Home'],
    ['hiring', 'low', 'two roles opened: Support engineer, Account executive', 'Careers'],
    ['docs', 'low', 'API version 3 documented', 'Docs'],
  ] as const;
  const rest = Array.from({ length: count - 1 }, (_, index) => {
    const [kind, severity, headline, pageName] = others[index % others.length]!;
    return item({ pageName, severity }, { id: 42 + index, kind, headline, ourRead: null, tags: [] });
  });
  return alert([item(), ...rest]);
}

export function later(): AlertInput {
  const follows = {
    id: 41,
    toldAt: new Date('2027-02-02T14:16:00Z'),
    headline: 'Crew $24 → $30 per seat/mo (+25%)',
  };
  const next = item(
    { severity: 'high' },
    {
      id: 48,
      kind: 'pricing.terms',
      tags: [],
      headline: 'free trial 30 → 14 days',
      summary: 'The free trial lasts 14 days; it was 30.',
      ourRead: null,
      quotes: [quote('Free for 30 days', 'Free for 14 days')],
      toldAt: new Date('2027-02-02T14:51:00Z'),
    },
  );
  return alert([next], {
    thread: { id: 'alert.48.77aa@watch.example', root: 'alert.41.5f0c@watch.example', follows },
  });
}

export function reversal(): AlertInput {
  const first = { id: 33, toldAt: new Date('2026-11-20T09:00:00Z'), headline: '14-day trial → 45 days' };
  const back = item(
    { severity: 'high', reverses: first, history: [first] },
    {
      id: 58,
      kind: 'pricing.terms',
      tags: [],
      headline: 'the free trial is back to 14 days',
      summary: 'The 45-day trial is gone.',
      ourRead: null,
      quotes: [
        quote('Try everything free for 45 days', 'Try everything free for 14 days', ['Plans', 'Start']),
      ],
      writtenBy: 'rules',
      window: { from: new Date('2026-11-24T06:05:00Z'), to: new Date('2026-11-24T12:05:00Z') },
      confirmedAt: new Date('2026-11-24T12:10:00Z'),
      toldAt: new Date('2026-11-24T12:10:00Z'),
      returns: 'reversal',
      reversesEventId: 33,
    },
  );
  return alert([back], {
    thread: { id: 'alert.58.1@watch.example', root: 'alert.33.1@watch.example', follows: first },
  });
}

export function correction(change: Partial<CorrectionInput> = {}): CorrectionInput {
  return {
    ...READER,
    ...PRICING,
    event: event(),
    reason: 'The $30 is the price for monthly billing; by the year Crew still costs $24.',
    correctedAt: new Date('2027-02-03T09:30:00Z'),
    thread: { id: 'correction.41.1@watch.example', root: 'alert.41.5f0c@watch.example', follows: null },
    waysOut: WAYS_OUT,
    ...change,
  };
}

export function notice(change: Partial<NoticeInput> = {}): NoticeInput {
  return {
    ...READER,
    competitor: 'Oxbow Mail',
    pageName: 'Pricing',
    storedUrl: 'https://oxbowmail.example/pricing',
    notice: {
      advice: adviceFor('bot wall'),
      address: null,
      id: 3,
      pageId: 9,
      url: 'https://oxbowmail.example/pricing',
      kind: 'page.unreadable',
      severity: 'medium',
      headline: 'We cannot read the page (status 403, a bot wall)',
      since: new Date('2027-01-31T03:10:00Z'),
      createdAt: new Date('2027-02-01T03:15:00Z'),
    },
    lastReadAt: new Date('2027-01-30T21:10:00Z'),
    everySeconds: 6 * 3600,
    waysOut: WAYS_OUT,
    ...change,
  };
}

export function moved(): NoticeInput {
  const { notice: told } = notice();
  return notice({ notice: { ...told, kind: 'page.moved', address: 'https://oxbowmail.example/plans' } });
}

export function channelNotice(change: Partial<ChannelNoticeInput> = {}): ChannelNoticeInput {
  return {
    ...READER,
    kind: 'channel.failing',
    channel: 'Slack hooks.slack.com/…4Xy2',
    since: new Date('2027-02-01T08:20:00Z'),
    reason: 'Slack: no_service (404)',
    waiting: 3,
    link: 'https://watch.example/channels',
    ...change,
  };
}

export function digest(change: Partial<DigestInput> = {}): DigestInput {
  const told = (competitor: string, change: Partial<ToldEvent>) => ({
    event: event(change),
    severity: change.severity ?? 'high',
    competitor,
    pageName: 'Pricing',
    sentAt: null,
    stoodMs: null,
  });
  return {
    ...READER,
    onRequest: false,
    days: [1, 2, 3, 4, 5, 6, 7],
    waysOut: WAYS_OUT,
    localDate: '2027-02-03',
    hour: 8,
    period: { from: new Date('2027-02-02T08:00:00Z'), to: new Date('2027-02-03T08:00:00Z') },
    events: [
      told('Kettleworks', { severity: 'critical' }),
      told('Fernlight', { id: 43, kind: 'pricing.gate', headline: 'single sign-on now in every plan' }),
      told('Larkspur', { id: 46, kind: 'hiring', severity: 'low', headline: 'two roles opened' }),
    ],
    newPages: [],
    coverage: {
      pages: 24,
      checks: 96,
      by304: 61,
      sameContent: 21,
      rendered: 5,
      failed: 4,
      unreadable: [],
      heldBack: 5,
    },
    cost: { modelCalls: 4, usd: 0.013 },
    ...change,
  };
}

export const TEST: TestInput = { ...READER, now: new Date('2027-02-02T14:16:00Z') };
