import { squash } from '../diff/squash.ts';
import { type Considered, loneText, oncePerPage, type Rule, type Surroundings } from './rule.ts';

/** An image's name that only repeats a text which stands beside it before and after says nothing of its own. */
export const pictureName: Rule = {
  name: 'picture name',
  noise: 'chrome',
  reason: 'the name of a picture repeats a text that stands before and after',
  explains: (considered, page) => {
    const text = loneText(considered);
    if (text === null || !namesPicture(considered, page)) return false;
    return commonTexts(page).has(squash(text.replace(/\s+(?:logo|icon|image|picture|photo)$/i, '')));
  },
};

/** Of two equal texts the comparison may call either the new one: it is the name if one side alone has such a picture. */
function namesPicture({ difference }: Considered, page: Surroundings): boolean {
  if (difference.place.role === 'alt') return true;
  const text = difference.after ?? difference.before ?? '';
  const { before, after } = pictures(page);
  return before.has(text) !== after.has(text);
}

/** The names of pictures on each side. */
const pictures = oncePerPage(({ before, after }: Surroundings) => {
  const names = (side: Surroundings['before']): ReadonlySet<string> =>
    new Set(side.filter((block) => block.role === 'alt').map((block) => block.text));
  return { before: names(before), after: names(after) };
});

/** Whole texts of blocks, other than pictures' names, on both sides. */
const commonTexts = oncePerPage(({ before, after }: Surroundings): ReadonlySet<string> => {
  const texts = (side: Surroundings['before']): Set<string> =>
    new Set(side.filter((block) => block.role !== 'alt').map((block) => squash(block.text)));
  return texts(before).intersection(texts(after));
});
