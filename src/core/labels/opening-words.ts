import { oneOf, runningSpans, WEEKDAYS } from '../facts/tongues.ts';

const set = (words: string): string[] => words.split(' ');

/** Words that say open or closed. */
const OPEN_OR_CLOSED = set(
  'open opens opening reopens closed closes closing shut geöffnet offen geschlossen öffnet schließt öffnen wieder ouvert ouverte ouverts fermé fermée fermés ouvre ferme réouverture rouvre abierto abierta cerrado cerrada abre cierra aperto aperta chiuso chiusa apre chiude riapre open gesloten sluit opent aberto aberta fechado fechada abre fecha otwarte otwarta czynne czynny zamknięte nieczynne otwieramy zamykamy öppet öppen stängt stänger öppnar åbent åben lukket åbner lukker åpent åpen lukket stengt åpner stenger avoinna auki suljettu kiinni avataan aukeaa sulkeutuu otevřeno otevřen zavřeno otevíráme zavíráme otvorené zatvorené otvárame zatvárame nyitva zárva nyitunk zárunk nyit zár deschis deschisă închis închisă deschide închide açık kapalı açılıyor kapanıyor açılış kapanış открыто открыты закрыто закрыты работает работаем откроемся откроется закроется відкрито відчинено закрито зачинено працює працюємо відкриємось ανοιχτά ανοικτά κλειστά ανοίγει κλείνει مفتوح مغلق يفتح يغلق פתוח סגור נפתח נסגר',
);
/** Words that bind it to this moment. */
const MOMENT = set(
  'now currently today tonight tomorrow again back momentan derzeit aktuell gerade jetzt heute morgen wieder actuellement maintenant aujourd demain ahora actualmente hoy mañana adesso ora attualmente oggi domani nu momenteel vandaag morgen agora hoje amanhã teraz obecnie dziś dzisiaj jutro nu just idag imorgon nu i-dag i-morgen nå nyt tänään huomenna nyní právě dnes zítra teraz práve dnes zajtra most jelenleg ma holnap acum momentan azi astăzi mâine şimdi şu bugün yarın сейчас сегодня завтра зараз сьогодні завтра τώρα σήμερα αύριο الآن اليوم غدًا غدا עכשיו כעת היום מחר',
);
/** Words that may stand between these, in sentences that only say so. */
const BETWEEN = set(
  'until till from at to and is are we our the for you us hours am pm bis ab um zu von uhr wir sind für sie euch dich da und unser büro ist jusqu à au de h nous sommes le la et hui est hasta las los desde a el de y estamos está fino alle al dalle le e siamo è tot om vanaf uur wij zijn we en até às as das o do od o w godz godziny i jesteśmy do till kl klokken fra til klo asti v ve o od hod az óra órától óráig la până ora de pm ve de kadar saat и с до в ч час года ми о до від з στις μέχρι έως από το την من حتى الساعة עד מ ב בשעה',
);

const words = (lists: readonly (readonly string[])[]): ReadonlySet<string> =>
  new Set(lists.flat().flatMap((word) => word.toLowerCase().split(/[^\p{L}\p{M}]+/u)));

/** Words of the first list that say closed. */
export const SHUT =
  /clos|shut|geschl|schließ|ferm|cerr|chius|chiud|geslot|sluit|fech|zamk|nieczyn|stäng|lukk|steng|kiinni|sulj|sulk|zavř|zavír|zatv|zár|închi|kapal|kapan|закр|зачин|κλει|غلق|סגור|נסגר/iu;

export const STATES = words([OPEN_OR_CLOSED]);
export const MOMENTS = words([MOMENT, runningSpans().filter((span) => !/^[a-z]{1,2}$/.test(span))]);
export const DAYS = words([[...WEEKDAYS]]);
export const FILL = words([BETWEEN]);

/** Where no space parts the words, a phrase is one of these with clocks around it. */
export const UNSPACED_STATE = new RegExp(
  `^(?:本日|ただいま|現在|只今|営業中|営業時間外|受付中|受付時間外|休業中|休業日|定休日|営業|休業|開店|閉店|まで|から|は|時|分|${oneOf(['现在', '今天', '目前', '营业中', '已打烊', '休息中', '暂停营业', '營業中', '已打烊', '地', '明天', '点', '開門', '关门', '开门'])}|오늘|현재|지금|영업\\s?중|영업\\s?종료|영업\\s?시간|휴무|마감|준비\\s?중|까지|부터|내일|시|분|[\\d:：\\s~〜・·、。，,.!！()（）-])+$`,
  'u',
);
