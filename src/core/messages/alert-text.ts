import { BEFORE_THIS, BY_RULES, reasonsOf, reversalFacts, sentence, sentences } from './alert-words.ts';
import type { Excerpt } from './excerpt.ts';
import { oneLine } from './inert.ts';
import { dayAndMonth, type Zone } from './local-time.ts';
import type { AlertInput, PastEvent } from './message.ts';
import { evidenceLine, labelled, sections, wrap } from './plain-text.ts';
import { askedSentence, certaintyOf, eventAddress, factOf, kindWords } from './wording.ts';
import { pageTitle, recent, severityWord } from './wording.ts';

/** The plain part of an alert, in the order of its HTML. Made from the event, never from the HTML: nothing is decoded. */
export function alertText(input: AlertInput, excerpt: Excerpt, zone: Zone): string {
  const { event, storedUrl } = input;
  const fact = factOf(event.headline);
  const links = [`Full diff:  ${eventAddress(input, event.id)}`, `Their page: ${oneLine(storedUrl)}`];
  return sections([
    [fact, ...sentences(event, fact)].map((line) => wrap(line)).join('\n'),
    `${severityWord(event.severity)} · ${pageTitle(input)}`,
    ...evidenceText(excerpt),
    event.ourRead && wrap(`Our read (an opinion, not a quote): ${sentence(event.ourRead)}`),
    event.action && wrap(`To do: ${sentence(event.action)}`),
    links.join('\n'),
    doubtText(input, zone),
    historyText(input, zone),
    `--\n${askedSentence(event, input.least)}\nThe page, as you gave it: ${oneLine(storedUrl)}`,
  ]);
}

function evidenceText({ hunks, left }: Excerpt): string[] {
  const boxes = hunks.map(({ path, lines }) => [path, ...lines.map(evidenceLine)].join('\n'));
  return left > 0 ? [...boxes, `${left} more in the full diff.`] : boxes;
}

function doubtText(input: AlertInput, zone: Zone): string {
  const { event } = input;
  return [
    ...reversalFacts(input, zone).map(([label, words]) => labelled(label, words)),
    labelled('Certainty', certaintyOf(event, zone).join(' ')),
    labelled('Kind', kindWords(event)),
    labelled('Severity', [event.severity, ...reasonsOf(event)].join('; ')),
    ...(event.writtenBy === 'rules' ? [labelled('Words', BY_RULES)] : []),
  ].join('\n');
}

function historyText(input: AlertInput, zone: Zone): string | null {
  const past = recent(input);
  if (past.length === 0) return null;
  const line = (event: PastEvent) =>
    wrap(`  ${dayAndMonth(event.toldAt, zone, input.event.toldAt)}: ${factOf(event.headline)}`, '    ');
  return [BEFORE_THIS, ...past.map(line)].join('\n');
}
