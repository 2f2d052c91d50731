/** How one attempt to send ended. Expected failures are values; the flow decides what to do with them. */
export type SendResult = Sent | Unsent;

export interface Sent {
  readonly sent: true;
  /** Status of HTTP or SMTP; null where the channel has none. */
  readonly code: number | null;
  /** The name that the other side gave the message; null when it gave none. */
  readonly id: string | null;
}

export interface Unsent {
  readonly sent: false;
  /** The same message to the same address will never be taken. */
  readonly permanent: boolean;
  readonly code: number | null;
  /** For the story of the delivery. Holds no secret and nothing unbounded from the other side. */
  readonly reason: string;
  /** Seconds that the other side asks to be left alone; null when it said nothing. */
  readonly retryAfterS: number | null;
  /** What is wrong lies in this message, not in the address: the channel goes on. */
  readonly messageOnly?: true;
  /** What can be done about it, as a sentence, where the sender knows. */
  readonly next?: string;
  /** It may have arrived all the same: the request went out, and no answer was understood. */
  readonly ambiguous: boolean;
}

/** A failed attempt; what is not said is the usual case: temporary, nothing asked for, surely not arrived. */
export function unsent(reason: string, more: Partial<Omit<Unsent, 'sent' | 'reason'>> = {}): Unsent {
  return { sent: false, permanent: false, code: null, retryAfterS: null, ambiguous: false, ...more, reason };
}

/** What whoever tried a channel can do about a message that was not taken: one sentence. */
export function nextStep({ next, retryAfterS, messageOnly, permanent, code }: Unsent): string {
  if (next !== undefined) return next;
  if (retryAfterS !== null) return `Try again in ${retryAfterS} seconds.`;
  if (messageOnly === true) return 'It refused this one message; others may be taken.';
  if (permanent) return 'This address takes nothing any more: add one that does, and remove this one.';
  if (code !== null && (code >= 500 || code === 429))
    return 'Try again later; there is nothing to mend here.';
  return 'See whether the address is right, and whether it can be reached from this machine.';
}
