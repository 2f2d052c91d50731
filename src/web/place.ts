import { shownAddress } from '../flows/route.ts';
import type { World } from '../flows/world.ts';

/** A channel as people know it, without what is secret in its address: "#rivals", "you@example.com", "Slack hooks.slack.com/…4Xy2". */
export function placeOf(
  world: World,
  { kind, address, name }: { readonly kind: string; readonly address: string; readonly name: string | null },
): string {
  return name ?? addressedPlace(world, { kind, address });
}

/** The same by its address, whatever people call it: all that a message itself showed of it. */
export function addressedPlace(
  world: World,
  channel: { readonly kind: string; readonly address: string },
): string {
  const shown = shownAddress(world, channel);
  if (channel.kind === 'email') return shown;
  return `${channel.kind.charAt(0).toUpperCase()}${channel.kind.slice(1)} ${shown.replace(`${channel.kind} `, '')}`;
}
