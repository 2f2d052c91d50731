import { correctionWords } from './correction-words.ts';
import { dayAndTime, zoneOf } from './local-time.ts';
import { mailDocument } from './mail-document.ts';
import { footerHtml, footerText, type Footer } from './mail-footer.ts';
import { AUTOMATIC, threadHeaders, unsubscribeHeaders } from './mail-headers.ts';
import { button, dot, facts, paragraph, row, struck, title, type Fact } from './mail-parts.ts';
import { look } from './mail-paint.ts';
import { markup } from './markup.ts';
import type { CorrectionInput, MailMessage } from './message.ts';
import { labelled, sections, wrap } from './plain-text.ts';
import { eventAddress, pageTitle } from './wording.ts';

const QUIET = look({ paint: ['quiet'], css: 'white-space:nowrap' });
const SEE = 'See it on our page';

/** A correction, in the thread of what it corrects: what we told, why it was wrong, sorry without fuss. Pure. */
export function correctionMail(input: CorrectionInput): MailMessage {
  const words = correctionWords(input);
  const { subject, because: preheader } = words;
  const [told, because, ...others] = words.facts;
  const pairs: Fact[] = [
    [told[0], markup`${struck(told[1])} <span ${QUIET}>told&nbsp;${words.toldOn}</span>`],
    [because[0], markup`<b>${because[1]}</b>`],
    ...others,
  ];
  const address = eventAddress(input, input.event.id);
  const footer = footerOf(input, words.why);
  const html = mailDocument({
    subject,
    preheader,
    corner: dayAndTime(input.correctedAt, zoneOf(input.timeZone)),
    rows: [
      row(20, paragraph({ type: 'meta', paint: ['quiet'] }, ['Correction', dot(), pageTitle(input)])),
      row(2, title(words.title)),
      row(8, paragraph({ type: 'lede', paint: ['soft'] }, words.sentence)),
      row(18, facts(pairs)),
      row(20, button(SEE, address)),
    ],
    footer: footerHtml(footer),
  });
  const text = sections([
    `Correction · ${pageTitle(input)}`,
    [words.title, words.sentence].map((line) => wrap(line)).join('\n'),
    words.facts.map(([label, fact]) => labelled(label, fact)).join('\n'),
    `${SEE}: ${address}`,
    footerText(footer),
  ]);
  const headers = { ...AUTOMATIC, ...threadHeaders(input.thread), ...unsubscribeHeaders(input.waysOut) };
  return { subject, preheader, html, text, headers };
}

function footerOf({ storedUrl, waysOut }: CorrectionInput, why: string): Footer {
  return {
    why,
    storedUrls: [storedUrl],
    out: [
      ['Unsubscribe', waysOut.oneClick],
      ['Unsubscribe from everything', waysOut.all],
    ],
  };
}
