/** Work for channels: of each one after another, of several channels side by side. */
export interface Lanes {
  /**
   * Runs `work` when it is its channel's turn. Settles when it is over, and at once without it where the same `id` waits
   * already. It is left out, too, when the work before it on its channel answered `false`: nobody is there.
   * @throws what `work` throws
   */
  run(turn: { channelId: number; id: number }, work: () => Promise<boolean>): Promise<void>;
}

interface Turn {
  readonly id: number;
  /** Whether somebody is there. */
  readonly work: () => Promise<boolean>;
  readonly over: () => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Channels take turns, a message each: one with a hundred messages or a slow answer holds up itself alone (fault 46).
 * @param sideBySide channels that are served at the same time
 */
export function openLanes(sideBySide: number): Lanes {
  const queues = new Map<number, Turn[]>();
  const resting: number[] = [];
  let busy = 0;

  function serveNext(): void {
    while (busy < sideBySide) {
      const channelId = resting.shift();
      if (channelId === undefined) return;
      busy += 1;
      void serve(channelId);
    }
  }

  async function serve(channelId: number): Promise<void> {
    const queue = queues.get(channelId) ?? [];
    const [turn] = queue;
    const answers = turn === undefined || (await take(turn));
    queue.shift();
    if (!answers) for (const left of queue.splice(0)) left.over();
    if (queue.length > 0) resting.push(channelId);
    else queues.delete(channelId);
    busy -= 1;
    serveNext();
  }

  return {
    async run({ channelId, id }, work) {
      const queue = queues.get(channelId) ?? [];
      if (queue.some((turn) => turn.id === id)) return;
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      queue.push({ id, work, over: resolve, failed: reject });
      if (!queues.has(channelId)) {
        queues.set(channelId, queue);
        resting.push(channelId);
      }
      serveNext();
      await promise;
    },
  };
}

async function take({ work, over, failed }: Turn): Promise<boolean> {
  try {
    const answers = await work();
    over();
    return answers;
  } catch (error) {
    failed(error);
    return true;
  }
}
