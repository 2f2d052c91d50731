import { WORD_END, WORD_START } from './tongues.ts';

type Role = 'effective' | 'end' | 'other';

const EFFECTIVE_WORDS =
  '(?:effective|in effect|takes? effect|valid from|starting|as of|from|gültig ab|wirksam|in kraft|ab dem|ab|à compter du|à partir du|en vigueur|vigente|a partir del?|efectiv\\p{L}+|a partire dal?|dal|vanaf|met ingang van|per|od(?: dnia)?|obowiązuje|från(?: och med)?|gäller|fra(?: og med)?|gælder|gjelder|začíná|s účinností|účinn\\p{L}+|începând cu|din|с|начиная с|вступает в силу|з|від|починаючи з|από|ισχύει|من|ابتداء(?:ً)? من|اعتبار[اًا]* من|החל מ|מ)';
const EFFECTIVE = new RegExp(`${WORD_START}${EFFECTIVE_WORDS}${WORD_END}[^.]{0,15}$`, 'u');
const EFFECTIVE_BEHIND =
  /^\s*(?:\)|:)?\s*(?:takes? effect|in kraft|wirksam|alkaen|lähtien|-?(?:tól|től|i hatállyal)|['’]?\p{L}{0,3} itibaren|tarihinden|より|から|以降|起|开始|開始|부터|시행)/u;
const END_WORDS =
  "(?:until|through|till|ends?(?: on)?|ending|expires?(?: on)?|by|before|deadline|bis(?: zum)?|endet(?: am)?|läuft ab|jusqu'au|jusqu’au|avant le|expire le|hasta(?: el)?|termina(?: el)?|sunset(?: on)?|shut(?:s|ting)? down(?: on)?|retire[ds]?(?: on)?|removed(?: on| in| from| after)?|(?:switched|turned) off(?: on| in| from| after)?|stops? working(?: on| in| from| after)?|entfernt(?: am| ab)?|abgeschaltet(?: am| ab)?|discontinued(?: on| from| after)?|end of life(?: on)?|offer valid|fino al?|entro il|scade il|tot(?: en met)?|t/m|uiterlijk|vóór|até(?: ao?)?|antes de|do(?: dnia)?|kończy się|till och med|t\\.?o\\.?m\\.?|till|senast|slutar|til(?: og med)?|senest|utløper|udløber|končí|platí do|până (?:la|pe|în)|pana la|expiră(?: pe)?|до|по|истекает|закінчується|έως|μέχρι|ως|λήγει|حتى|لغاية|ينتهي(?: في)?|עד|son (?:gün|tarih))";
const END = new RegExp(`${WORD_START}${END_WORDS}${WORD_END}[^.]{0,10}$`, 'u');
/** Suffixes and words that some languages set behind the day. */
const END_BEHIND =
  /^\s*\)?\s*(?:saakka|asti|mennessä|-?ig(?!\p{L})|['’]?\p{L}{0,3} (?:kadar|tarihine)|tarihine|まで|迄|締切|終了|前|为止|為止|截止|止|까지|마감|종료|\(?(?:incl|inclus|włącznie|včetně|vrátane|включительно|включно))/u;

/** What a day means by the lower-case words around it: something ends, takes effect, or neither. */
export function roleOf({ before, behind }: { before: string; behind: string }): Role {
  if (END.test(before) || END_BEHIND.test(behind)) return 'end';
  return EFFECTIVE.test(before) || EFFECTIVE_BEHIND.test(behind) ? 'effective' : 'other';
}

const END_CLOSES = new RegExp(`${WORD_START}${END_WORDS}${WORD_END}\\W*$`, 'u');
const EFFECTIVE_CLOSES = new RegExp(`${WORD_START}${EFFECTIVE_WORDS}${WORD_END}\\W*$`, 'u');

/** The same for a label whose last word leads to the day: "available until", not "news until now". */
export function roleAtEnd(label: string): Role {
  if (END_CLOSES.test(label)) return 'end';
  return EFFECTIVE_CLOSES.test(label) ? 'effective' : 'other';
}
