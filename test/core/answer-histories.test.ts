import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Conditional, FailureKind, PageAnswer } from '../../src/core/http/answer.ts';
import type { Sheet } from '../support/page-memory.ts';
import { played } from '../support/played.ts';
import { WatchMemory, type Text } from '../support/watch-memory.ts';
import { page } from './pages.ts';

// E: any sequence of answers. Each step of a history is a text that stands for two good reads, with failures before each of
// them, and sometimes another text for one read only. Nothing of what fails may be believed; nothing that stood may be lost.

const HOUR = 3_600_000;
const START = Date.UTC(2026, 2, 2);
const URL_OF_PAGE = 'https://rival.example/pricing';
const PLANS = 'https://rival.example/plans';

const text = (name: string, sheet: Sheet): Text => ({
  name,
  sheet,
  body: page(
    Object.values(sheet)
      .map((line) => (line === null ? '' : `<p>${line}</p>`))
      .join(''),
  ),
});
const A = text('A', { Pro: 'Pro costs $29 a month', Team: 'Team costs $99 a month' });
const B = text('B', { Pro: 'Pro costs $39 a month', Team: 'Team costs $99 a month' });
const C = text('C', { Pro: 'Pro costs $29 a month', Team: null });
const TEXTS = [A, B, C];

/** How servers of this history give ETags. */
type Tags = 'one a text' | 'none';
const tagOf = ({ name }: Text, tags: Tags): string | null => (tags === 'none' ? null : `"${name}"`);

const failed = (failure: FailureKind) => (): PageAnswer => ({
  answered: false,
  failure,
  reason: failure,
  hops: [],
  requests: 1,
  ms: 1,
});
const leading = (to: string, status: number, body: string) => (): PageAnswer =>
  played(to, { body, etag: '"there"', way: [{ url: URL_OF_PAGE, status }] });
const instead =
  (body: string, more: { status?: number; headers?: Record<string, string> } = {}) =>
  // A server's tag is that of the page it would have shown: it must vouch for nothing (P3).
  (etag: string | null): PageAnswer =>
    played(URL_OF_PAGE, { body, etag, ...more });

const TROUBLES: Readonly<Record<string, (etag: string | null) => PageAnswer>> = {
  '500': instead('<h1>Internal Server Error</h1>', { status: 500 }),
  '503': instead('later', { status: 503 }),
  '429': instead('slow down', { status: 429 }),
  '404': instead('<h1>Not found</h1>', { status: 404 }),
  '410': instead('<h1>Gone</h1>', { status: 410 }),
  '401': instead('no', { status: 401 }),
  'a wall by its header': instead(A.body, { status: 403, headers: { 'cf-mitigated': 'challenge' } }),
  'a wall by its words': instead(
    '<title>Just a moment...</title><p>Checking your browser before you go on.</p>',
  ),
  'a wall by its markup': instead('<script>window._cf_chl_opt={}</script><p>One second</p>'),
  'a soft 404': instead('<title>Page not found</title><h1>404</h1><p>Sorry.</p>'),
  maintenance: instead('<p>We are down for maintenance. Be right back!</p>'),
  'an error in 200': instead('<p>Error establishing a database connection</p>'),
  'an empty body': instead(''),
  'one stray word': instead('<title>Rival</title>'),
  '206': instead(B.body.slice(0, 300), { status: 206 }),
  'a cut body': failed('truncated'),
  'a timeout': failed('timeout'),
  'no name': failed('dns'),
  'no trust': failed('tls'),
  'a circle': failed('redirects'),
  'a permanent redirect': leading(PLANS, 301, page('<p>Another page altogether, and a long one.</p>')),
  'a temporary redirect': leading(PLANS, 302, page('<p>Another page altogether, and a long one.</p>')),
  'a redirect to the same bytes': leading(PLANS, 301, A.body),
  'a redirect to a later text': leading(PLANS, 302, C.body),
  'a login': leading('https://rival.example/login', 302, page('<p>Log in</p>')),
};

interface Read {
  /** Failures before it, each so many minutes after what came before. */
  readonly troubles: readonly { readonly kind: string; readonly minutes: number }[];
  /** Minutes after what came before. */
  readonly minutes: number;
}

interface Step {
  readonly text: Text;
  readonly hours: number;
  /** A text that is shown for one read before; null: none. */
  readonly flash: Text | null;
  readonly reads: readonly [Read, Read];
}

const minutes = fc.constantFrom(5, 15, 60, 13 * 60);
const read = fc.record({
  troubles: fc.array(fc.record({ kind: fc.constantFrom(...Object.keys(TROUBLES)), minutes }), {
    maxLength: 3,
  }),
  minutes,
}) satisfies fc.Arbitrary<Read>;
const step = fc.record({
  text: fc.constantFrom(...TEXTS),
  hours: fc.integer({ min: 1, max: 24 * 9 }),
  flash: fc.option(fc.constantFrom(...TEXTS), { freq: 5 }),
  reads: fc.tuple(read, read),
}) satisfies fc.Arbitrary<Step>;
const histories = fc.record({
  /** Does what differs fall due at once, or when it has stood a day? */
  urgent: fc.boolean(),
  tags: fc.constantFrom<Tags>('one a text', 'none'),
  first: step,
  steps: fc.array(step, { minLength: 1, maxLength: 4 }),
});

type History = typeof histories extends fc.Arbitrary<infer T> ? T : never;

/** A page in memory, a site that answers for it, and a clock. */
class Play {
  readonly memory: WatchMemory;
  private now = START;
  private readonly tags: Tags;

  constructor({ tags, urgent, first }: Pick<History, 'tags' | 'urgent' | 'first'>) {
    this.tags = tags;
    this.memory = new WatchMemory(URL_OF_PAGE, { texts: TEXTS, first: first.text, urgent });
  }

  pass(ms: number): void {
    this.now += ms;
  }

  /** A visit that meets trouble: whatever it is, what we stood at stays. */
  fail(kind: string, standing: Text): void {
    const [before, told] = [this.memory.baseline, this.memory.told.told().length];
    const outcome = this.memory.visit(new Date(this.now), () =>
      (TROUBLES[kind] ?? failed('timeout'))(tagOf(standing, this.tags)),
    );
    expect(['failed', 'blocked', 'gone'], kind).toContain(outcome);
    expect(this.memory.baseline, kind).toEqual(before);
    expect(this.memory.told.told().length, kind).toBe(told);
  }

  /** A visit that shows the text, or 304 where it is asked for by its own tag. */
  good(shown: Text): void {
    const told = this.memory.told.told().length;
    this.memory.visit(new Date(this.now), (conditional) => this.serve(shown, conditional));
    for (const row of this.memory.told.told().slice(told)) {
      const stands = shown.sheet[row.place.headings.at(-1) ?? ''] ?? null;
      // No phantom: what is told is what stands there, in one of the texts that the site has.
      if (row.after === null) expect(stands).not.toBe(row.before);
      else expect(stands).toBe(row.after);
    }
  }

  /** One read that nothing confirms: whatever it shows, we stand where we stood. */
  private flash(shown: Text): void {
    const before = this.memory.shows?.name;
    this.good(shown);
    expect(this.memory.shows?.name).toBe(before);
  }

  play({ text: standing, hours, flash, reads }: Step): void {
    this.pass(hours * HOUR);
    if (flash !== null) this.flash(flash);
    for (const { troubles, minutes: wait } of reads) {
      for (const { kind, minutes: apart } of troubles) {
        this.pass(apart * 60_000);
        this.fail(kind, standing);
      }
      this.pass(wait * 60_000);
      this.good(standing);
    }
    // A text in between may cost one more read: two that agree are wanted, and the first met a suspicion of another.
    if (flash === null) return;
    this.pass(6 * HOUR);
    this.good(standing);
  }

  private serve(shown: Text, conditional: Conditional | null): PageAnswer {
    const etag = tagOf(shown, this.tags);
    const same = conditional !== null && conditional.url === URL_OF_PAGE && conditional.etag === etag;
    return played(URL_OF_PAGE, { etag, ...(same ? { status: 304 } : { body: shown.body }) });
  }
}

test(
  'E: in 10,000 histories no failure is believed, the last good version is never lost, and what stands is always told',
  { timeout: 120_000 },
  () => {
    let [visits, failures, changes] = [0, 0, 0];
    fc.assert(
      fc.property(histories, ({ first, steps, ...more }) => {
        const play = new Play({ first, ...more });
        const { memory } = play;
        play.play({ ...first, flash: null });
        for (const one of steps) {
          play.play(one);
          expect(memory.shows?.name).toBe(one.text.name);
        }
        expect(memory.strange).toEqual([]);
        const last = steps.at(-1)?.text ?? first.text;
        for (const hours of [24 * 8, 1]) {
          play.pass(hours * HOUR);
          play.good(last);
        }
        for (const place of ['Pro', 'Team']) {
          const standing = [last.sheet[place] ?? null].filter((line) => line !== null);
          expect([...memory.told.believed(place, first.text.sheet[place] ?? null)]).toEqual(standing);
        }
        expect(memory.told.pending()).toEqual([]);
        visits += memory.rows.length;
        failures += memory.rows.filter(({ sighted }) => sighted === null).length;
        changes += memory.rows.filter(({ outcome }) => outcome === 'changed').length;
      }),
      { numRuns: 10_000, seed: 20_260_302 },
    );
    console.log(
      `histories of answers: 10,000, with ${visits} visits, ${failures} failures, ${changes} changes`,
    );
    expect(changes).toBeGreaterThan(10_000);
  },
);

test('E, P12: in any history a notice of trouble and one that it is over take turns, each once', () => {
  fc.assert(
    fc.property(histories, ({ first, steps, ...more }) => {
      const play = new Play({ first, ...more });
      for (const one of [{ ...first, flash: null }, ...steps]) play.play(one);
      const kinds = play.memory.notices.map(({ kind }) => kind);
      for (const [at, kind] of kinds.entries()) {
        const opens = at % 2 === 0;
        expect(['page.unreadable', 'page.gone', 'page.moved'].includes(kind)).toBe(opens);
        if (!opens) expect(kind).toBe(kinds[at - 1] === 'page.unreadable' ? 'page.readable' : 'page.back');
      }
      // The last visit was a good one: nothing is left open.
      expect(kinds.length % 2).toBe(0);
    }),
    { numRuns: 2_000, seed: 12 },
  );
});
