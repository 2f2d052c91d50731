import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Tables } from '../../src/store/tables.ts';
import type { Part, Plan } from './plan.ts';
import type { Sinks } from './sinks.ts';

/** Pages of the rival, each for one part of a story. */
export const PATHS = ['/pricing', '/plans', '/teams', '/teams-eu', '/docs', '/features'] as const;
type Path = (typeof PATHS)[number];

interface Card {
  readonly name: string;
  readonly price: string;
}

const CARDS: Readonly<Record<string, readonly Card[]>> = {
  '/pricing': [
    { name: 'Starter', price: '$9' },
    { name: 'Pro', price: '$29' },
    { name: 'Business', price: '$99' },
  ],
  '/plans': [
    { name: 'Solo', price: '$5' },
    { name: 'Crew', price: '$25' },
    { name: 'Fleet', price: '$85' },
  ],
  '/teams': [
    { name: 'Small', price: '$19' },
    { name: 'Large', price: '$190' },
  ],
};

/** What stood on the features page for more than a day when a digest is due. */
export const FOR_DIGEST = 'Surveyors can now share a map layer with the crew that comes next.';

/** The site before any story. */
export function openingPages(): ReadonlyMap<Path, string> {
  return new Map(PATHS.map((path) => [path, pageAt(path)]));
}

export function featuresPage(more: string): string {
  return prose('Features', more);
}

function pageAt(path: Path, cards?: readonly Card[]): string {
  if (path === '/docs') return prose('Docs', '');
  if (path === '/features') return featuresPage('');
  return pricing(path, cards ?? CARDS[path === '/teams-eu' ? '/teams' : path] ?? []);
}

/** What one part of a story owes: events and notices in the database, messages outside. */
interface Owed {
  /** Events that are told at once. */
  readonly events: number;
  /** Changes of pages that were believed. */
  readonly changes: number;
  readonly notices: number;
  readonly digests: number;
  /** Notices about a channel itself. */
  readonly troubles: number;
  /** A word that no other part's alerts hold, and how many of them hold it. */
  readonly sign: { readonly text: string; readonly times: number } | null;
}

const NOTHING: Owed = { events: 0, changes: 0, notices: 0, digests: 0, troubles: 0, sign: null };

export function owedBy(part: Part, { price }: Pick<Plan, 'price'>): Owed {
  switch (part) {
    case 'price':
      return { ...NOTHING, events: 1, changes: 1, sign: { text: `$${price}`, times: 1 } };
    case 'reversal':
      return { ...NOTHING, events: 2, changes: 2, sign: { text: `$${price}`, times: 2 } };
    case 'plan':
      return { ...NOTHING, events: 1, changes: 1, sign: { text: 'Solo', times: 1 } };
    case 'second plan':
      return { ...NOTHING, events: 1, changes: 1, sign: { text: 'Small', times: 1 } };
    case 'joined':
      return { ...NOTHING, events: 1, changes: 2, sign: { text: `$${price + 200}`, times: 1 } };
    case 'notice':
      return { ...NOTHING, notices: 1 };
    case 'digest':
      return { ...NOTHING, digests: 1 };
    case 'trouble':
      return { ...NOTHING, troubles: 1 };
  }
}

/** The parts' sums. */
export function owedByAll(
  plan: Plan,
): Omit<Owed, 'sign'> & { readonly signs: readonly NonNullable<Owed['sign']>[] } {
  const all = plan.parts.map((part) => owedBy(part, plan));
  const sum = (of: (owed: Owed) => number): number => all.reduce((total, owed) => total + of(owed), 0);
  return {
    events: sum((owed) => owed.events),
    changes: sum((owed) => owed.changes),
    notices: sum((owed) => owed.notices),
    digests: sum((owed) => owed.digests),
    troubles: sum((owed) => owed.troubles),
    signs: all.flatMap(({ sign }) => (sign === null ? [] : [sign])),
  };
}

/** Sets the stage: what the rival does, and what is due now. */
export async function playParts(
  db: Kysely<Tables>,
  sinks: Sinks,
  { parts, price }: Pick<Plan, 'parts' | 'price'>,
): Promise<void> {
  for (const part of parts) await PLAYS[part](db, sinks, price);
}

type Play = (db: Kysely<Tables>, sinks: Sinks, price: number) => Promise<void>;

const PLAYS: Readonly<Record<Part, Play>> = {
  async price(db, sinks, price) {
    sinks.pages.set('/pricing', pageAt('/pricing', dearer('/pricing', 'Pro', price)));
    await isDue(db, '/pricing');
  },
  async plan(db, sinks) {
    sinks.pages.set('/plans', pageAt('/plans', CARDS['/plans']?.slice(1)));
    await isDue(db, '/plans');
  },
  /** Another page of the competitor, so that mails gather both. */
  async 'second plan'(db, sinks) {
    sinks.pages.set('/teams', pageAt('/teams', CARDS['/teams']?.slice(1)));
    await isDue(db, '/teams');
  },
  async joined(db, sinks, price) {
    for (const path of ['/teams', '/teams-eu'] as const) {
      sinks.pages.set(path, pageAt(path, dearer('/teams', 'Large', price + 200)));
      await isDue(db, path);
    }
  },
  /** The price change is told before (see `overture`). */
  async reversal(db, sinks) {
    sinks.pages.set('/pricing', pageAt('/pricing'));
    await isDue(db, '/pricing');
  },
  async notice(db, sinks) {
    sinks.pages.set('/docs', 500);
    const since = sql<Date>`now() - interval '25 hours'`;
    await db
      .updateTable('pages')
      .set({ failing_since: since, failures: 4 })
      .where('url', 'like', '%/docs')
      .execute();
    await isDue(db, '/docs');
  },
  async digest(db) {
    const hour = sql<number>`extract(hour from now() at time zone 'utc')::int`;
    await db.updateTable('accounts').set({ digest_hour: hour }).execute();
  },
  async trouble(_, sinks) {
    sinks.slackStatus = 404;
  },
};

/** What a story needs told before it begins; null: nothing. */
export function overture({ parts }: Pick<Plan, 'parts'>): readonly Part[] | null {
  return parts.includes('reversal') ? ['price'] : null;
}

/** Keeps the digest from coming in stories without one: its hour is six hours off, the last one's twelve are over. */
export async function digestFarOff(db: Kysely<Tables>): Promise<void> {
  const hour = sql<number>`((extract(hour from now() at time zone 'utc')::int + 6) % 24)`;
  await db.updateTable('accounts').set({ digest_hour: hour, time_zone: 'UTC' }).execute();
}

async function isDue(db: Kysely<Tables>, path: Path): Promise<void> {
  await db
    .updateTable('pages')
    .set({ next_check_at: sql<Date>`now()` })
    .where('url', 'like', `%${path}`)
    .execute();
}

function dearer(path: string, name: string, price: number): readonly Card[] {
  return (CARDS[path] ?? []).map((card) => (card.name === name ? { name, price: `$${price}` } : card));
}

function pricing(path: Path, cards: readonly Card[]): string {
  const plans = cards.map(
    ({ name, price }) =>
      `<section><h3>${name}</h3><p class="price">${price} per month</p><ul><li>Maps for ${name}</li><li>Help by mail</li></ul>
       <a href="/start?plan=${name.toLowerCase()}">Choose ${name}</a></section>`,
  );
  const main = `<h1>What it costs</h1><p>Start small and grow when your work does. All of them include maps and exports.</p>
    <h2>Plans</h2>${plans.join('\n')}<h2>Questions</h2><h3>Can I change later?</h3>
    <p>Yes. You can move between them at any time from the billing page, and we settle the rest.</p>`;
  return wholePage(path.slice(1), main);
}

function prose(title: string, more: string): string {
  return wholePage(
    title,
    `<h1>${title}</h1><p>Birchline plans routes for people who work outdoors, and keeps their maps on every phone.</p>
    <h2>Maps</h2><p>Every map works without a network, and what was drawn on it is sent when there is one again.</p>
    ${more === '' ? '' : `<p>${more}</p>`}
    <h2>Crews</h2><p>A crew sees where its people are, as long as they want it, and nobody else does.</p>`,
  );
}

function wholePage(title: string, main: string): string {
  return `<!doctype html><html lang="en"><head><title>${title} - Birchline</title></head><body>
    <header><nav><a href="/">Home</a> <a href="/pricing">Pricing</a> <a href="/docs">Docs</a></nav></header>
    <main>${main}</main><footer><p>Birchline is made by eleven people in Turku.</p></footer></body></html>`;
}
