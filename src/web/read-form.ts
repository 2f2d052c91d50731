import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';

/** Our longest form is an address and a name; 64 KB leaves room for whatever a browser puts around them. */
const MOST_BYTES = 64 * 1024;

/** Stands before every route that takes a form: a longer body is refused without being read to its end. */
export const smallBody = bodyLimit({
  maxSize: MOST_BYTES,
  onError: (c) => c.text('This is longer than any form of Sightline, so nothing was changed.', 413),
});

/** What a form sent. Another kind of body, or one that breaks off, reads as an empty form and is refused like one. */
export async function readForm(c: Context): Promise<FormData> {
  try {
    return await c.req.formData();
  } catch (error) {
    // What the Fetch standard throws on a body that is no form; anything else is a fault of ours.
    if (error instanceof TypeError) return new FormData();
    throw error;
  }
}
