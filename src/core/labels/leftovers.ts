import { type Rule, textsOf } from './rule.ts';

const LEFTOVERS =
  /\blorem ipsum\b|\bdolor sit amet\b|^\s*(?:undefined|null|nan|\[object object\])\s*$|\{\{|\}\}|\{%|%\}|<%|\bdev(?:elopment)? mode\b|\bdebug mode\b|^\[[\w-]+(?:\s[^\]]*)?\]$|\bplaceholder text\b/i;

/** What developers leave behind: it was never meant for a reader. */
export const leftovers: Rule = {
  name: 'leftovers',
  noise: 'volatile',
  reason: 'text of the machinery shows through (placeholder, template mark, debug note)',
  explains: (considered) => {
    const { kind } = considered.difference;
    return kind !== 'link' && kind !== 'moved' && textsOf(considered).some((text) => LEFTOVERS.test(text));
  },
};
