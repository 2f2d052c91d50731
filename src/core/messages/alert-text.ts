import { alertFooter } from './alert-footer.ts';
import { ALSO, FEW_QUOTES, type Share } from './alert-gathered.ts';
import { leaveLink, lookLinks, opinionLinks, quietLinks, type NamedLink } from './alert-links.ts';
import { BEFORE_THIS, BY_RULES, followsOf, GATHERED, gatheredTitle, lateWords } from './alert-words.ts';
import { pastWords, reasonsOf, reversalFacts, sentence, sentences, WORTH_IT } from './alert-words.ts';
import { leftWords } from './digest-words.ts';
import { excerptOf, type Excerpt } from './excerpt.ts';
import { oneLine } from './inert.ts';
import type { Zone } from './local-time.ts';
import { footerText } from './mail-footer.ts';
import type { AlertInput, AlertItem, PastEvent } from './message.ts';
import { evidenceLine, labelled, sections, wrap } from './plain-text.ts';
import { certaintyOf, eventAddress, factOf, kindWords, pageTitle, recent, severityWord } from './wording.ts';

/** The plain part of an alert, in the order of its HTML. Made from the events, never from the HTML: nothing is decoded. */
export function alertText(input: AlertInput, share: Share, zone: Zone): string {
  const news = input.items.length === 1 ? itemText(input, zone) : gatheredText(input, share, zone);
  return sections([...noteText(input, zone), ...news, footerText(alertFooter(input, share))]);
}

function noteText(input: AlertInput, zone: Zone): (string | null)[] {
  const follows = followsOf(input, zone);
  const late = lateWords(input, zone);
  return [
    late === null ? null : wrap(late),
    follows === null
      ? null
      : `${wrap(`${follows.words} ${factOf(follows.past.headline)}`)}\n${eventAddress(input, follows.past.id)}`,
  ];
}

function itemText(input: AlertInput, zone: Zone): (string | null)[] {
  const [item] = input.items;
  return [
    ...newsText(item, excerptOf(item.event.quotes), zone),
    namedLinks(lookLinks(input, item)),
    doubtText(item, zone),
    historyText(input, item, zone),
    [WORTH_IT, namedLinks(opinionLinks(item)), namedLinks(quietLinks(item))].join('\n'),
  ];
}

function gatheredText(input: AlertInput, share: Share, zone: Zone): (string | null)[] {
  const { items } = input;
  const rest = items.slice(share.whole, share.whole + share.lines);
  const left = items.length - share.whole - rest.length;
  return [
    `${wrap(gatheredTitle(input))}\n${wrap(GATHERED)}`,
    ...items
      .slice(0, share.whole)
      .flatMap((item, index) => [
        `${'- '.repeat(20)}${index + 1} of ${items.length}`,
        ...newsText(item, excerptOf(item.event.quotes, FEW_QUOTES), zone),
        namedLinks(lookLinks(input, item)),
        doubtText(item, zone),
        namedLinks([...opinionLinks(item), ...quietLinks(item), leaveLink(item)]),
      ]),
    rest.length === 0 ? null : [ALSO, ...rest.map((item) => lineText(input, item))].join('\n'),
    left === 0 ? null : `${leftWords(left)}: ${input.publicUrl}`,
  ];
}

function newsText(item: AlertItem, excerpt: Excerpt, zone: Zone): (string | null)[] {
  const { event, severity } = item;
  const fact = factOf(event.headline);
  const returns = event.returns === 'reversal' ? ' · reversal' : '';
  return [
    `${severityWord(severity)} · ${pageTitle(item)}${returns}`,
    [fact, ...sentences(event, fact)].map((line) => wrap(line)).join('\n'),
    ...evidenceText(excerpt),
    reversalFacts(item, zone)
      .map(([label, words]) => labelled(label, words))
      .join('\n'),
    event.ourRead && wrap(`Our read (an opinion, not a quote): ${sentence(event.ourRead)}`),
    event.action && wrap(`To do: ${sentence(event.action)}`),
  ];
}

function evidenceText({ hunks, left }: Excerpt): string[] {
  const boxes = hunks.map(({ path, lines }) => [path, ...lines.map(evidenceLine)].join('\n'));
  return left > 0 ? [...boxes, `${left} more in the full diff.`] : boxes;
}

function namedLinks(pairs: readonly NamedLink[]): string {
  return pairs.map(([words, url]) => `${words}: ${oneLine(url)}`).join('\n');
}

function doubtText(item: AlertItem, zone: Zone): string {
  const { event, severity } = item;
  return [
    labelled('Certainty', certaintyOf(event, zone).join(' ')),
    labelled('Kind', kindWords(event)),
    labelled('Severity', [severity, ...reasonsOf(item)].join('; ')),
    ...(event.writtenBy === 'rules' ? [labelled('Words', BY_RULES)] : []),
  ].join('\n');
}

function historyText(input: AlertInput, item: AlertItem, zone: Zone): string | null {
  const past = recent(item);
  if (past.length === 0) return null;
  const lines = past.flatMap((each: PastEvent) => {
    const { date, fact } = pastWords(each, item.event, zone);
    return [wrap(`  ${date}: ${fact}`, '    '), `    ${eventAddress(input, each.id)}`];
  });
  return [BEFORE_THIS, ...lines].join('\n');
}

function lineText(input: AlertInput, item: AlertItem): string {
  return [
    wrap(`  ${factOf(item.event.headline)}`, '    '),
    `    ${severityWord(item.severity)} · ${pageTitle(item)}`,
    `    ${eventAddress(input, item.event.id)}`,
  ].join('\n');
}
