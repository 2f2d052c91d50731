import { adviceFor } from '../../../src/core/watch/advice.ts';
import type { Place } from '../../../src/core/block.ts';
import type {
  AlertInput,
  AlertItem,
  ChannelNoticeInput,
  CorrectionInput,
  DigestInput,
  ItemLinks,
  NoticeInput,
} from '../../../src/core/messages/message.ts';
import type { Quote } from '../../../src/core/telling.ts';
import type { ToldEvent } from '../../../src/core/told-event.ts';

/** Invented companies, pages and prices. */

export function place(
  headings: readonly string[],
  role: Place['role'] = 'p',
  region: Place['region'] = 'main',
): Place {
  return { role, region, headings };
}

export function quote(
  before: string | null,
  after: string | null,
  headings: readonly string[] = ['Pricing', 'Crew'],
): Quote {
  return { place: place(headings), before, after };
}

export function event(change: Partial<ToldEvent> = {}): ToldEvent {
  return {
    id: 41,
    pageId: 7,
    url: 'https://kettleworks.example/pricing/',
    site: 'kettleworks.example',
    kind: 'pricing.price',
    tags: ['pricing.limit'],
    severity: 'critical',
    severityReasons: ['default of pricing.price at +25 %: critical'],
    headline: 'Crew $24 → $30 per seat/mo (+25%)',
    summary: 'The Crew plan goes from $24 to $30 per seat a month, and boards are now limited to 20.',
    ourRead: 'Crew now costs $2 more than your $28 plan; it was $4 less.',
    action: null,
    numbers: [{ what: 'Crew', from: '$24', to: '$30', unit: 'seat', period: 'month', percent: 25 }],
    quotes: [
      quote('$24 per seat / month, billed yearly', '$30 per seat / month, billed yearly'),
      quote('Unlimited boards', 'Up to 20 boards'),
      quote(null, 'Crews that joined before 2 February 2027 keep their price for twelve months.', [
        'Pricing',
        'Questions',
        'We already pay for Crew. What now?',
      ]),
    ],
    writtenBy: 'model',
    window: { from: new Date('2027-02-02T08:10:00Z'), to: new Date('2027-02-02T14:10:00Z') },
    confirmedAt: new Date('2027-02-02T14:15:00Z'),
    toldAt: new Date('2027-02-02T14:16:00Z'),
    returns: null,
    reversesEventId: null,
    corrected: null,
    ...change,
  };
}

export const READER = { timeZone: 'Europe/Lisbon', publicUrl: 'https://watch.example' };

const PRICING = {
  competitor: 'Kettleworks',
  pageName: 'Pricing',
  storedUrl: 'https://kettleworks.example/pricing/',
};

/** Invented, but as long as real ones: a signed token each. */
function links(id: number): ItemLinks {
  const of = (act: string) =>
    `https://watch.example/m/${act}.${id}.2x9QmVt0cK7uYb4LrPzW1sJd8HnGfEaM6oRiTyUqXwA`;
  return {
    useful: of('useful'),
    notUseful: of('not-useful'),
    wrong: of('wrong'),
    muteKind: of('mute'),
    snooze: of('snooze'),
    unsubscribe: of('leave'),
  };
}

export const WAYS_OUT = {
  oneClick: 'https://watch.example/u/7.2x9QmVt0cK7uYb4LrPzW1sJd8HnGfEaM6oRiTyUqXwA',
  all: 'https://watch.example/u/all.2x9QmVt0cK7uYb4LrPzW1sJd8HnGfEaM6oRiTyUqXwA',
};

export function item(change: Partial<AlertItem> = {}, ofEvent: Partial<ToldEvent> = {}): AlertItem {
  const told = event(ofEvent);
  return {
    ...PRICING,
    event: told,
    severity: told.severity,
    severityReasons: told.severityReasons,
    why: 'You asked to be told at once from high.',
    history: [
      { id: 12, toldAt: new Date('2026-05-11T09:00:00Z'), headline: 'Solo plan removed ($9)' },
      { id: 33, toldAt: new Date('2026-11-20T09:00:00Z'), headline: '14-day trial added' },
      {
        id: 29,
        toldAt: new Date('2026-09-03T09:00:00Z'),
        headline: 'Crew $22 → $24 per seat/mo (+9%)',
      },
    ],
    reverses: null,
    links: links(told.id),
    ...change,
  };
}

/** An alert of one event; what is changed of it may be the alert's or the event's. */
export function alert(
  change: Partial<AlertInput> & Partial<AlertItem> = {},
  ofEvent: Partial<ToldEvent> = {},
): AlertInput {
  const { timeZone, publicUrl, items, thread, waysOut, late, ...ofItem } = change;
  const one = item(ofItem, ofEvent);
  const id = `alert.${one.event.id}.5f0c@watch.example`;
  return {
    timeZone: timeZone ?? READER.timeZone,
    publicUrl: publicUrl ?? READER.publicUrl,
    competitor: one.competitor,
    items: items ?? [one],
    thread: thread ?? { id, root: id, follows: null },
    waysOut: waysOut ?? WAYS_OUT,
    late: late ?? false,
  };
}

/** Three events of one release. */
export function gathered(): AlertInput {
  const features = { pageName: 'Features', storedUrl: 'https://kettleworks.example/features' };
  const gate = item(
    { ...features, history: [] },
    {
      id: 42,
      pageId: 8,
      kind: 'pricing.gate',
      tags: [],
      severity: 'high',
      severityReasons: ['default of pricing.gate: high'],
      headline: 'single sign-on moves from Crew to Company',
      summary: 'Single sign-on is now part of the Company plan only.',
      ourRead: null,
      action: 'Check whether your comparison page still says that Crew has single sign-on.',
      quotes: [
        {
          place: place(['Compare plans'], 'row'),
          before: 'Single sign-on | – | Yes | Yes',
          after: 'Single sign-on | – | – | Yes',
        },
      ],
      toldAt: new Date('2027-02-02T14:21:00Z'),
    },
  );
  const beta = item(
    { pageName: 'Changelog', storedUrl: 'https://kettleworks.example/changelog', history: [] },
    {
      id: 43,
      pageId: 11,
      kind: 'feature.launch',
      tags: [],
      severity: 'medium',
      severityReasons: ['default of feature.launch: medium'],
      headline: 'board automation, in beta',
      summary: 'A new entry says that boards can run rules on a schedule.',
      ourRead: null,
      quotes: [quote(null, 'Board automation (beta): rules that run on a schedule', ['February 2027'])],
      writtenBy: 'rules',
      toldAt: new Date('2027-02-02T14:23:00Z'),
    },
  );
  return alert({ items: [item(), gate, beta] });
}

/** Found within the hour after the first. */
export function later(): AlertInput {
  const [, gate] = gathered().items;
  const follows = { id: 41, toldAt: event().toldAt, headline: event().headline };
  const change = { toldAt: new Date('2027-02-02T14:52:00Z') };
  const one = { ...gate!, event: { ...gate!.event, ...change } };
  const root = 'alert.41.5f0c@watch.example';
  return alert({ items: [one], thread: { id: 'alert.42.77aa@watch.example', root, follows } });
}

export function correction(change: Partial<CorrectionInput> = {}): CorrectionInput {
  const root = 'alert.41.5f0c@watch.example';
  return {
    ...READER,
    ...PRICING,
    event: event(),
    reason: 'Crew still costs $24. $30 was the price with monthly billing, which their page now shows first.',
    correctedAt: new Date('2027-02-03T09:40:00Z'),
    thread: {
      id: 'correction.3.91d2@watch.example',
      root,
      follows: { id: 41, toldAt: event().toldAt, headline: event().headline },
    },
    waysOut: WAYS_OUT,
    ...change,
  };
}

export function channelNotice(change: Partial<ChannelNoticeInput> = {}): ChannelNoticeInput {
  return {
    ...READER,
    kind: 'channel.disabled',
    channel: 'Slack hooks.slack.com/…4Xy2',
    since: new Date('2027-01-31T03:10:00Z'),
    reason: '404 no_service',
    waiting: 3,
    link: 'https://watch.example/channels',
    ...change,
  };
}

export function confirmation(): ChannelNoticeInput {
  return channelNotice({
    kind: 'channel.confirm',
    channel: 'email founder@brineworks.example',
    reason: null,
    waiting: 0,
    link: 'https://watch.example/m/confirm.2x9QmVt0cK7uYb4LrPzW1sJd8HnGfEaM6oRiTyUqXwA',
  });
}

export function reversal(): AlertInput {
  const first = {
    id: 33,
    toldAt: new Date('2026-11-20T09:00:00Z'),
    headline: '14-day trial → 45 days',
  };
  return alert(
    {
      competitor: 'Fernlight',
      storedUrl: 'https://fernlight.example/pricing',
      history: [first],
      reverses: first,
      thread: {
        id: 'alert.58.c3f1@watch.example',
        root: 'alert.33.0aa4@watch.example',
        follows: first,
      },
    },
    {
      id: 58,
      kind: 'pricing.terms',
      tags: [],
      severity: 'high',
      severityReasons: ['a free trial that changes: high'],
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

export function digest(change: Partial<DigestInput> = {}): DigestInput {
  const item = (competitor: string, pageName: string, ofEvent: Partial<ToldEvent>) => ({
    event: event({ tags: [], ...ofEvent }),
    severity: ofEvent.severity ?? event().severity,
    competitor,
    pageName,
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
      item('Larkspur', 'Careers', {
        id: 46,
        kind: 'hiring',
        severity: 'low',
        headline: 'two roles opened: Support engineer, Account executive',
      }),
      { ...item('Kettleworks', 'Pricing', {}), sentAt: new Date('2027-02-02T14:16:00Z') },
      item('Fernlight', 'Features', {
        id: 43,
        kind: 'pricing.gate',
        severity: 'high',
        headline: 'single sign-on now in every plan',
        quotes: [
          {
            place: place(['Compare plans'], 'row'),
            before: 'Single sign-on | – | – | Yes',
            after: 'Single sign-on | Yes | Yes | Yes',
          },
        ],
      }),
      item('Larkspur', 'Home', {
        id: 44,
        kind: 'positioning.message',
        severity: 'medium',
        headline: 'headline now “Support without the queue”',
      }),
      {
        ...item('Larkspur', 'Home', {
          id: 45,
          kind: 'promotion',
          severity: 'medium',
          headline: '20% off yearly plans (FROST20), until 2 February',
        }),
        stoodMs: 23 * 3_600_000,
      },
      item('Fernlight', 'Pricing', {
        id: 47,
        kind: 'pricing.terms',
        severity: 'medium',
        headline: 'the free trial is back to 14 days',
        returns: 'reversal',
        reversesEventId: 33,
      }),
    ],
    coverage: {
      pages: 24,
      checks: 101,
      secondReads: 5,
      by304: 66,
      sameContent: 21,
      rendered: 5,
      failed: 4,
      unreadable: [
        {
          competitor: 'Oxbow Mail',
          pageName: 'Pricing',
          url: 'https://oxbowmail.example/pricing',
          since: new Date('2027-01-31T03:10:00Z'),
          reason: 'a bot wall answers in place of the page',
        },
      ],
      heldBack: 5,
      unsure: 0,
    },
    newPages: [],
    cost: { modelCalls: 4, usd: 0.013 },
    ...change,
  };
}

export function quietMonday(): DigestInput {
  const { coverage } = digest();
  return digest({
    localDate: '2027-02-08',
    period: { from: new Date('2027-02-01T08:00:00Z'), to: new Date('2027-02-07T20:00:00Z') },
    events: [],
    coverage: {
      ...coverage,
      checks: 412,
      secondReads: 0,
      by304: 280,
      sameContent: 120,
      rendered: 12,
      failed: 0,
      unreadable: [],
      heldBack: 19,
    },
    cost: { modelCalls: 0, usd: 0 },
  });
}

/** The digest of an account that gets one on Tuesdays; nothing happened. */
export function quietTuesday(): DigestInput {
  return {
    ...quietMonday(),
    days: [2],
    localDate: '2027-02-09',
    period: { from: new Date('2027-02-02T08:00:00Z'), to: new Date('2027-02-09T08:00:00Z') },
  };
}

export function gone(): NoticeInput {
  return notice({
    notice: {
      ...notice().notice,
      kind: 'page.gone',
      severity: 'high',
      headline: 'The page answers 404 since three checks',
      advice: null,
    },
  });
}
