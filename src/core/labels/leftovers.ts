import { type Rule, textsOf } from './rule.ts';

/** Filler has to be what the differing words begin with: elsewhere in a long block it says nothing of them. */
const FILLER = /^[^\p{L}\p{N}]*(?:lorem ipsum|dolor sit amet|placeholder text)\b/iu;
/** Whole texts. */
const LEFTOVERS =
  /^\s*(?:undefined|null|nan|\[object object\])\s*$|^.{0,20}\b(?:running|started|built|is) in (?:dev(?:elopment)?|debug|prod(?:uction)?) mode\b.{0,5}$|^\[[\w-]+(?:\s[^\]]*)?\]$/i;

/** What developers leave behind: it was never meant for a reader. */
export const leftovers: Rule = {
  name: 'leftovers',
  noise: 'volatile',
  reason: 'text of the machinery shows through (placeholder, template mark, debug note)',
  explains: (considered) => {
    const { kind } = considered.difference;
    if (kind === 'link' || kind === 'moved') return false;
    const { before, after } = considered.words;
    if (FILLER.test(before) || FILLER.test(after)) return true;
    return textsOf(considered).some((text) => LEFTOVERS.test(text) || isTemplate(text));
  },
};

/** Marks of a template with hardly a word around them; a sentence about templates has more to say. */
function isTemplate(text: string): boolean {
  const rest = text.replace(/\{\{.*?\}\}|\{%.*?%\}|<%.*?%>/g, '');
  return rest !== text && rest.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length <= 2;
}
