import { type SendResult, unsent } from '../../core/messages/send-result.ts';
import type { Clock } from '../guard/paced.ts';

/** A send that waits longer holds a worker; the schedule of the delivery waits better. */
const LONGEST_WAIT_MS = 5_000;

type Headers = Readonly<Record<string, string>> | null;

/** How soon a service takes the next request, by the headers of its last answers (RFC 9331 drafts: `ratelimit-*`). */
export class Rate {
  readonly #clock: Clock;
  #freeAt = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Waits for the next turn a little. @returns what to answer where it is too far off; null: go on */
  async turn(): Promise<SendResult | null> {
    const waitMs = this.#freeAt - this.#clock.now();
    if (waitMs > LONGEST_WAIT_MS)
      return unsent('the mail service takes no more just now', { retryAfterS: Math.ceil(waitMs / 1000) });
    if (waitMs > 0) await this.#clock.sleep(waitMs);
    return null;
  }

  /** Remembers what an answer says of the next request. */
  heard(headers: Headers): void {
    const seconds = headers?.['ratelimit-remaining'] === '0' ? Number(headers['ratelimit-reset']) : 0;
    if (Number.isFinite(seconds) && seconds > 0)
      this.#freeAt = Math.max(this.#freeAt, this.#clock.now() + seconds * 1000);
  }
}
