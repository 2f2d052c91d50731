import { squash } from '../diff/squash.ts';
import { type Rule, loneText } from './rule.ts';

const COPYRIGHT = /^(?:©|\(c\)|copyright\b).{0,120}$|^.{0,80}\b(?:all rights reserved|alle rechte vorbehalten|tous droits réservés|todos los derechos reservados)\.?$/i;
const SOCIAL =
  /^(?:(?:follow us on|follow on|find us on|our)\s+)?(?:facebook|twitter|x|x \(twitter\)|linkedin|instagram|youtube|tiktok|pinterest|reddit|whatsapp|telegram|threads|bluesky|rss|vimeo|xing|snapchat|medium)(?:\s+(?:icon|logo|page|profile))?$/i;
const ASSET = /^[\w.%/-]+\.(?:svg|png|jpe?g|gif|webp|avif|ico|woff2?|css|js)$/i;

/** A line of ownership that comes or goes says who made the page, as before. */
export const copyrightLine: Rule = {
  name: 'copyright line',
  noise: 'cosmetic',
  reason: 'a copyright notice was added or removed',
  explains: (considered) => COPYRIGHT.test(loneText(considered) ?? ''),
};

export const socialName: Rule = {
  name: 'social name',
  noise: 'chrome',
  reason: 'the name of a social network on an icon',
  explains: (considered) => SOCIAL.test(loneText(considered) ?? ''),
};

export const assetName: Rule = {
  name: 'asset name',
  noise: 'chrome',
  reason: "the name of a picture's file stands in for its text",
  explains: (considered) => ASSET.test(loneText(considered) ?? ''),
};

/** Route announcers repeat the title in the body for screen readers. */
export const titleEcho: Rule = {
  name: 'title echo',
  noise: 'chrome',
  reason: "the page's own title, repeated in its body",
  explains: (considered, { before, after }) => {
    const text = loneText(considered);
    if (text === null || considered.difference.place.role === 'h1') return false;
    const titles = [before, after].map((side) => side.find((block) => block.role === 'title')?.text);
    return titles.every((title) => title !== undefined && squash(title) === squash(text));
  },
};

export const symbolsOnly: Rule = {
  name: 'symbols only',
  noise: 'typographic',
  reason: 'signs without a letter, a digit or a mark for yes and no',
  explains: (considered) => {
    const text = loneText(considered);
    return text !== null && !/[\p{L}\p{N}\p{Sc}✓✔☑✗✘✕✖❌∞%]/u.test(text);
  },
};
