import { signLink, type LinkAction } from '../link-token.ts';
import type { ItemLinks, WaysOut } from './message.ts';

/** What links of messages are made with. */
export interface Signer {
  /** 32 random bytes. */
  readonly key: Buffer;
  readonly now: Date;
  readonly publicUrl: string;
}

/** The links of one event in the message of a delivery. */
export function itemLinks(signer: Signer, delivery: string, event: number): ItemLinks {
  const link = (action: LinkAction): string => linkTo(signer, { action, delivery, event });
  return {
    useful: link('useful'),
    notUseful: link('not useful'),
    wrong: link('wrong'),
    muteKind: link('mute kind'),
    snooze: link('snooze'),
    unsubscribe: link('unsubscribe page'),
  };
}

/** How the reader of a delivery's message gets out: of what it is about, and of everything. */
export function waysOut(signer: Signer, delivery: string): WaysOut {
  return {
    oneClick: linkTo(signer, { action: 'unsubscribe message', delivery, event: null }),
    all: linkTo(signer, { action: 'unsubscribe all', delivery, event: null }),
  };
}

/** The address whose button does what the claim says. */
export function linkTo(
  { key, now, publicUrl }: Signer,
  claim: { action: LinkAction; delivery: string; event: number | null },
): string {
  return `${publicUrl.replace(/\/+$/, '')}/m/${signLink(claim, { key, now })}`;
}
