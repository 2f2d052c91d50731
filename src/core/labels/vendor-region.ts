import type { Rule } from './rule.ts';

/** The reader has confirmed by content and size that the element is a consent tool's or a chat tool's own. */
export const vendorRegion: Rule = {
  name: 'vendor region',
  noise: 'chrome',
  reason: 'the text belongs to a consent or chat tool that a vendor puts on the page',
  explains: ({ difference: { place } }) => place.region === 'consent' || place.region === 'chat',
};
