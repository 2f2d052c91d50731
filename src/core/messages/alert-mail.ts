import type { ToldEvent } from '../told-event.ts';
import { alertText } from './alert-text.ts';
import { BEFORE_THIS, BY_RULES, reasonsOf, reversalFacts, sentence, sentences } from './alert-words.ts';
import { excerptOf, type Excerpt } from './excerpt.ts';
import { clip, oneLine } from './inert.ts';
import { dayAndMonth, dayAndTime, zoneOf, type Zone } from './local-time.ts';
import { AUTOMATIC, mailDocument } from './mail-document.ts';
import { aside, button, dot, evidence, facts, link, paragraph, row, rule } from './mail-parts.ts';
import { sectionTitle, severityMark, title, type Fact } from './mail-parts.ts';
import { look } from './mail-paint.ts';
import { markup, type Markup } from './markup.ts';
import type { AlertInput, MailMessage, PastEvent } from './message.ts';
import { askedSentence, certaintyOf, eventAddress, factOf, kindWords } from './wording.ts';
import { namedFact, pageTitle, recent, subjectOf } from './wording.ts';

/**
 * One event as a mail (PRODUCT 3): the fact, one sentence, the evidence, our read, how sure we are. Pure: the same
 * input gives the same bytes. Never throws on what a page, a name or a time zone holds.
 */
export function alertMail(input: AlertInput): MailMessage {
  const subject = subjectOf(namedFact(input.event.headline, input.competitor));
  const preheader = clip(oneLine(input.event.ourRead ?? input.event.action ?? input.event.summary), 200);
  const zone = zoneOf(input.timeZone);
  const excerpt = excerptOf(input.event.quotes);
  const html = mailDocument({
    subject,
    preheader,
    corner: dayAndTime(input.event.toldAt, zone),
    rows: [...newsRows(input, excerpt), ...doubtRows(input, zone), ...historyRows(input, zone)],
    footer: footerOf(input),
  });
  return { subject, preheader, html, text: alertText(input, excerpt, zone), headers: alertHeaders(input) };
}

/** An event and what reverses it name the same thread (RFC 5322 3.6.4), so that clients put them together. */
function alertHeaders({ event, publicUrl }: AlertInput): Record<string, string> {
  const host = URL.parse(publicUrl)?.hostname ?? 'localhost';
  return { ...AUTOMATIC, References: `<event.${event.reversesEventId ?? event.id}@${host}>` };
}

function newsRows(input: AlertInput, excerpt: Excerpt): Markup[] {
  const { event } = input;
  const where = [severityMark(event.severity), dot(), pageTitle(input)];
  const fact = factOf(event.headline);
  return [
    row(20, paragraph({ type: 'meta', paint: ['quiet'] }, where)),
    row(2, title(fact)),
    ...sentences(event, fact).map((line) => row(8, paragraph({ type: 'lede', paint: ['soft'] }, line))),
    evidence(excerpt),
    ...opinionRows(event),
    row(20, button('See the full diff', eventAddress(input, event.id))),
    row(10, paragraph({ type: 'fact', paint: ['soft'] }, link('Open their page', input.storedUrl))),
  ];
}

function opinionRows({ ourRead, action }: ToldEvent): Markup[] {
  if (ourRead === null && action === null) return [];
  const strong = (words: string) => markup`<b>${words}</b>`;
  const note = markup`<span ${look({ paint: ['quiet'] })}>An opinion, not a quote.</span>`;
  const read = ourRead === null ? [] : [strong('Our read:'), ` ${sentence(ourRead)} `, note];
  const todo =
    action === null
      ? []
      : [markup`${ourRead === null ? '' : markup`<br />`}`, strong('To do:'), ` ${sentence(action)}`];
  return [row(20, aside([...read, ...todo]))];
}

function doubtRows(input: AlertInput, zone: Zone): Markup[] {
  const { event } = input;
  const [seen, window] = certaintyOf(event, zone);
  const reasons = reasonsOf(event);
  const pairs: Fact[] = [
    ...reversalFacts(input, zone).map(([label, words, id]): Fact => {
      return [label, id === null ? words : link(words, eventAddress(input, id))];
    }),
    ['Certainty', markup`${seen}<br />${window}`],
    ['Kind', kindWords(event)],
    [
      `Why ${event.severity}`,
      reasons.map((reason, index) => markup`${index === 0 ? '' : markup`<br />`}${reason}`),
    ],
  ];
  if (event.writtenBy === 'rules')
    pairs.push(['Words', markup`<span ${look({ paint: ['quiet'] })}>${BY_RULES}</span>`]);
  return [rule(), row(14, facts(pairs))];
}

function historyRows(input: AlertInput, zone: Zone): Markup[] {
  const past = recent(input);
  if (past.length === 0) return [];
  const line = (event: PastEvent, index: number) =>
    markup`${index === 0 ? '' : markup`<br />`}${dayAndMonth(event.toldAt, zone, input.event.toldAt)}:
    ${link(factOf(event.headline), eventAddress(input, event.id))}`;
  return [
    rule(),
    row(16, sectionTitle(BEFORE_THIS)),
    row(4, paragraph({ type: 'fact', paint: ['soft'] }, past.map(line))),
  ];
}

function footerOf({ event, least, storedUrl }: AlertInput): Markup {
  return markup`${askedSentence(event, least)} The page, as you gave it:<br />${oneLine(storedUrl)}<br />No pixel in this mail.`;
}
