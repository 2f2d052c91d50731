/** Closing tags stand at the very end; a tracker or a comment may follow them. */
const TAIL_BYTES = 2048;

/** Does an HTML body end as whole ones do, with the closing tag of body or html near its end? */
export function endsWhole(body: Uint8Array): boolean {
  const tail = new TextDecoder('latin1').decode(body.subarray(Math.max(0, body.length - TAIL_BYTES)));
  return /<\/(?:html|body)\s*>/i.test(tail);
}

/**
 * Is this half of the page (walls.md)? Some servers close the connection early and state no length, so that nothing but the
 * page itself tells: it holds less text than it did, and the closing tags that it had are missing. A page that never had
 * them proves nothing by lacking them.
 */
export function isHalfPage(now: Side, before: Side): boolean {
  return now.textLength < before.textLength && !endsWhole(now.body) && endsWhole(before.body);
}

interface Side {
  readonly body: Uint8Array;
  readonly textLength: number;
}
