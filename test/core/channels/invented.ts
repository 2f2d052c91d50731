import type { AlertInput, AlertItem, NoticeInput, TestInput } from '../../../src/core/messages/message.ts';
import type { Some } from '../../../src/core/telling.ts';
import type { ToldEvent } from '../../../src/core/told-event.ts';
import { event, item as plainItem, notice, quote, READER, WAYS_OUT } from '../messages/invented.ts';

/** Invented companies, pages and prices, as the mails have them; here with a word of the account's own. */
export { channelNotice, correction, digest, event, notice, quote, reversal } from '../messages/invented.ts';

export function item(change: Partial<AlertItem> = {}, ofEvent: Partial<ToldEvent> = {}): AlertItem {
  const { severityReasons } = event(ofEvent);
  const reasons = [...severityReasons, 'your word “Crew”: critical'];
  return plainItem({ severity: 'critical', severityReasons: reasons, history: [], ...change }, ofEvent);
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

export function moved(): NoticeInput {
  const { notice: told } = notice();
  return notice({ notice: { ...told, kind: 'page.moved', address: 'https://oxbowmail.example/plans' } });
}

export const TEST: TestInput = { ...READER, now: new Date('2027-02-02T14:16:00Z') };
