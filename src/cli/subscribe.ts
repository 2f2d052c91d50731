import { changeWish, faultOfWords } from '../flows/subscriptions.ts';
import { answer, flagText, Misused, Refused, withApp, type Command } from './command.ts';

export const subscribe: Command = {
  name: 'subscribe',
  usage: 'URL [--channel ID[,ID]] [--least SEVERITY] [--kinds a,b]',
  about: 'choose what a page tells you, and where',
  flags: { channel: { type: 'string' }, least: { type: 'string' }, kinds: { type: 'string' } },
  takes: [1, 1],
  async run(invocation) {
    const [url = ''] = invocation.positionals;
    const channels = listOf(flagText(invocation, 'channel'));
    const bad = channels?.find((id) => !/^\d{1,15}$/.test(id));
    if (bad !== undefined) throw new Misused(`--channel takes numbers of channels, not "${bad}"`);
    const channelIds = channels === null ? null : [...new Set(channels.map(Number))];
    const least = flagText(invocation, 'least');
    const kinds = listOf(flagText(invocation, 'kinds'));
    for (const [flag, list] of [
      ['channel', channels],
      ['kinds', kinds],
    ] as const) {
      if (list?.length === 0) throw new Misused(`--${flag} needs something to choose`);
    }
    const fault = faultOfWords({ least, kinds });
    if (fault !== null) throw new Misused(fault);
    return withApp(invocation, async ({ db, account }) => {
      const done = await changeWish(db, account, { url, channelIds, least, kinds });
      if (!done.ok) throw new Refused(done.say);
      const { subscriptionId, pageId } = done;
      const wish = { channels: channelIds, least, kinds };
      answer(invocation, { subscription: { id: subscriptionId, page: pageId, ...wish } }, [
        sentence(url, wish),
      ]);
      return 0;
    });
  },
};

function listOf(text: string | null): readonly string[] | null {
  if (text === null) return null;
  const parts = text.split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '');
}

function sentence(
  url: string,
  wish: { channels: readonly number[] | null; least: string | null; kinds: readonly string[] | null },
): string {
  const changed = [
    ...(wish.kinds === null ? [] : [`kinds ${wish.kinds.join(', ')}`]),
    ...(wish.least === null ? [] : [`from ${wish.least} on`]),
    ...(wish.channels === null ? [] : [`to channel ${wish.channels.join(', ')}`]),
  ];
  return `${url}: ${changed.length === 0 ? 'nothing was changed' : changed.join(', ')}.`;
}
