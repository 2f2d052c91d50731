import { gzipSync } from 'node:zlib';
import { html, isThird, isThirdVisit, offer, page, replies, shows, type Asked, type Trap } from './page.ts';

const NOT_FOUND = page('<h1>Page not found</h1><p>The page you asked for does not exist.</p>', {
  title: '404 - Oakmill',
});
const SHELL = `<!doctype html><html><head><title>Oakmill</title><script>${'x=1;'.repeat(15_000)}</script></head><body><div id="root"></div></body></html>`;
const WALL =
  '<title>Just a moment...</title><p>Checking your browser</p><script>window._cf_chl_opt={}</script>';

const MORE = `<section><h2>Winter</h2><p>We keep your boat under a roof, and look at it once a week.</p></section>
  <section><h2>Islands</h2><p>We row out to you on Fridays, if the wind lets us.</p><p>Two islands have a landing of our own.</p></section>`;
const whole = ({ changed }: Asked): string => page(offer(changed) + MORE);
const instead =
  (body: string) =>
  (asked: Asked): string =>
    isThird(asked) ? body : whole(asked);

/** The template gave up on its way: all that came is closed, as if the page ended there. */
function endedEarly(asked: Asked): string {
  const document = whole(asked);
  return `${document.slice(0, document.indexOf('<section><h2>Coast'))}</main></body></html>`;
}

/** One part of the template failed, and header and footer stand. */
function withoutSections(asked: Asked): string {
  return whole(asked).replace(/<section><h2>Coast[\s\S]*<\/main>/, '</main>');
}

const isTwoVisits = ({ visit }: Asked): boolean => visit % 5 === 2 || visit % 5 === 3;
const half =
  (broken: (asked: Asked) => string, when: (asked: Asked) => boolean) =>
  (asked: Asked): string =>
    when(asked) ? broken(asked) : whole(asked);

/** Something stands where the page should, or a part of it is missing. */
export const BROKEN: readonly Trap[] = [
  shows('soft 404 every third time', instead(NOT_FOUND)),
  shows('empty shell every third time', instead(SHELL)),
  shows('bot wall with status 200 every third time', instead(WALL)),
  replies('server errors every third time', (asked, response) => {
    if (isThird(asked)) response.writeHead(503, { etag: `"e${asked.n}"` }).end('<h1>Unavailable</h1>');
    else html(response, whole(asked), { etag: `"${asked.changed}"` });
  }),
  replies('body cut in its encoding every third time', (asked, response) => {
    const packed = gzipSync(whole(asked));
    html(response, isThird(asked) ? packed.subarray(0, packed.length / 2) : packed, {
      'content-encoding': 'gzip',
    });
  }),
  replies('body shorter than its stated length every third time', (asked, response) => {
    const body = Buffer.from(whole(asked));
    const sent = isThird(asked) ? body.subarray(0, body.length / 2) : body;
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': body.length });
    response.write(sent, () => response.destroy());
  }),
  replies('chunks that break off every third time', (asked, response) => {
    const body = whole(asked);
    if (!isThird(asked)) return html(response, body);
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.write(body.slice(0, body.length / 2), () => response.destroy());
  }),
  shows('half page every third time', (asked) => whole(asked).slice(0, isThird(asked) ? 300 : undefined)),
  shows('template that ended early every third time', half(endedEarly, isThird)),
  shows('template that ended early every third visit', half(endedEarly, isThirdVisit)),
  shows('template that ended early for two visits in a row', half(endedEarly, isTwoVisits)),
  shows('sections that are missing every third time', half(withoutSections, isThird)),
  shows('sections that are missing every third visit', half(withoutSections, isThirdVisit)),
  shows('sections that are missing for two visits in a row', half(withoutSections, isTwoVisits)),
];
