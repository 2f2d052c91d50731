import { html, offer, page, replies, shows, type Trap } from './page.ts';

/** What differs in how the page is sent or marked up, not in what it says. */
export const TRANSPORT: readonly Trap[] = [
  replies('charset header that flips', ({ n, changed }, response) => {
    const body = page(`${offer(changed)}<p>Schöne Grüße aus Kiel</p>`);
    const latin = n % 2 === 0;
    html(response, latin ? Buffer.from(body, 'latin1') : Buffer.from(body), {
      'content-type': `text/html; charset=${latin ? 'iso-8859-1' : 'utf-8'}`,
    });
  }),
  replies('charset header that flips over the same bytes', ({ n, changed }, response) => {
    const body = page(`${offer(changed)}<p>Schöne Grüße aus Kiel</p>`);
    html(response, body, { 'content-type': `text/html; charset=${n % 2 === 0 ? 'iso-8859-1' : 'utf-8'}` });
  }),
  shows('tokens in links, forms, scripts and comments', ({ n, changed }) =>
    page(
      `${offer(changed)}<p><a href="/start?sid=${'a1b2c3d4e5f6a7b8'.slice(n % 8)}${n}">Start</a></p><form><input type="hidden" name="csrf" value="t${n}"></form><script>t=${n}</script><!-- ${n} -->`,
    ),
  ),
  replies('ETags that differ while bytes do not', ({ n, changed }, response) =>
    html(response, page(offer(changed)), { etag: `"node-${n}"` }),
  ),
];
