import { html as template } from 'hono/html';

/** Escaped HTML. Only the templates of this room make it; every text put into one is escaped exactly once. */
export type Markup = Extract<ReturnType<typeof template>, { isEscaped: true }>;

/**
 * hono's template without its promises: nothing in core waits. Not named `html`, because the formatter lays out
 * templates of that name and would change what is sent.
 */
export function markup(strings: TemplateStringsArray, ...values: unknown[]): Markup {
  const made = template(strings, ...values);
  if (made instanceof Promise) throw new TypeError('A mail template was given a promise.');
  return made;
}
