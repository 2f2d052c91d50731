import { alertSubject, BY_RULES, followsOf, lateWords } from '../messages/alert-words.ts';
import { reversalFacts, sentence, sentences } from '../messages/alert-words.ts';
import { correctionWords } from '../messages/correction-words.ts';
import { clip, oneLine } from '../messages/inert.ts';
import { counted, zoneOf, type Zone } from '../messages/local-time.ts';
import type { AlertInput, AlertItem, CorrectionInput } from '../messages/message.ts';
import { certaintyOf, eventAddress, factOf, kindWords, namedFact } from '../messages/wording.ts';
import { pageTitle, severityWord, subjectOf } from '../messages/wording.ts';
import { type ChatMessage, type ChatSection, type Detail, type Fact, section, someQuotes } from './chat.ts';

/** What is told at once (PRODUCT 4): the first events whole, the others a line each, the most severe first. */
export function alertChat(input: AlertInput, detail: Detail): ChatMessage {
  const [first, ...others] = input.items;
  const rest = others.slice(detail.whole - 1);
  return {
    subject: alertSubject(input),
    sections: [
      itemSection(first, { input, detail, lead: leadLines(input) }),
      ...others.slice(0, detail.whole - 1).map((item) => itemSection(item, { input, detail, lead: [] })),
      ...(rest.length === 0 ? [] : [restSection(rest, input, detail)]),
    ],
  };
}

interface Around {
  readonly input: AlertInput;
  readonly detail: Detail;
  /** What stands over the whole message. */
  readonly lead: readonly string[];
}

function itemSection(item: AlertItem, { input, detail, lead }: Around): ChatSection {
  const { event, links } = item;
  const zone = zoneOf(input.timeZone);
  const url = eventAddress(input, event.id);
  return section({
    title: subjectOf(namedFact(event.headline, input.competitor)),
    url,
    sentences: sentences(event, factOf(event.headline)).map((words) => clip(words, detail.words)),
    severity: item.severity,
    about: [`${kindWords(event)} · ${pageTitle(item)}`, ...lead],
    quotes: someQuotes(event.quotes, detail.quotes),
    facts: [...returnFacts(item, zone), ...opinions(event, detail)],
    quiet: certaintyWords(event, zone),
    links: [
      ['Full diff', url],
      ['Their page', item.storedUrl],
      ['Useful', links.useful],
      ['Wrong', links.wrong],
      ['Mute this kind here', links.muteKind],
      ['Snooze', links.snooze],
    ],
  });
}

function returnFacts(item: AlertItem, zone: Zone): Fact[] {
  return reversalFacts(item, zone).map(([label, words]) => [label, words] as const);
}

function opinions({ ourRead, action }: AlertItem['event'], { words }: Detail): Fact[] {
  const fact = (label: string, text: string | null): Fact[] =>
    text === null ? [] : [[label, clip(sentence(text), words)]];
  return [...fact('Our read (an opinion)', ourRead), ...fact('To do', action)];
}

function certaintyWords(event: AlertItem['event'], zone: Zone): string {
  const words = certaintyOf(event, zone).join(' ');
  return event.writtenBy === 'rules' ? `${words} Words ${BY_RULES}.` : words;
}

function restSection(items: readonly AlertItem[], input: AlertInput, { lines }: Detail): ChatSection {
  const left = items.length - lines;
  return section({
    title: `${counted(items.length, 'more change')} at ${clip(oneLine(input.competitor), 60)}`,
    url: input.publicUrl,
    lines: items.slice(0, lines).map((item) => {
      const words = `${severityWord(item.severity)}: ${clip(factOf(item.event.headline), 100)}`;
      return [words, eventAddress(input, item.event.id)];
    }),
    quiet: left > 0 ? `${counted(left, 'more change')} on the timeline.` : null,
    links: left > 0 ? [['Timeline', input.publicUrl]] : [],
  });
}

/** What a chat has in place of a thread, and why an old story comes now. */
function leadLines(input: AlertInput): string[] {
  const zone = zoneOf(input.timeZone);
  const late = lateWords(input, zone);
  const follows = followsOf(input, zone);
  return [
    ...(late === null ? [] : [late]),
    ...(follows === null ? [] : [`${follows.words} ${factOf(follows.past.headline)}`]),
  ];
}

/** What was told and was wrong, and why. */
export function correctionChat(input: CorrectionInput, detail: Detail): ChatMessage {
  const { subject, title, sentence: wrong, because, facts } = correctionWords(input);
  const url = eventAddress(input, input.event.id);
  return {
    subject,
    sections: [
      section({
        title,
        url,
        sentences: [wrong],
        facts: facts.map(([label, words]) => [
          label,
          words === because ? clip(because, detail.words) : words,
        ]),
        links: [
          ['The change', url],
          ['Their page', input.storedUrl],
        ],
      }),
    ],
  };
}
