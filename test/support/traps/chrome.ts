import { isThird, isThirdVisit, news, offer, page, prices, shows, type Asked, type Trap } from './page.ts';

const COOKIE_BAR = `<div id="cookie-consent" class="cookie-banner" role="dialog"><p>We use cookies to give you the best experience.
  You can accept or reject them, see our cookie policy.</p><button>Accept all</button><button>Reject</button></div>`;
const CONSENT_PAGE = page(
  `<h1>Before you continue to Oakmill</h1><p>We use cookies and data to deliver our services and to protect them.
   If you accept, we also use them to learn.</p><button>Accept all</button><button>Reject all</button>`,
  { title: 'Before you continue' },
);
const popup = (more: string): string =>
  `<div class="modal" role="dialog"><h2>Our newsletter</h2><p>Letters from the yard, once a month. No spam.</p>
   <input type="email" placeholder="Your address"><button>Sign me up</button>${more}</div>`;
const CODE = 'Take 15% off your first month with the code DRYDOCK.';

function consentPage(when: (asked: Asked) => boolean) {
  return (asked: Asked): string => (when(asked) ? CONSENT_PAGE : page(offer(asked.changed)));
}

/** What is put before a page or over it, and is no part of it. */
export const CHROME: readonly Trap[] = [
  shows('cookie bar that comes and goes', ({ n, changed }) =>
    page(`${n % 3 === 0 ? COOKIE_BAR : ''}${offer(changed)}`),
  ),
  shows('consent page instead of the page every third time', consentPage(isThird)),
  shows('consent page instead of the page every third visit', consentPage(isThirdVisit)),
  shows('newsletter popup every second time', ({ n, changed }) =>
    page(`${prices(changed)}${n % 2 === 0 ? popup('') : ''}${news(changed)}`),
  ),
  shows('newsletter popup every third time', (asked) =>
    page(`${prices(asked.changed)}${isThird(asked) ? popup('') : ''}${news(asked.changed)}`),
  ),
  shows(
    'newsletter popup with an offer every third time',
    (asked) =>
      page(`${prices(asked.changed)}${isThird(asked) ? popup(`<p>${CODE}</p>`) : ''}${news(asked.changed)}`),
    { never: /newsletter|DRYDOCK/i },
  ),
];
