import type { Excerpt, ExcerptLine } from '../messages/excerpt.ts';
import { counted } from '../messages/local-time.ts';
import { severityBars, severityWord } from '../messages/wording.ts';
import { type ChatMessage, type ChatSection, REPEAT } from './chat.ts';
import { chatForm } from './chat-form.ts';
import type { ChannelForm } from './form.ts';
import { readServiceAddress, showSecretAddress } from './service-address.ts';

/** The body of a post to a workflow of Teams, or to the connector that workflows replace. */
export interface TeamsMessage {
  readonly type: 'message';
  readonly attachments: readonly [
    {
      readonly contentType: 'application/vnd.microsoft.card.adaptive';
      readonly contentUrl: null;
      readonly content: TeamsCard;
    },
  ];
}

export interface TeamsCard {
  readonly $schema: 'http://adaptivecards.io/schemas/adaptive-card.json';
  readonly type: 'AdaptiveCard';
  readonly version: '1.4';
  readonly msteams: { readonly width: 'Full' };
  readonly body: readonly (TeamsContainer | TeamsLine)[];
}

export interface TeamsContainer {
  readonly type: 'Container';
  readonly separator: boolean;
  readonly items: readonly (TeamsLine | TeamsLinks)[];
}

/** Never a TextBlock: that one parses Markdown. */
export interface TeamsLine {
  readonly type: 'RichTextBlock';
  readonly inlines: readonly TeamsRun[];
}

export interface TeamsLinks {
  readonly type: 'ActionSet';
  readonly actions: readonly TeamsAction[];
}

export interface TeamsAction {
  readonly type: 'Action.OpenUrl';
  readonly title?: string;
  readonly url: string;
}

export interface TeamsRun {
  readonly type: 'TextRun';
  readonly text: string;
  readonly size?: 'medium';
  readonly weight?: 'bolder';
  readonly isSubtle?: true;
  readonly strikethrough?: true;
  readonly selectAction?: TeamsAction;
}

const HOSTS = /\.(?:logic\.azure\.com|api\.powerplatform\.com|webhook\.office\.com)$/;

const TEAMS = {
  isAt: ({ protocol, port, hostname }: URL) => protocol === 'https:' && port === '' && HOSTS.test(hostname),
  say: 'A Teams address is the URL of a workflow “When a Teams webhook request is received”, on logic.azure.com, api.powerplatform.com or webhook.office.com.',
};

/** Microsoft documents 28 KB; senders have met refusals from 21 KB on. */
const MOST_BYTES = 20_000;

/** Microsoft Teams by a workflow. What a page says stands in text runs only, which parse nothing. */
export const teamsForm: ChannelForm<TeamsMessage> = chatForm<TeamsMessage>({
  kind: 'teams',
  readAddress: (given, allow) => readServiceAddress(given, TEAMS, allow),
  showAddress: (address) => {
    // A workflow's secret is in its query; its path ends alike for all, but for the name of the workflow.
    return showSecretAddress(address, /\/workflows\/([^/]+)/.exec(new URL(address).pathname)?.[1]);
  },
  draw: ({ sections }: ChatMessage) => messageOf(sections.map(containerOf)),
  fits: (message) => new TextEncoder().encode(JSON.stringify(message)).length <= MOST_BYTES,
  markAsRepeat(message) {
    const { body } = message.attachments[0].content;
    const [first] = body;
    if (first?.type === 'RichTextBlock' && first.inlines[0]?.text === REPEAT) return message;
    return messageOf([line(run(REPEAT, { isSubtle: true })), ...body]);
  },
});

function messageOf(body: TeamsCard['body']): TeamsMessage {
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    msteams: { width: 'Full' },
    body,
  } as const;
  const contentType = 'application/vnd.microsoft.card.adaptive';
  return { type: 'message', attachments: [{ contentType, contentUrl: null, content }] };
}

function containerOf(part: ChatSection, index: number): TeamsContainer {
  const { title, url, sentences, quotes, facts, lines, quiet, links } = part;
  const heading = run(title, { size: 'medium', weight: 'bolder', ...leadingTo(url) });
  return {
    type: 'Container',
    separator: index > 0,
    items: [
      line(heading),
      ...sentences.map((words) => line(run(words))),
      ...aboutOf(part),
      ...(quotes === null ? [] : quoteLines(quotes)),
      ...facts.map(([label, words]) => line(run(`${label}: `, { weight: 'bolder' }), run(words))),
      ...lines.map(([words, address]) => line(run(words, leadingTo(address)))),
      ...(quiet === null ? [] : [line(run(quiet, { isSubtle: true }))]),
      ...(links.length === 0 ? [] : [actions(links)]),
    ],
  };
}

function aboutOf({ severity, about }: ChatSection): TeamsLine[] {
  return about.map((words, index) => {
    const named = severity === null ? '' : `${severityBars(severity)} ${severityWord(severity)}`;
    const bars = named === '' || index > 0 ? [] : [run(`${named} · `, { weight: 'bolder' })];
    return line(...bars, run(words, { isSubtle: true }));
  });
}

function quoteLines({ hunks, left }: Excerpt): TeamsLine[] {
  return [
    ...hunks.flatMap(({ path, lines }) => [line(run(path, { weight: 'bolder' })), ...lines.map(quoted)]),
    ...(left > 0
      ? [line(run(`${counted(left, 'more difference')} in the full diff.`, { isSubtle: true }))]
      : []),
  ];
}

function quoted({ side, marks }: ExcerptLine): TeamsLine {
  const style = side === 'before' ? ({ strikethrough: true } as const) : ({ weight: 'bolder' } as const);
  const runs = marks.filter(({ text }) => text !== '');
  return line(
    run(side === 'before' ? '− ' : '+ '),
    ...runs.map(({ text, changed }) => run(text, changed ? style : {})),
  );
}

function actions(links: ChatSection['links']): TeamsLinks {
  return {
    type: 'ActionSet',
    actions: links.map(([title, url]) => ({ type: 'Action.OpenUrl', title, url }) as const),
  };
}

function leadingTo(url: string | null): Pick<TeamsRun, 'selectAction'> {
  return url === null ? {} : { selectAction: { type: 'Action.OpenUrl', url } };
}

function line(...inlines: readonly TeamsRun[]): TeamsLine {
  return { type: 'RichTextBlock', inlines };
}

function run(text: string, style: Omit<TeamsRun, 'type' | 'text'> = {}): TeamsRun {
  return { type: 'TextRun', text: text.toWellFormed(), ...style };
}
