import { asSentence } from '../core/messages/hold-words.ts';
import { allThatHolds, whatHolds, type About, type Held } from '../flows/what-holds.ts';
import { faultOfWords, wish, type WishWords } from '../flows/wishes.ts';
import type { Account } from '../store/accounts.ts';
import {
  answer,
  flagText,
  flagDay,
  Misused,
  Refused,
  withApp,
  type App,
  type Command,
  type Invocation,
} from './command.ts';

export const subscribe: Command = {
  name: 'subscribe',
  usage:
    '[URL | --competitor NAME | --all] [--channel ID[,ID]] [--least SEVERITY] [--kinds a,b] [--pace "by severity"|"at once"|digest] [--first] [--reset] [--mute-until TIME|none] [--watch-words a,b] [--instruction TEXT]',
  about:
    'choose what a page, a competitor or everything tells you, how soon and where; alone it says what holds',
  flags: {
    competitor: { type: 'string' },
    all: { type: 'boolean' },
    channel: { type: 'string' },
    least: { type: 'string' },
    kinds: { type: 'string' },
    pace: { type: 'string' },
    first: { type: 'boolean' },
    reset: { type: 'boolean' },
    'mute-until': { type: 'string' },
    'watch-words': { type: 'string' },
    instruction: { type: 'string' },
  },
  takes: [0, 1],
  async run(invocation) {
    const about = aboutOf(invocation);
    const words = wordsOf(invocation);
    const mute = muteOf(invocation);
    const fault = faultOfWords(words);
    if (fault !== null) throw new Misused(fault);
    const asks = mute !== null || !asksNothing(words);
    if (about === null) {
      if (asks) throw new Misused('say whom it is about: a URL, --competitor NAME or --all');
      return withApp(invocation, async (app) => showAll(invocation, app));
    }
    return withApp(invocation, async (app) => {
      if (!asks) return showOne(invocation, app, about);
      const { db, world, account } = app;
      const done = await wish(db, world, {
        account,
        about,
        words: mute === null ? words : { ...words, mutedUntil: mute(account) },
      });
      if (!done.ok) throw new Refused(done.say);
      const { channelIds: channels, least, kinds, pace } = words;
      const subscription = { id: done.subscriptionId, page: done.pageId, channels, least, kinds, pace };
      answer(invocation, { subscription, ...jsonOf(done.held) }, sentences(done.held));
      return 0;
    });
  },
};

/** Everything first, then what has something of its own, each under its name. */
async function showAll(invocation: Invocation, { db, world, account }: App): Promise<number> {
  const all = await allThatHolds(db, world, account);
  const lines = all.flatMap((held) => [`${held.of ?? 'Everything'}:`, ...indented(sentences(held))]);
  answer(invocation, { holds: all.map(jsonOf) }, [
    ...lines,
    ...(all.length === 1 ? ['No competitor and no page has anything of its own.'] : []),
  ]);
  return 0;
}

async function showOne(invocation: Invocation, { db, world, account }: App, about: About): Promise<number> {
  const found = await whatHolds(db, world, { account, about });
  if (!found.ok) throw new Refused(found.say);
  answer(invocation, jsonOf(found.held), sentences(found.held));
  return 0;
}

function jsonOf({ of, rules, mutedUntil, mutes, watchWords, instruction, lines }: Held): object {
  const buttons = mutes.map(({ channelId: channel, url, kind, until }) => ({ channel, url, kind, until }));
  return { of, rules, mutedUntil, mutes: buttons, watchWords, instruction, words: lines.join('; ') };
}

function sentences({ lines }: Held): readonly string[] {
  return lines.map(asSentence);
}

function indented(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `  ${line}`);
}

/** Null: nobody is named. */
function aboutOf(invocation: Invocation): About | null {
  const [url] = invocation.positionals;
  const competitor = flagText(invocation, 'competitor');
  const all = invocation.flags['all'] === true;
  const given = [url !== undefined, competitor !== null, all].filter(Boolean).length;
  if (given > 1) throw new Misused('subscribe takes a URL, or --competitor NAME, or --all');
  if (given === 0) return null;
  if (url !== undefined) return { url };
  return competitor === null ? { all: true } : { competitor };
}

function wordsOf(invocation: Invocation): WishWords {
  const channels = listOf(invocation, 'channel');
  const bad = channels?.find((id) => !/^\d{1,15}$/.test(id));
  if (bad !== undefined) throw new Misused(`--channel takes numbers of channels, not "${bad}"`);
  const kinds = listOf(invocation, 'kinds');
  for (const [flag, list] of [
    ['channel', channels],
    ['kinds', kinds],
  ] as const) {
    if (list?.length === 0) throw new Misused(`--${flag} needs something to choose`);
  }
  const mute = flagText(invocation, 'mute-until');
  return {
    channelIds: channels === null ? null : [...new Set(channels.map(Number))],
    least: flagText(invocation, 'least'),
    kinds,
    pace: flagText(invocation, 'pace'),
    first: invocation.flags['first'] === true,
    reset: invocation.flags['reset'] === true,
    mutedUntil: mute === 'none' ? 'none' : null,
    watchWords: listOf(invocation, 'watch-words'),
    instruction: flagText(invocation, 'instruction')?.trim() ?? null,
  };
}

/** A time to come. Null: none is given, or a mute ends now. */
function muteOf(invocation: Invocation): ((account: Account) => Date) | null {
  return flagText(invocation, 'mute-until') === 'none' ? null : flagDay(invocation, 'mute-until');
}

function asksNothing(words: WishWords): boolean {
  const { channelIds, least, kinds, pace, mutedUntil, watchWords, instruction, reset } = words;
  const asked = [channelIds, least, kinds, pace, mutedUntil, watchWords, instruction];
  const nothing = !reset && asked.every((word) => word === null);
  if (nothing && words.first) throw new Misused('--first needs a rule to put first, such as --kinds pricing');
  return nothing;
}

function listOf(invocation: Invocation, flag: string): readonly string[] | null {
  const text = flagText(invocation, flag);
  if (text === null) return null;
  const parts = text.split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '');
}
