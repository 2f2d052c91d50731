import type { Block } from '../block.ts';
import { squash } from '../diff/squash.ts';
import { type Considered, type Rule, loneText, textsOf } from './rule.ts';

const COPYRIGHT =
  /^(?:©|\(c\)|copyright\b).{0,120}$|^.{0,80}\b(?:all rights reserved|alle rechte vorbehalten|tous droits réservés|todos los derechos reservados)\.?$/i;
const SOCIAL =
  /^(?:(?:follow us on|follow on|find us on|our)\s+)?(?:facebook|twitter|x|x \(twitter\)|linkedin|instagram|youtube|tiktok|pinterest|reddit|whatsapp|telegram|threads|bluesky|rss|vimeo|xing|snapchat|medium)(?:\s+(?:icon|logo|page|profile))?$/i;
const NETWORKS =
  /(?:^|\.)(?:facebook|twitter|x|linkedin|instagram|youtube|tiktok|pinterest|reddit|whatsapp|wa|telegram|t|threads|bsky|vimeo|xing|snapchat|medium)\.(?:com|net|me|app|social)$/i;
const ASSET = /^[\w.%/-]+\.(?:svg|png|jpe?g|gif|webp|avif|ico|woff2?|css|js)$/i;

/** A line of ownership that comes or goes says who made the page, as before; one that takes another's place may name a new owner. */
export const copyrightLine: Rule = {
  name: 'copyright line',
  noise: 'cosmetic',
  reason: 'a copyright notice was added or removed',
  explains: (considered, { all }) => {
    const { kind } = considered.difference;
    return (
      isCopyright(considered) && !all.some((other) => other.difference.kind !== kind && isCopyright(other))
    );
  },
};

function isCopyright(considered: Considered): boolean {
  return COPYRIGHT.test(loneText(considered) ?? '');
}

const CREDIT =
  /^(?:proudly )?(?:made|built|powered|created|designed|generated|hosted|erstellt|propulsé|hecho|réalisé)\s+(?:with|by|on|using|mit|von|par|avec|con|por)\s.{1,60}$/i;

/** The tool that a site is made with, in its footer: it names no product of the company. */
export const makersCredit: Rule = {
  name: "maker's credit",
  noise: 'cosmetic',
  reason: 'the credit of a site builder in the footer',
  explains: (considered) =>
    considered.difference.place.region === 'footer' && CREDIT.test(loneText(considered) ?? ''),
};

/** A network's name stands for its icon where it leads there; elsewhere it may be a channel that the product now supports. */
export const socialName: Rule = {
  name: 'social name',
  noise: 'chrome',
  reason: 'the name of a social network on an icon that leads there',
  explains: (considered, { before, after }) => {
    const text = loneText(considered);
    if (text === null || !SOCIAL.test(text)) return false;
    const side = considered.difference.kind === 'added' ? after : before;
    const links = side.filter((block) => block.text === text).flatMap((block) => block.links);
    return links.some((link) => NETWORKS.test(URL.parse(link.href)?.hostname ?? ''));
  },
};

export const assetName: Rule = {
  name: 'asset name',
  noise: 'chrome',
  reason: "the name of a picture's file stands in for its text",
  explains: (considered) => ASSET.test(loneText(considered) ?? ''),
};

/** Route announcers repeat the title in the body for screen readers, whole or the site's name in it. */
export const titleEcho: Rule = {
  name: 'title echo',
  noise: 'chrome',
  reason: "the page's own title, repeated in its body",
  explains: (considered, { before, after }) => {
    const { kind, place } = considered.difference;
    if (place.role === 'h1' || place.region === 'nav' || (kind !== 'edited' && loneText(considered) === null))
      return false;
    const title = titleOf(after);
    if (squash(titleOf(before)) !== squash(title)) return false;
    const texts = textsOf(considered).map(squash);
    const parts = new Set([squash(title), squash(title.replace(/^.*\s[|–—-]\s/s, ''))]);
    return texts.every((text) => parts.has(text)) && texts.includes(squash(title));
  },
};

function titleOf(blocks: readonly Block[]): string {
  return blocks.find((block) => block.role === 'title')?.text ?? '';
}

export const symbolsOnly: Rule = {
  name: 'symbols only',
  noise: 'typographic',
  reason: 'signs without a letter, a digit or a mark for yes and no',
  explains: (considered) => {
    const text = loneText(considered);
    return text !== null && !/[\p{L}\p{N}\p{Sc}✓✔☑✗✘✕✖❌∞%]/u.test(text);
  },
};
