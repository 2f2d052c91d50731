import { sentence, sentences } from '../messages/alert-words.ts';
import { channelNoticeWords } from '../messages/channel-notice-words.ts';
import { correctionWords } from '../messages/correction-words.ts';
import { excerptOf } from '../messages/excerpt.ts';
import { clip, oneLine, webAddress } from '../messages/inert.ts';
import { dayAndTime, zoneOf } from '../messages/local-time.ts';
import type { AlertInput } from '../messages/message.ts';
import { noticeWords, TEST_SENTENCE, TEST_SUBJECT } from '../messages/notice-words.ts';
import { certaintyOf, eventAddress, factOf, kindWords, namedFact, pageTitle } from '../messages/wording.ts';
import { severityWord, subjectOf } from '../messages/wording.ts';
import type { Correction } from '../told-event.ts';
import { type FeedBlock, feedHtml, feedText } from './feed-text.ts';
import type { ChannelForm } from './form.ts';
import { theOnly } from './one-event.ts';

/** One entry of an account's feed, stored with its delivery and published as it is, but for a correction. */
export interface FeedItem {
  /** A URL, unique and lasting (RFC 4287 4.2.6); readers know a repeated entry by it. */
  readonly id: string;
  readonly title: string;
  /** Where the entry leads: a page of ours. */
  readonly url: string;
  /** When it was told, ISO 8601. */
  readonly date: string;
  /** When it was corrected, ISO 8601; left out: it was not. */
  readonly updated?: string;
  /** Paragraphs and quotes whose every text is escaped; no address of a page is a link in it. */
  readonly html: string;
  readonly text: string;
  readonly summary: string;
}

/** The secret part of a feed's address, as we make it: base64url. */
const TOKEN = /^[A-Za-z0-9_-]{22,64}$/;

/** The account's feed, behind an address that we make. Readers fetch it; nothing is sent. */
export const feedForm: ChannelForm<FeedItem> = {
  kind: 'feed',
  takes: null,
  knowsRepeats: true,
  signs: false,
  gathers: false,
  digestByDefault: false,
  readAddress: (given) =>
    TOKEN.test(given)
      ? { ok: true, address: given }
      : { ok: false, say: 'We make the address of a feed; leave it out.' },
  showAddress: (address) => `feed …${address.slice(-4)}`,
  alert: alertItem,
  correction(input) {
    const { subject, title, sentence: words, facts } = correctionWords(input);
    const url = eventAddress(input, input.event.id);
    return item({
      id: `${url}#corrected-${input.correctedAt.getTime()}`,
      title: subject,
      url,
      at: input.correctedAt,
      blocks: [{ text: title }, { text: words }, ...facts.map(asBlock)],
    });
  },
  notice(input) {
    const { subject, sentence: words, facts, act } = noticeWords(input);
    const page = `${origin(input.publicUrl)}/pages/${input.notice.pageId}`;
    return item({
      id: `${page}#notice-${input.notice.id}`,
      title: subject,
      url: act?.url ?? page,
      at: input.notice.createdAt,
      blocks: [{ text: words }, ...facts.map(asBlock)],
    });
  },
  channelNotice(input) {
    const { subject, sentence: words, facts } = channelNoticeWords(input);
    return item({
      id: `${origin(input.publicUrl)}/channels#${input.kind}-${input.since.getTime()}`,
      title: subject,
      url: input.link,
      at: input.since,
      blocks: [{ text: words }, ...facts.map(asBlock)],
    });
  },
  test({ now, publicUrl, timeZone }) {
    return item({
      id: `${origin(publicUrl)}/channels#test-${now.getTime()}`,
      title: TEST_SUBJECT,
      url: publicUrl,
      at: now,
      blocks: [{ text: TEST_SENTENCE }, { text: `A test, sent ${dayAndTime(now, zoneOf(timeZone))}.` }],
    });
  },
  digest: null,
  markAsRepeat: (message) => message,
};

/** The entry of a change, saying that it was not right. */
export function correctedItem(published: FeedItem, { at, because }: Correction): FeedItem {
  const blocks = [{ label: 'Corrected: this was not right', text: sentence(clip(oneLine(because), 600)) }];
  return {
    ...published,
    updated: at.toISOString(),
    title: `Corrected: ${published.title}`,
    html: `${feedHtml(blocks)}\n${published.html}`,
    text: `${feedText(blocks)}\n${published.text}`,
  };
}

function alertItem(input: AlertInput): FeedItem {
  const told = theOnly(input.items);
  const { event } = told;
  const url = eventAddress(input, event.id);
  const { hunks, left } = excerptOf(event.quotes);
  const title = subjectOf(namedFact(event.headline, input.competitor));
  const [summary = title] = sentences(event, factOf(event.headline));
  return item({
    id: url,
    title,
    url,
    at: event.toldAt,
    summary,
    blocks: [
      { text: summary },
      { text: `${severityWord(told.severity)} · ${kindWords(event)} · ${pageTitle(told)}` },
      ...hunks.map(({ path, lines }) => ({ label: path, quotes: lines })),
      ...(left > 0 ? [{ text: `${left} more in the full diff.` }] : []),
      ...opinion('Our read (an opinion)', event.ourRead),
      ...opinion('To do', event.action),
      { text: certaintyOf(event, zoneOf(input.timeZone)).join(' ') },
      { label: 'Their page', text: oneLine(told.storedUrl) },
    ],
  });
}

function opinion(label: string, words: string | null): FeedBlock[] {
  return words === null ? [] : [{ label, text: sentence(words) }];
}

function asBlock([label, text]: readonly [string, string]): FeedBlock {
  return { label, text: sentence(text) };
}

interface Said {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly at: Date;
  readonly summary?: string;
  readonly blocks: readonly FeedBlock[];
}

function item({ id, title, url, at, summary, blocks }: Said): FeedItem {
  return {
    id,
    title: oneLine(title),
    url: webAddress(url) ?? id,
    date: at.toISOString(),
    html: feedHtml(blocks),
    text: feedText(blocks),
    summary: clip(oneLine(summary ?? blocks[0]?.text ?? title), 300),
  };
}

function origin(publicUrl: string): string {
  return publicUrl.replace(/\/+$/, '');
}
