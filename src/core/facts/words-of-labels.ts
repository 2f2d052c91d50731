import { WORD_END, WORD_START } from './tongues.ts';
import { roleAtEnd } from './words-of-dates.ts';

/** Words of a label or heading that say that the day beneath it ends something. A bare "end" is the end of anything. */
const ENDS = new RegExp(
  [
    `${WORD_START}(?:shut[- ]?down|shutting down|shuts down|switch(?:ed)?[- ]?off|turned off|sunset(?:s|ting)?|end[- ]of[- ](?:life|support|sales?|service|availability|maintenance|updates|offer|term|contract|trial|promotion|registration|access)|eol|eos|ends?(?: on| date)|(?:support|offer|sale|trial|promotion|promo|access|registration|discount|deal|service|campaign|contract|subscription|term) ends?|deadline|due date|cut-?off(?: date)?|expir(?:es|y|ation|ing)\\p{L}*|valid(?:ity)?(?: period)?(?: until| through| till| to)?|deprecat\\p{L}+|retire(?:s|d|ment)|retiring|discontinu\\p{L}+|removal|removed|decommission\\p{L}*|phase[- ]?out|terminat(?:es|ion)|closing date|closes|last (?:day|orders?|chance)|final day|stops working|no longer (?:available|supported|offered))${WORD_END}`,
    `${WORD_START}(?:abschaltung|abgeschaltet|einstellung|eingestellt|abkündigung|support-?ende|vertragsende|angebotsende|enddatum|endet|frist|stichtag|fristende|\\p{L}+schluss|gültigkeit|gültig bis|ablauf(?:datum)?|läuft ab|letzter tag|fermeture|arrêt|fin (?:de|du|d['’]\\p{L}+)|date (?:de fin|limite|d['’]expiration)|échéance|délai|expir\\p{L}+|validité|valable jusqu\\p{L}*|dernier jour|retrait|cierre|fin(?:alización)? (?:de|del)|fecha (?:de fin|límite|tope)|plazo|vencimiento|vence|caducidad|caduca|validez|válid[oa]s? hasta|último día|retirada|chiusura|dismissione|fine (?:di|del|della|supporto)|data di fine|scadenza|scade|termine|validità|valid[oi] fino|ultimo giorno)${WORD_END}`,
    `${WORD_START}(?:stopzetting|einde (?:van|ondersteuning)|einddatum|eindigt|vervaldatum|vervalt|geldigheid|geldig tot|laatste dag|uiterste datum|encerramento|desativação|fim d[aeo]|data (?:de fim|limite)|prazo|validade|válid[oa]s? até|termina|último dia|wyłączenie|wygaszenie|zakończenie|koniec|data zakończenia|termin|ważn[aeyo]\\p{L}*|ważność|wygasa|ostatni dzień|nedstängning|avstängning|avveckling|slutdatum|slutar|giltig\\p{L}*|sista dag\\p{L}*|lukning|nedlukning|slutdato|slutter|frist|gyldig\\p{L}*|udløb\\p{L}*|utløp\\p{L}*|sidste dag|siste dag|nedleggelse|avslutning|sulkeminen|lopetus|päättyy|päättymis\\p{L}+|määräaika|voimassa\\p{L}*|viimeinen päivä)${WORD_END}`,
    `${WORD_START}(?:ukončení|vypnutí|konec|datum ukončení|končí|platnost|platí do|lhůta|uzávěrka|poslední den|ukončenie|vypnutie|koniec|platnosť|lehota|uzávierka|posledný deň|leállítás\\p{L}*|megszűn\\p{L}+|megszün\\p{L}+|vége|határidő|érvényes\\p{L}*|lejár\\p{L}*|utolsó nap|închidere\\p{L}*|încetare\\p{L}*|sfârșit\\p{L}*|termen(?:ul)? limită|expiră|valabil\\p{L}*|ultima zi|kapatılma\\p{L}*|kapanış\\p{L}*|sona er\\p{L}+|bitiş\\p{L}*|son (?:gün|tarih|kullanma)\\p{L}*|geçerlilik\\p{L}*|отключени\\p{L}+|закрыти\\p{L}+|прекращени\\p{L}+|окончани\\p{L}+|завершени\\p{L}+|истекает|срок\\p{L}*|действительн?\\p{L}* до|последний день|вимкнення|закриття|припинення|закінчення|завершення|строк\\p{L}*|термін\\p{L}*|дійсн\\p{L}+|останній день|τερματισμ\\p{L}+|κλείσιμο|λήξη\\p{L}*|λήγει|προθεσμία|ισχύ\\p{L}* (?:έως|μέχρι)|διακοπή)${WORD_END}`,
    '終了|期限|締切|締め切り|廃止|満了|截止|终止|終止|停用|停止服务|停止服務|关闭|關閉|下线|到期|有效期|期满|종료|마감|만료|기한|중단|유효 ?기간|إيقاف|انتهاء|إغلاق|نهاية|الموعد النهائي|صالح(?:ة)? (?:حتى|لغاية)|סיום|סגירה|השבתה|תוקף|מועד אחרון|פג',
  ].join('|'),
  'iu',
);

/** Words that say that something begins or takes effect on that day. A bare "Start" is a button, unless it is all of the label. */
const STARTS = new RegExp(
  [
    `${WORD_START}(?:effective|in (?:effect|force)|takes? effect|(?:enters?|entry|coming|comes) into (?:force|effect)|valid from|appl(?:ies|icable|y) (?:from|as of)|start date|starts?(?: on)|begins?(?: on)?|commence\\p{L}*|available (?:from|as of)|go(?:es)?[- ]live|launch(?:es| date)|opening date)${WORD_END}|^(?:start|starts|starting|opens|launch)\\W*$`,
    `${WORD_START}(?:in kraft|inkrafttreten|wirksam\\p{L}*|gültig ab|gilt ab|beginn|beginnt|startdatum|startet|verfügbar ab|entrée en vigueur|en vigueur|à (?:partir|compter) d[eu]|date (?:de début|d['’]effet)|prise d['’]effet|début|commence|entrada en vigor|en vigor|vigencia|fecha de (?:inicio|entrada)|vigente desde|inicio de|comienza|entrata in vigore|in vigore|decorrenza|data di inizio|valid[oi] dal?|inizia|ingangsdatum|inwerkingtreding|geldig vanaf|vanaf|begint|entrada em vigor|em vigor|data de início|início|válid[oa]s? a partir|wejście w życie|wchodzi w życie|obowiązuje|ważn\\p{L}+ od|data rozpoczęcia|początek|rozpoczęcie|ikraftträdande|träder i kraft|gäller från|giltig från|startdatum|börjar|ikrafttræden|ikrafttredelse|træder i kraft|trer i kraft|gælder fra|gjelder fra|gyldig fra|startdato|starter|begynder|begynner|voimaantulo|voimassa alkaen|alkaa|alkamis\\p{L}+)${WORD_END}`,
    `${WORD_START}(?:účinnost\\p{L}*|účinnos[tť]\\p{L}*|platí od|platnost od|platnosť od|datum zahájení|začátek|začiatok|začíná|začína|hatályba\\p{L}*|hatályos|érvényes\\p{L}* \\p{L}*tól|kezdet\\p{L}*|kezdő\\p{L}*|intrare\\p{L}* în vigoare|în vigoare|valabil (?:din|de la)|data începerii|începe|yürürlü\\p{L}+|başlangıç\\p{L}*|başlama\\p{L}*|вступ\\p{L}+ в силу|действует с|действительн?\\p{L}* с|начало|начинается|дата начала|набува\\p{L}* чинності|набрання чинності|діє з|початок|дата початку|έναρξη\\p{L}*|ισχύ\\p{L}* από|έναρξη ισχύος)${WORD_END}`,
    '発効|施行|適用開始|開始日|開始|生效|开始|開始日期|起始|발효|시행|적용일|시작|سريان|بداية|بدء|כניסה לתוקף|תחילת|תחילה',
  ].join('|'),
  'iu',
);

/** What a day means by the label that it stands under: something ends on it, begins on it, or neither. */
export function roleUnder(label: string): 'effective' | 'end' | 'other' {
  const closing = roleAtEnd(label.toLowerCase());
  if (closing !== 'other') return closing;
  if (STARTS.test(label)) return 'effective';
  return ENDS.test(label) ? 'end' : 'other';
}
