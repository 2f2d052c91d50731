import { sectionsOf } from './digest-sections.ts';
import { addAddress, coverageFacts, digestSentence, digestTitle, leftWords } from './digest-words.ts';
import { newPageWords, rhythm, standing } from './digest-words.ts';
import { linesOf } from './excerpt.ts';
import { oneLine } from './inert.ts';
import type { Zone } from './local-time.ts';
import type { DigestEvent, DigestInput } from './message.ts';
import { evidenceLine, labelled, sections, wrap } from './plain-text.ts';
import { eventAddress, factOf, namedFact, pageTitle, severityWord } from './wording.ts';

/** The plain part of a digest, in the order of its HTML. */
export function digestText(input: DigestInput, zone: Zone): string {
  const { act, know, returned, left } = sectionsOf(input.events);
  return sections([
    digestTitle(input, zone),
    wrap(digestSentence(input, zone)),
    ...section(
      'ACT TODAY',
      act.map((item) => actText(item, input, zone)),
    ),
    ...section(
      'WORTH KNOWING',
      know.map(({ competitor, events }) => {
        return [oneLine(competitor), ...events.map((item) => lineText(item, input, zone))].join('\n');
      }),
    ),
    ...section(
      'REVERSED OR CORRECTED',
      returned.map((item) => {
        return `${oneLine(item.competitor)}\n${lineText(item, input, zone)}`;
      }),
    ),
    ...section(
      'NEW PAGES',
      input.newPages.map((page) =>
        [
          oneLine(page.competitor),
          wrap(`  ${newPageWords(page, zone)}`, '    '),
          `    add it: ${addAddress(input, page)}`,
        ].join('\n'),
      ),
    ),
    left > 0 ? `${leftWords(left)}: ${input.publicUrl}` : null,
    coverageText(input, zone),
    `--\n${wrap(rhythm(input, zone))}\n${input.publicUrl}`,
  ]);
}

function section(name: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [`${name}\n\n${items.join('\n\n')}`];
}

function actText(item: DigestEvent, input: DigestInput, zone: Zone): string {
  const { event } = item;
  return [
    wrap(namedFact(event.headline, item.competitor)),
    wrap(about([severityWord(event.severity), pageTitle(item), event.kind, standing(item, zone)])),
    ...linesOf(event.quotes[0]).map(evidenceLine),
    eventAddress(input, event.id),
  ].join('\n');
}

function lineText(item: DigestEvent, input: DigestInput, zone: Zone): string {
  const fact = `  ${factOf(item.event.headline)}`;
  const more = about([severityWord(item.event.severity), oneLine(item.pageName), standing(item, zone)]);
  return [wrap(fact, '    '), wrap(`    ${more}`, '    '), `    ${eventAddress(input, item.event.id)}`].join(
    '\n',
  );
}

function about(words: readonly string[]): string {
  return words.filter((word) => word !== '').join(' · ');
}

function coverageText(input: DigestInput, zone: Zone): string {
  const lines = coverageFacts(input, zone).map(({ label, words, page }) => {
    return labelled(label, page === null ? words : `${page} ${words}`);
  });
  return ['WHAT WE SAW, AND WHAT WE DID NOT', ...lines].join('\n');
}
