/** Gmail cuts a mail at 102 KB, with the way out below the cut. */
const MOST_BYTES = 60_000;

const utf8 = new TextEncoder();

/**
 * The first rendering that stays under 60 KB, with the choice that it was made from; the last one where none does.
 * @param choices what to show, most first; each shows less than the one before
 */
export function smallEnough<Choice>(
  choices: readonly [Choice, ...Choice[]],
  render: (choice: Choice) => string,
): { readonly choice: Choice; readonly html: string } {
  const [first, ...fewer] = choices;
  let made = { choice: first, html: render(first) };
  for (const choice of fewer) {
    if (utf8.encode(made.html).length < MOST_BYTES) break;
    made = { choice, html: render(choice) };
  }
  return made;
}
