import { markup } from '../../core/messages/markup.ts';
import type { View } from './layout.ts';

export interface AddForm {
  readonly url: string;
  readonly competitor: string;
  readonly every: string;
  /** Why the address was refused; null: it was not. */
  readonly fault: string | null;
  /** Only robots.txt stands against it: the founder may ask for the page all the same. */
  readonly mayInsist: boolean;
}

/** Intervals that are kept exactly; without one the page is visited every six hours, less often while it is quiet. */
export const EVERY: readonly (readonly [seconds: number, words: string])[] = [
  [3600, 'hour'],
  [6 * 3600, '6 hours'],
  [24 * 3600, 'day'],
];

/** The form to watch a page. An error sits under its field and says that nothing was changed. */
export function addView({ url, competitor, every, fault, mayInsist }: AddForm): View {
  const invalid = fault === null ? '' : markup` aria-invalid="true" aria-describedby="url-error"`;
  const error =
    fault === null ? null : markup`<p class="field-error" id="url-error">${fault} Nothing was changed.</p>`;
  const choices = EVERY.map(([seconds, words]) => {
    const chosen = String(seconds) === every ? markup` selected` : '';
    return markup`<option value="${seconds}"${chosen}>Every ${words}</option>`;
  });
  const insist = mayInsist
    ? markup`<div class="field"><label for="despite-robots"><input id="despite-robots" name="despite-robots" type="checkbox" value="yes"> Watch it all the same</label><p class="field-hint">I ask for this page myself, as I would in my browser. Robots.txt is written for programs that come by themselves.</p></div>`
    : '';
  return {
    title: 'Add a page',
    here: null,
    narrow: true,
    content: [
      markup`<div class="page-head"><h1>Add a page</h1><p class="lede">Prices, home, changelog, docs or careers of a competitor. The page is looked at once before it is saved.</p></div>`,
      markup`<form class="form" method="post" action="/add">
<div class="field"><label for="url">Address of the page</label><input class="input" id="url" name="url" type="text" inputmode="url" autocomplete="off" required maxlength="2048" value="${url}"${invalid}>${error}<p class="field-hint">As you would open it, such as https://acme.example/pricing</p></div>
<div class="field"><label for="competitor">Competitor</label><input class="input" id="competitor" name="competitor" type="text" maxlength="80" value="${competitor}"><p class="field-hint">Left empty, it is named after the domain.</p></div>
<div class="field"><label for="every">How often</label><select class="select" id="every" name="every"><option value="">Every 6 hours, less often while it is quiet</option>${choices}</select></div>
${insist}<button class="button is-main">Watch this page</button></form>`,
    ],
  };
}
