import type { AlertItem } from '../messages/message.ts';
import type { Some } from '../telling.ts';

/** What does not gather gets one event a message; another would be lost here, so that is a bug. */
export function theOnly(items: Some<AlertItem>): AlertItem {
  if (items.length > 1) throw new RangeError('This kind of channel takes one event a message.');
  return items[0];
}
