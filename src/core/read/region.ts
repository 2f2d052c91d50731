import type { Region } from '../block.ts';

/** Maps, since a page may call an element or a role `constructor`. */
const BY_TAG: ReadonlyMap<string, Region> = new Map<string, Region>([
  ['main', 'main'],
  ['article', 'main'],
  ['nav', 'nav'],
  ['header', 'header'],
  ['footer', 'footer'],
  ['aside', 'aside'],
  ['dialog', 'dialog'],
]);

const BY_ROLE: ReadonlyMap<string, Region> = new Map<string, Region>([
  ['main', 'main'],
  ['navigation', 'nav'],
  ['banner', 'header'],
  ['contentinfo', 'footer'],
  ['complementary', 'aside'],
  ['dialog', 'dialog'],
  ['alertdialog', 'dialog'],
]);

/** Whole names only: "card-footer" and "product-header" are parts of a card, and prices stand in them. */
const BY_NAME: readonly (readonly [RegExp, Region])[] = [
  [/^(?:site|page|global|main)?-?_?footer$/i, 'footer'],
  [/^(?:site|page|global|main)?-?_?header$|^top-?bar$|^masthead$/i, 'header'],
  [/^(?:site|main|global|top|primary)?-?_?(?:nav|navbar|navigation|menu)$/i, 'nav'],
  [/^(?:left|right)?-?side-?bar$/i, 'aside'],
  [/^(?:modal|popup|pop-up|lightbox)$/i, 'dialog'],
];

/**
 * The region that an element opens, or null when it opens none. A header or footer inside an article is the article's own.
 * @param parent the region the element stands in
 */
export function regionOf(
  name: string,
  attributes: Readonly<Record<string, string>>,
  parent: Region,
): Region | null {
  const own = BY_ROLE.get(attributes['role'] ?? '') ?? BY_TAG.get(name) ?? regionOfNames(attributes);
  if (own === null) return null;
  if (parent === 'main' && (own === 'header' || own === 'footer')) return null;
  return own;
}

function regionOfNames(attributes: Readonly<Record<string, string>>): Region | null {
  const names = namesOf(attributes);
  for (const [pattern, region] of BY_NAME) if (names.some((name) => pattern.test(name))) return region;
  return null;
}

function namesOf(attributes: Readonly<Record<string, string>>): string[] {
  return `${attributes['id'] ?? ''} ${attributes['class'] ?? ''}`.split(/\s+/).filter((name) => name !== '');
}

const CONSENT_NAMES =
  /cookie|consent|gdpr|ccpa|onetrust|optanon|usercentrics|didomi|cookiebot|cybot|tarteaucitron|osano|iubenda|klaro|truste|quantcast|qc-cmp|axeptio|borlabs|complianz|cky-|termly|sp_message/i;
const CHAT_NAMES =
  /intercom|drift-|crisp-client|tawk|zendesk|zopim|livechat|hubspot-messages|freshchat|chat-?widget|helpscout|beacon-container/i;

/** Furniture that vendors put on the page, by the names they give it. The name alone proves nothing: see `isConsent`. */
export function furnitureOf(attributes: Readonly<Record<string, string>>): 'consent' | 'chat' | null {
  const names = namesOf(attributes).join(' ');
  if (names === '') return null;
  if (CONSENT_NAMES.test(names)) return 'consent';
  return CHAT_NAMES.test(names) ? 'chat' : null;
}

/** Words of consent in the languages that pages use; whole texts are judged, never a word on its own. */
export const CONSENT_WORDS =
  /\bcookies?\b|\bconsent|\bprivacy (?:choices|preferences|settings)|\beinwillig|\bzustimm|\bdatenschutzeinstellungen|\btraceurs?\b|\bconsentement|\bconsentimiento|\btracking technolog/i;
