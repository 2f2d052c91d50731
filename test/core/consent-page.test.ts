import { expect, test } from 'vitest';
import type { Block } from '../../src/core/block.ts';
import { isConsentPage } from '../../src/core/health/consent-page.ts';
import { block } from './pages.ts';

const FRAME = [
  block('Home', { role: 'li', region: 'nav' }),
  block('Oakmill mends boats', { region: 'footer' }),
  block('Prices', { role: 'title' }),
];
const framed = (...body: readonly Block[]): Block[] => [...FRAME, ...body];
const PAGE = framed(block('Mending by subscription', { role: 'h1' }), block('$29 per month'));
const ASKS = [
  block('Before you continue', { role: 'h1' }),
  block('We use cookies to deliver and improve our services. You may reject them.'),
  block('Accept all', { role: 'button' }),
];
const LONG = 'We set cookies for the boats of each harbour, and say here which of them last for how long. ';

test.each([
  {
    is: 'a request for consent within the frame of the site',
    now: framed(...ASKS),
    before: PAGE,
    wall: true,
  },
  {
    is: 'the same with "Got it" alone',
    now: framed(...ASKS.slice(0, 2), block('Got it')),
    before: PAGE,
    wall: true,
  },
  { is: 'the notice over the page', now: [...PAGE, ...ASKS], before: PAGE, wall: false },
  {
    is: 'a page about cookies that asks for nothing',
    now: framed(...ASKS.slice(0, 2)),
    before: PAGE,
    wall: false,
  },
  {
    is: 'a whole policy with an answer',
    now: framed(...ASKS, block(LONG.repeat(20))),
    before: PAGE,
    wall: false,
  },
  {
    is: 'another page with an answer below',
    now: framed(
      block('We now mend kites, balloons and all that flies, in all of our harbours'),
      ...ASKS.slice(2),
    ),
    before: PAGE,
    wall: false,
  },
  { is: 'a frame that never held a page', now: framed(...ASKS), before: FRAME, wall: false },
])('P5: $is: $wall', ({ now, before, wall }) => {
  expect(isConsentPage(now, before)).toBe(wall);
});
