import { faultOfWords, wish, wishWords, type About, type WishWords } from '../flows/wishes.ts';
import {
  answer,
  flagText,
  flagTime,
  Misused,
  Refused,
  withApp,
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
    const fault = faultOfWords(words);
    if (fault !== null) throw new Misused(fault);
    return withApp(invocation, async ({ db, world, account }) => {
      if (asksNothing(words)) {
        const holds = await wishWords(db, world, { account, about });
        answer(invocation, { words: holds }, [holds]);
        return 0;
      }
      const done = await wish(db, world, { account, about, words });
      if (!done.ok) throw new Refused(done.say);
      const { channelIds: channels, least, kinds, pace } = words;
      const subscription = { id: done.subscriptionId, page: done.pageId, channels, least, kinds, pace };
      answer(invocation, { subscription, words: done.words }, [`${done.words}.`]);
      return 0;
    });
  },
};

function aboutOf(invocation: Invocation): About {
  const [url] = invocation.positionals;
  const competitor = flagText(invocation, 'competitor');
  const all = invocation.flags['all'] === true;
  const given = [url !== undefined, competitor !== null, all].filter(Boolean).length;
  if (given !== 1) throw new Misused('subscribe takes a URL, or --competitor NAME, or --all');
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
    mutedUntil: mute === 'none' ? 'none' : flagTime(invocation, 'mute-until'),
    watchWords: listOf(invocation, 'watch-words'),
    instruction: flagText(invocation, 'instruction')?.trim() ?? null,
  };
}

function asksNothing(words: WishWords): boolean {
  const { channelIds, least, kinds, pace, mutedUntil, watchWords, instruction, reset } = words;
  const asked = [channelIds, least, kinds, pace, mutedUntil, watchWords, instruction];
  return !reset && asked.every((word) => word === null);
}

function listOf(invocation: Invocation, flag: string): readonly string[] | null {
  const text = flagText(invocation, flag);
  if (text === null) return null;
  const parts = text.split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '');
}
