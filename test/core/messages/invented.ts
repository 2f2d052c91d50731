import { adviceFor } from '../../../src/core/watch/advice.ts';
import type { Place } from '../../../src/core/block.ts';
import type { AlertInput, DigestInput, NoticeInput } from '../../../src/core/messages/message.ts';
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
    ...change,
  };
}

const READER = { timeZone: 'Europe/Lisbon', publicUrl: 'https://watch.example' };

const PRICING = {
  competitor: 'Kettleworks',
  pageName: 'Pricing',
  storedUrl: 'https://kettleworks.example/pricing/',
};

export function alert(change: Partial<AlertInput> = {}, ofEvent: Partial<ToldEvent> = {}): AlertInput {
  return {
    ...READER,
    ...PRICING,
    event: event(ofEvent),
    least: 'high',
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
    ...change,
  };
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
    ...change,
  };
}

export function digest(change: Partial<DigestInput> = {}): DigestInput {
  const item = (competitor: string, pageName: string, ofEvent: Partial<ToldEvent>) => ({
    event: event({ tags: [], ...ofEvent }),
    competitor,
    pageName,
    sentAt: null,
    stoodMs: null,
  });
  return {
    ...READER,
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
      checks: 96,
      by304: 61,
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
