import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Hono } from 'hono';
import { readConfig } from '../../src/config.ts';
import { webApp } from '../../src/web/app.ts';
import { testWorld, type TestWorld } from '../support/world.ts';

let outer: TestWorld;
let web: Hono;
const faults: Error[] = [];

beforeAll(async () => {
  outer = await testWorld();
  const read = readConfig({ SIGHTLINE_DATA: outer.mailFolder });
  if (!read.ok) throw new Error(read.faults.join());
  const { db, url: databaseUrl, world, account } = outer;
  web = webApp({ config: read.config, db, databaseUrl, world, account, close: async () => {} }, (fault) =>
    faults.push(fault),
  );
});
afterAll(async () => outer.close());

const FORM = 'application/x-www-form-urlencoded';

async function send(body: RequestInit['body'], type: string | null): Promise<Response> {
  return web.request('http://localhost:3000/add', {
    method: 'POST',
    headers: {
      host: 'localhost:3000',
      origin: 'http://localhost:3000',
      ...(type === null ? {} : { 'content-type': type }),
    },
    ...(body === null ? {} : { body, duplex: 'half' }),
  } as RequestInit);
}

/** A body whose length nobody says beforehand. */
function streamed(kilobytes: number): ReadableStream<Uint8Array> {
  let left = kilobytes;
  return new ReadableStream({
    pull(controller) {
      if (left === 0) return controller.close();
      left -= 1;
      controller.enqueue(new Uint8Array(1024).fill(97));
    },
  });
}

describe('a body that is no form is refused like an empty form, and is no bug of ours', () => {
  test.each<[string, string | null, string | null]>([
    ['JSON', '{"url":"https://acme.example/"}', 'application/json'],
    ['nothing at all', null, null],
    ['a form in parts that has none', 'no parts', 'multipart/form-data; boundary=b'],
    ['a form without the field', 'competitor=Acme', FORM],
  ])('%s', async (_, body, type) => {
    const answer = await send(body, type);
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain('aria-invalid="true"');
  });

  test('a file in place of the address', async () => {
    const form = new FormData();
    form.set('url', new File(['https://acme.example/'], 'address.txt'));
    expect((await send(form, null)).status).toBe(422);
  });
});

describe('a body longer than any form is refused', () => {
  test('by the length that it gives', async () => {
    const answer = await send(`url=${'a'.repeat(70_000)}`, FORM);
    expect(answer.status).toBe(413);
    expect(await answer.text()).toContain('nothing was changed');
  });

  test('and by its bytes when it gives none', async () => {
    expect((await send(streamed(200), FORM)).status).toBe(413);
  });

  test('a long address that fits is not', async () => {
    expect((await send(`url=ftp://${'a'.repeat(3000)}`, FORM)).status).toBe(422);
  });
});

test('nothing was added, and no bug was met', async () => {
  expect(await outer.db.selectFrom('pages').select('id').execute()).toEqual([]);
  expect(faults).toEqual([]);
});
