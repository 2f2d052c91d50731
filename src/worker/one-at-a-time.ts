export type Step = () => Promise<void>;

/**
 * Whoever asks while it runs waits for one more run: two at once would ask the model the same question and pay for it twice.
 */
export function oneAtATime(step: Step): Step {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const run = async (): Promise<void> => {
    running = step().finally(() => (running = null));
    return running;
  };
  const begin = async (): Promise<void> => {
    next = null;
    return run();
  };
  return async () => {
    if (next === null && running === null) return run();
    next ??= running?.then(begin, begin) ?? run();
    return next;
  };
}
