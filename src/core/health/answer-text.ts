import type { Read } from '../read/read-page.ts';

/** The first part of a body as text, for marks that stand in the markup only. */
export function markupOf(body: Uint8Array): string {
  return new TextDecoder().decode(body.subarray(0, 200_000));
}

/** The main heading, and the parts of the title. */
export function headingsOf({ blocks, title }: Read): string[] {
  const heading = blocks.find((block) => block.role === 'h1')?.text ?? '';
  return [heading, ...(title ?? '').split(/\s[|–—·:-]\s/)].map((part) => part.trim());
}
