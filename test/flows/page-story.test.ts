import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { pageStory } from '../../src/flows/page-story.ts';
import { webApp } from '../../src/web/app.ts';
import { openDesk, type Desk } from '../support/desk.ts';
import { pricingPage, withPrice } from '../support/site.ts';

// What is told of a page's silence: its faces, what waits, what was withdrawn, which rules explained what.

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
beforeEach(() => desk.nextTest());
afterAll(async () => desk.close());

const HEADLINES = ['The board for surveyors', 'Survey with a smile'];
const face = (n: number): string => pricingPage().replace('Plans for every crew', String(HEADLINES[n]));

/** The page view as the account sees it. */
async function shownPage(pageId: number): Promise<string> {
  const read = readConfig({ SIGHTLINE_DATA: desk.mailFolder });
  if (!read.ok) throw new Error(read.faults.join());
  const app = { ...desk, config: read.config, databaseUrl: desk.url };
  const faults: Error[] = [];
  const answer = await webApp(app, (error) => faults.push(error)).request(
    `http://localhost:3000/pages/${pageId}`,
  );
  expect(faults).toEqual([]);
  return answer.text();
}

test('a page with two faces says so, in its story and in its page view', async () => {
  expect(face(0)).not.toBe(pricingPage());
  const w = await desk.watch('/faces');
  let answers = 0;
  w.set((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(face(answers++ % 2));
  });
  for (let visit = 0; visit < 8; visit += 1) {
    await w.check();
    desk.pass(7);
  }
  const story = await pageStory(desk.db, desk.world, { account: desk.account, page: w.page });
  expect(story.faces).toHaveLength(2);
  expect(story.volatile.map(({ place }) => place.role)).toContain('h1');
  expect(await w.events()).toEqual([]);
  const shown = await shownPage(w.page.id);
  expect(shown).toContain('This page has two faces');
  for (const headline of HEADLINES) for (const word of headline.split(' ')) expect(shown).toContain(word);
});

test('a page with one face says nothing of faces', async () => {
  const w = await desk.watch('/one-face');
  await w.settle();
  w.set({ html: pricingPage(withPrice('Pro', '$39 per month')) });
  await w.check();
  expect(await shownPage(w.page.id)).not.toContain('faces');
});

test('what was withdrawn, what waits until when, and which rule explained what', async () => {
  const w = await desk.watch('/story');
  const sentence = '<p>Surveyors may now share a board.</p></main>';
  await w.settle(pricingPage());
  w.set({ html: pricingPage().replace('</main>', sentence) });
  await w.check();
  desk.pass(6);
  w.set({ html: pricingPage() });
  await w.check();
  desk.pass(6);
  w.set({
    html: pricingPage().replace('</main>', `<p>Plans for crews that dive.</p></main>`).replaceAll("'", '’'),
  });
  await w.check();
  const story = await pageStory(desk.db, desk.world, { account: desk.account, page: w.page });
  expect(story.withdrawn.map(({ reason }) => reason)).toContain('undone before it had been told');
  expect(story.pending).toMatchObject([{ after: 'Plans for crews that dive.', dueAt: expect.any(Date) }]);
});
