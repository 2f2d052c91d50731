import type { Kind, Severity } from '../telling.ts';
import { shortName } from '../meaning/plain.ts';
import { SEVERITIES } from '../telling.ts';
import type { ToldEvent } from '../told-event.ts';
import { clip, oneLine } from './inert.ts';
import { duration, windowSentence, type Zone } from './local-time.ts';
import type { AlertItem, PageNames, PastEvent, Reader } from './message.ts';

/** PRODUCT 3. Longer subjects are cut by phones, and the fact stands in front. */
const SUBJECT_CHARACTERS = 70;

/** A header-safe subject of at most 70 characters; `suffix` (", and 5 more") is never cut. */
export function subjectOf(fact: string, suffix = ''): string {
  return clip(oneLine(fact), SUBJECT_CHARACTERS - suffix.length) + suffix;
}

/** A headline as a line of its own, where the competitor's name stands beside it. */
export function factOf(headline: string): string {
  const fact = clip(oneLine(headline), 140);
  return fact.charAt(0).toUpperCase() + fact.slice(1);
}

/** "Acme: Pro $29 -> $39 per month": events know no account, so the name that an account gave is put in front here. */
export function namedFact(headline: string, competitor: string): string {
  return `${shortName(oneLine(competitor))}: ${oneLine(headline)}`;
}

/** "Acme › Pricing" */
export function pageTitle({ competitor, pageName }: Pick<PageNames, 'competitor' | 'pageName'>): string {
  return `${givenName(competitor)} › ${givenName(pageName)}`;
}

/** A name that an account gave, bounded whatever it is. */
export function givenName(name: string): string {
  return clip(oneLine(name), 60);
}

/** An address as it was given, to be read; nobody reads the end of a longer one. */
export function shownUrl(url: string): string {
  return clip(oneLine(url), 300);
}

export function severityWord(severity: Severity): string {
  return severity.charAt(0).toUpperCase() + severity.slice(1);
}

/** One to four bars that rise: severity must not sit in a colour alone. */
export function severityBars(severity: Severity): string {
  return '▂▄▆█'.slice(0, SEVERITIES.indexOf(severity) + 1);
}

/** "pricing.price, also pricing.limit", and what it undoes. */
export function kindWords({ kind, tags, returns }: Pick<ToldEvent, 'kind' | 'tags' | 'returns'>): string {
  const others = tags.filter((tag: Kind) => tag !== kind);
  const base = others.length === 0 ? kind : `${kind}, also ${others.join(', ')}`;
  return returns === null ? base : `${base}, ${RETURNS[returns]}`;
}

const RETURNS = { reversal: 'a reversal', alternation: 'keeps alternating' };

/** "Seen twice, 5 minutes apart.", then the window in the reader's time. */
export function certaintyOf({ window, confirmedAt }: ToldEvent, zone: Zone): readonly [string, string] {
  const apart = duration(Math.max(0, confirmedAt.getTime() - window.to.getTime()));
  return [`Seen twice, ${apart} apart.`, windowSentence(window, zone)];
}

export function eventAddress(reader: Pick<Reader, 'publicUrl'>, id: number): string {
  return `${origin(reader)}/events/${id}`;
}

/** Our page about a page: its checks, prices and versions. */
export function pageAddress(reader: Pick<Reader, 'publicUrl'>, pageId: number): string {
  return `${origin(reader)}/pages/${pageId}`;
}

function origin({ publicUrl }: Pick<Reader, 'publicUrl'>): string {
  return publicUrl.replace(/\/+$/, '');
}

/** The last three, newest first; what a message names elsewhere is left out. */
export function recent({ history, reverses }: Pick<AlertItem, 'history' | 'reverses'>): readonly PastEvent[] {
  const others = history.filter(({ id }) => id !== reverses?.id);
  return others.sort((a, b) => b.toldAt.getTime() - a.toldAt.getTime()).slice(0, 3);
}
