import { eitherCase } from '../facts/either-case.ts';
import { COUNTED } from '../facts/amounts.ts';
import { oneOf, runningSpans, WORD_END, WORD_START } from '../facts/tongues.ts';

/** What a visit counts itself: it moves because somebody, perhaps we, looked. */
export const OWN_VISITS = new RegExp(
  [
    `${WORD_START}(?:viewing|watching|looking at|browsing|online (?:right )?now|currently online|queries|rendered in|generated in|executed in|gerade online|sehen sich|schauen sich|consultent|regardent|están (?:viendo|mirando)|stanno (?:guardando|visualizzando)|bekijken|kijken (?:nu|naar)|(?:a|estão) ver|estão vendo|visualizando|ogląda(?:ją)? (?:tę|teraz)|przegląda(?:ją)?|tittar (?:på|just)|ser på (?:denne|dette|siden)|kigger på|katsel\\p{L}+|(?:si )?prohlíží|(?:si )?prezerá|sleduje (?:tuto|túto)|nézi(?:k)? (?:ezt|most)|se uită|vizualizează|inceliyor|görüntülüyor|bakıyor|сейчас (?:на сайте|смотрят|просматривают)|смотрят (?:сейчас|эт\\p{L}+)|зараз (?:на сайті|переглядають)|βλέπουν (?:τώρα|αυτ\\p{L}+)|βλέπουν|يشاهد\\p{L}*|يتصفح\\p{L}*|צופים)${WORD_END}`,
    '閲覧中|が見ています|が閲覧|正在(?:浏览|查看|看)|人在(?:看|线)|在线人数|보고 있|접속 중',
    `^(?:[\\p{L}-]+ )?(?:visitors?|visits?|views|hits|besucher|aufrufe|visiteurs?|visites?|vues|visitas?|visitantes|visite|visitatori|bezoekers|wizyt|odwiedzin|odsłon|besök|besøg|besøk|käyntejä|návštěv|návštev|látogatók?|vizite|vizitatori|ziyaretçi|посещений|посетителей|просмотров|відвідувань|переглядів|επισκέψεις|アクセス数|訪問者数|访问量|浏览量|방문자|조회수?|زيارات|מבקרים)(?: (?:today|heute|aujourd'hui|hoy|oggi|vandaag|hoje|dziś|idag|dnes))?\\s*[:：]\\s*[\\d.,'’ \\u00a0\\u202f]+$`,
  ].join('|'),
  'iu',
);

/** How much is left of something right now. */
export const LEFT = new RegExp(
  `\\d\\s?(?:\\p{L}+ ){0,2}(?:left|remaining|still available|übrig|noch frei|restante?s?|rimast[iae]|disponibil[ie] ora|pozostał\\p{L}*|kvar|tilbage|igjen|jäljellä|maradt|rămase|kaldı|απομένουν)${WORD_END}|${WORD_START}(?:noch|nog|only|nur|plus que|quedan|solo|mancano|restam|zostało|zbývá|zostáva|осталось|залишилось|あと|残り|还剩|剩余|남은)\\s?\\d+ (?:\\p{L}+ )?(?:left|übrig|frei|verfügbar|places?|plazas?|posti|plaatsen|lugares|miejsc|míst|miest|мест|місць|席|个名额|자리)${WORD_END}`,
  'iu',
);

/** A time that is running: what is counted in it grows by itself. Two Latin letters may be a word of another language. */
export const RUNNING = new RegExp(
  `${WORD_START}(?:${oneOf(runningSpans().filter((span) => !/^[a-z]{1,2}$/.test(span)))}|dziś|idag|(?:(?:the )?(?:last|past)|(?:in den )?(?:letzten|vergangenen)|derniers?|dernières|últim[oa]s|ultim[ei]|laatste|afgelopen|ostatni\\p{L}*|posledn\\p{L}+|senaste|seneste|siste|viimei\\p{L}+|utolsó|elmúlt|последни\\p{L}+|останн\\p{L}+|τελευταί\\p{L}+|過去|直近|过去|최근|지난|آخر)\\s?\\d+)${WORD_END}`,
  'iu',
);

/** What visitors do in public and no plan limits: opinions. */
const OPINIONS =
  'reviews?|ratings?|comments?|votes?|likes?|stars?|forks?|followers?|bewertung(?:en)?|rezension(?:en)?|kommentare?|sterne|avis|commentaires?|évaluations?|recension[ie]|valutazion[ie]|commenti|reseñas?|opinione?s?|valoracion(?:es)?|comentarios?|beoordeling(?:en)?|reacties|avaliaç(?:ão|ões)|comentários?|opini[ei]|ocen|komentarz\\p{L}*|recensioner|omdömen|betyg|anmeldelser?|vurderinger|omtaler|arvostelua?|arviota|hodnocení|recenz[eií]|hodnotení|értékelés|vélemény|recenzii|yorum|değerlendirme|отзыв\\p{L}*|оценк?\\p{L}*|відгук\\p{L}*|оцін\\p{L}*|κριτικ\\p{L}+|αξιολογήσεις|件のレビュー|件の口コミ|レビュー|条评[论價价]|則評論|개의? (?:리뷰|후기)|리뷰|تقييم\\p{L}*|مراجعة|ביקורות|חוות דעת';
/** What a page counts of its own use: it may move by any step. */
const TRAFFIC =
  'views?|downloads?|plays?|visits?|installs?|aufrufe|vues|visitas|visualizzazioni|weergaven|visualizações|wyświetle\\p{L}+|odsłon\\p{L}*|visningar|visninger|katselu\\p{L}+|zhlédnutí|zobrazen\\p{L}+|megtekintés|vizualizări|görüntülenme|просмотр\\p{L}*|перегляд\\p{L}*|προβολές|回視聴|次浏览|次播放|조회수?|مشاهدة|צפיות|téléchargements?|descargas|скачиван\\p{L}+';
const NUMBER_OF = (nouns: string): RegExp =>
  new RegExp(`\\d[kKmM]?\\+?\\s?(?:${nouns})${WORD_END}|${WORD_START}(?:${nouns})\\s?[:：(]?\\s?\\d`, 'iu');
export const OPINION = NUMBER_OF(OPINIONS);
export const USE = NUMBER_OF(TRAFFIC);
/** A whole text that is one such count. */
export const COUNT_ALONE = new RegExp(
  `^\\D{0,3}\\d[\\d.,'’ \\u00a0\\u202f]*[kKmM]?\\+?\\s?(?:${TRAFFIC}|${OPINIONS})$`,
  'iu',
);

/** A number with one of these beside it is a price, a share or a limit, however little it moved. */
export const MEASURED = new RegExp(
  `[\\p{Sc}%‰]|${WORD_START}(?:eur|usd|gbp|chf|euros?|dollars?|cents?|[kmgt]i?b|ghz|cores?|seats?|days?|hours?|months?|years?|tage?n?|monate?n?|jahre?n?|jours?|mois|ans|días?|meses|minutes?|per|pro|par|por|limit\\p{L}*|plan|max\\p{L}*|mini\\p{L}*|up to|bis zu|jusqu\\p{L}*|hasta|fino a|tot|até|do|upp till|op til|opptil|jopa|až|akár|până la|kadar|до|έως|最大|最多|最高|최대|عدد|حتى|עד|miesięcznie|měsíčně|mesačne|månad|måned|kuukaudessa|havonta|lunar|aylık|в месяц|на місяць|μήνα|毎月|每月|월)${WORD_END}`,
  'iu',
);

/** A count is written as one ("12,400", "2k+") or names what it counts; "75008" is a place, "030123" a phone. */
export const COUNT = new RegExp(
  `\\d[.,'’]\\d{3}(?!\\d)|(?<!\\d)\\d{1,3}(?:[ \\u00a0\\u202f]\\d{3})+\\s\\p{Ll}{3}|\\d ?[kKmM]?\\+|\\d[kKmM](?!\\p{L})|${eitherCase(`(?<!\\p{L})(?:${COUNTED})(?!\\p{L})`)}`,
  'u',
);
/** Who trusts, uses or joined: the number is of those, and no price or limit in the same sentence is about it. */
export const BOAST = new RegExp(
  `${WORD_START}(?:trusted by|used by|loved by|chosen by|join|genutzt von|vertrauen von|utilisé par|plébiscité par|rejoignez|usado por|la confianza de|únete a|scelto da|usato da|gebruikt door|usado por|confiado por|zaufało nam|används av|bruges av|brukes av) (?:(?:over|more than|about|über|mehr als|plus de|más de|oltre|più di|meer dan|mais de|ponad|över|mere end|mer enn) )?\\d[\\d.,'’ \\u00a0\\u202f]*[kKmM]?\\+?(?: \\p{L}+)?`,
  'iu',
);

/** What is dialled is not counted. */
export const DIALLED =
  /\+\d|(?<!\p{L})(?:tel|call|phone|fax|hotline|tlf|puh|infolin|link[ay]|appel|chiama|bel|ring|зв|тел|τηλ|טל|هاتف)\p{L}*[.:]?\s|電話|电话|전화/iu;
