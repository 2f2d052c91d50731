import type { ToldEvent } from '../told-event.ts';
import { lookLinks, opinionLinks, quietLinks } from './alert-links.ts';
import { AN_OPINION, BEFORE_THIS, BY_RULES, pastWords, reasonsOf, reversalFacts } from './alert-words.ts';
import { sentence, sentences, WORTH_IT } from './alert-words.ts';
import { excerptOf } from './excerpt.ts';
import type { Zone } from './local-time.ts';
import { look } from './mail-paint.ts';
import { aside, button, dot, evidence, facts, link, links, paragraph, row, rule } from './mail-parts.ts';
import { sectionTitle, severityMark, title, type Fact } from './mail-parts.ts';
import { markup, type Markup } from './markup.ts';
import type { AlertInput, AlertItem, PastEvent } from './message.ts';
import { certaintyOf, eventAddress, factOf, kindWords, pageTitle, recent } from './wording.ts';

/** One event whole, as the only one of its mail. */
export function itemRows(input: AlertInput, zone: Zone): Markup[] {
  const [item] = input.items;
  return [
    ...newsRows(input, item, zone),
    ...doubtRows(item, zone),
    ...historyRows(input, item, zone),
    ...feedbackRows(item),
  ];
}

function newsRows(input: AlertInput, item: AlertItem, zone: Zone): Markup[] {
  const { event } = item;
  const fact = factOf(event.headline);
  const [diff, ...elsewhere] = lookLinks(input, item);
  return [
    row(20, whereAndHowSevere(item)),
    row(2, title(fact)),
    ...sentences(event, fact).map((line) => row(8, paragraph({ type: 'lede', paint: ['soft'] }, line))),
    evidence(excerptOf(event.quotes)),
    ...stateRows(input, item, zone),
    ...readRows(event),
    row(20, button(...diff)),
    row(10, paragraph({ type: 'fact', paint: ['soft'] }, links(elsewhere))),
  ];
}

/** "▂▄▆ High · Fernlight › Pricing · reversal" */
export function whereAndHowSevere(item: AlertItem): Markup {
  const returns = item.event.returns === 'reversal' ? [dot(), 'reversal'] : [];
  const where = [severityMark(item.severity), dot(), pageTitle(item), ...returns];
  return paragraph({ type: 'meta', paint: ['quiet'] }, where);
}

const THEIR_WORDS = look({ type: 'theirs-small' });

/** Of a reversal: what stood first, what we told, what stands now. */
export function stateRows(input: Pick<AlertInput, 'publicUrl'>, item: AlertItem, zone: Zone): Markup[] {
  const states = reversalFacts(item, zone).map(([label, words, id]): Fact => {
    if (id !== null) return [label, link(words, eventAddress(input, id))];
    return [label, words.startsWith('“') ? markup`<span ${THEIR_WORDS}>${words}</span>` : words];
  });
  return states.length === 0 ? [] : [row(18, facts(states))];
}

/** Our read and what to do, marked as ours; none where there is no basis. */
export function readRows({ ourRead, action }: ToldEvent): Markup[] {
  const line = (name: string, words: string) =>
    markup`<b ${look({ paint: ['ink'] })}>${name}</b> ${sentence(words)}`;
  const note = markup` <span ${look({ paint: ['quiet'] })}>${AN_OPINION}</span>`;
  const lines = [
    ...(ourRead === null ? [] : [markup`${line('Our read:', ourRead)}${note}`]),
    ...(action === null ? [] : [line('To do:', action)]),
  ];
  if (lines.length === 0) return [];
  return [row(20, aside(lines.map((each, index) => markup`${index === 0 ? '' : markup`<br />`}${each}`)))];
}

function doubtRows(item: AlertItem, zone: Zone): Markup[] {
  const { event, severity } = item;
  const lines = (all: readonly string[]) =>
    all.map((each, index) => markup`${index === 0 ? '' : markup`<br />`}${each}`);
  const byRules: Fact = ['Words', markup`<span ${look({ paint: ['quiet'] })}>${BY_RULES}</span>`];
  return [
    rule(),
    row(
      14,
      facts([
        ['Certainty', lines(certaintyOf(event, zone))],
        ['Kind', kindWords(event)],
        [`Why ${severity}`, lines(reasonsOf(item))],
        ...(event.writtenBy === 'rules' ? [byRules] : []),
      ]),
    ),
  ];
}

function historyRows(input: AlertInput, item: AlertItem, zone: Zone): Markup[] {
  const past = recent(item);
  if (past.length === 0) return [];
  const line = (each: PastEvent, index: number) => {
    const { date, fact } = pastWords(each, item.event, zone);
    return markup`${index === 0 ? '' : markup`<br />`}${date}: ${link(fact, eventAddress(input, each.id))}`;
  };
  return [
    rule(),
    row(16, sectionTitle(BEFORE_THIS)),
    row(4, paragraph({ type: 'fact', paint: ['soft'] }, past.map(line))),
  ];
}

function feedbackRows(item: AlertItem): Markup[] {
  const line = { type: 'fact', paint: ['soft'], css: 'line-height:26px' } as const;
  return [
    rule(),
    row(16, sectionTitle(WORTH_IT)),
    row(4, paragraph(line, links(opinionLinks(item)))),
    row(0, paragraph(line, links(quietLinks(item)))),
  ];
}
