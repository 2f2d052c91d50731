import { dayWords } from '../digest-days.ts';
import { rank, type Rule, type Rules } from '../routing.ts';
import type { Severity } from '../telling.ts';

/** A channel as words about rules name it. */
export interface NamedChannel {
  readonly id: number;
  /** "#rivals", "email". */
  readonly label: string;
  readonly takesDigest: boolean;
}

/** What a channel gets, by its own nature and its reader's choice. */
export function takesWords({
  takesDigest,
  digestEndedAt,
}: {
  readonly takesDigest: boolean;
  readonly digestEndedAt: Date | null;
}): string {
  if (!takesDigest) return 'alerts, and lesser news when it falls due';
  return digestEndedAt === null
    ? 'alerts and the digest'
    : 'alerts; its reader has ended the digest, so lesser news does not come here';
}

/**
 * Why an alert came at once, for its footer.
 * @param severity as the account weighs the event
 */
export function whySentence(
  { kinds, least, pace }: Rule,
  { takesDigest, severity }: { takesDigest: boolean; severity: Severity },
): string {
  const urgent = rank(severity) >= rank('high');
  if (pace !== 'at once' && !(urgent && pace === 'by severity') && !takesDigest) {
    return `This channel has no digest: each change from ${least} comes by itself.`;
  }
  const floor = pace === 'at once' || rank(least) > rank('high') ? least : 'high';
  return kinds === null
    ? `You asked to be told at once from ${floor}.`
    : `You asked to be told of ${kindsWords(kinds)} at once from ${floor}.`;
}

/**
 * Rules as a founder would say them, a line each: "price changes of Acme: email and #rivals at once", "the rest: the digest on Tuesdays".
 * @param of whom they are about: "Acme", a page's address; null: everything that is watched
 * @param channels the account's channels that can be told
 * @param days weekdays of the digest, 1 Monday to 7 Sunday
 */
export function ruleLines(
  rules: Rules,
  { of, channels, days }: { of: string | null; channels: readonly NamedChannel[]; days: readonly number[] },
): readonly string[] {
  const lines = rules.map((rule, index) => {
    const named = channels.filter(({ id }) => rule.channels === null || rule.channels.includes(id));
    return `${whatWords(rule, { first: index === 0, of })}: ${whereWords(rule, named, days)}`;
  });
  const last = rules.at(-1);
  // Only a rule for everything takes what the others leave.
  const silent = last?.kinds === null && last.least === 'low' ? [] : ['nothing else is told'];
  return [...lines, ...silent];
}

function whatWords({ kinds, least }: Rule, { first, of }: { first: boolean; of: string | null }): string {
  const what = kinds !== null ? kindsWords(kinds) : first ? 'all changes' : 'the rest';
  const whose = first && of !== null ? ` of ${of}` : '';
  return `${what}${whose}${least === 'low' ? '' : ` from ${least} on`}`;
}

function whereWords(
  { pace, least }: Rule,
  channels: readonly NamedChannel[],
  days: readonly number[],
): string {
  if (channels.length === 0) return 'nowhere';
  const digest = `the digest ${dayWords(days)}`;
  const withDigest = channels.filter(({ takesDigest }) => takesDigest);
  const without = channels.filter(({ takesDigest }) => !takesDigest);
  const all = list(channels);
  if (pace === 'at once') return `${all} at once`;
  const later = [
    ...(withDigest.length > 0
      ? [withDigest.length === channels.length ? digest : `${digest} (${list(withDigest)})`]
      : []),
    ...(without.length > 0 ? [`${list(without)} when it falls due`] : []),
  ].join(', ');
  if (pace === 'digest') return later;
  if (rank(least) >= rank('high')) return `${all} at once`;
  return `${all} at once from high, below that ${later}`;
}

function list(channels: readonly NamedChannel[]): string {
  return joined(channels.map(({ label }) => label));
}

/** "a, b and c". */
export function joined(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}

/** "price changes", "changes of plans and news of a launch". */
export function kindsWords(kinds: readonly string[]): string {
  return joined(kinds.map((kind) => KIND_WORDS[kind] ?? `changes of ${kind}`));
}

const KIND_WORDS: Readonly<Record<string, string>> = {
  pricing: 'price changes',
  'pricing.price': 'changes of a price',
  'pricing.plan': 'changes of plans',
  'pricing.limit': 'changes of limits',
  'pricing.gate': 'features that change plan',
  'pricing.terms': 'changes of billing terms',
  deprecation: 'things that end',
  company: 'company news',
  'company.corporate': 'corporate news',
  'company.leadership': 'changes of leadership',
  legal: 'legal changes',
  feature: 'feature changes',
  'feature.launch': 'launches',
  'feature.change': 'changes of features',
  integration: 'integrations',
  security: 'security news',
  availability: 'outages, regions and closed sign-ups',
  positioning: 'changes of headline and promise',
  'positioning.message': 'changes of message',
  'positioning.comparison': 'comparisons',
  promotion: 'promotions',
  customers: 'customer news',
  hiring: 'hiring',
  docs: 'changes of documentation',
  content: 'blog and news items',
};
