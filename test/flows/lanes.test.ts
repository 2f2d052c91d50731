import { expect, test } from 'vitest';
import { openLanes, type Lanes } from '../../src/flows/lanes.ts';

/** Lanes whose work ends when the test says so; `begun` names what has begun, in order. */
function openWatched(sideBySide: number) {
  const lanes: Lanes = openLanes(sideBySide);
  const begun: string[] = [];
  const ends = new Map<string, (answers: boolean) => void>();
  const run = async (channelId: number, id: number): Promise<void> =>
    lanes.run({ channelId, id }, async () => {
      const name = `${channelId}:${id}`;
      begun.push(name);
      return new Promise<boolean>((resolve) => ends.set(name, resolve));
    });
  const end = (name: string, answers = true): void => ends.get(name)?.(answers);
  return { begun, run, end };
}

test('fault 46: a channel that does not answer holds up its own messages alone', async () => {
  const { begun, run, end } = openWatched(2);
  void run(1, 10);
  const behind = run(1, 11);
  const other = run(2, 20);
  const next = run(2, 21);
  end('2:20');
  await other;
  end('2:21');
  await next;
  expect(begun).toEqual(['1:10', '2:20', '2:21']);
  end('1:10', false);
  await behind;
  expect(begun).not.toContain('1:11');
});

test('a channel with many messages takes turns with the others', async () => {
  const { begun, run, end } = openWatched(1);
  const all = [run(1, 10), run(1, 11), run(2, 20)];
  for (const name of ['1:10', '2:20', '1:11']) {
    await expect.poll(() => begun.at(-1)).toBe(name);
    end(name);
  }
  await Promise.all(all);
  expect(begun).toEqual(['1:10', '2:20', '1:11']);
});

test('what waits already does not wait twice', async () => {
  const { begun, run, end } = openWatched(1);
  const first = run(1, 10);
  await run(1, 10);
  end('1:10');
  await first;
  expect(begun).toEqual(['1:10']);
});

test('a bug in one message is its own, and the next one goes', async () => {
  const lanes = openLanes(1);
  const bug = lanes.run({ channelId: 1, id: 10 }, async () => Promise.reject(new TypeError('a bug')));
  const next = lanes.run({ channelId: 1, id: 11 }, async () => true);
  await expect(bug).rejects.toThrow('a bug');
  await next;
});
