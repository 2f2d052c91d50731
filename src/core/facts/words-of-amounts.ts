import { WORD_END, WORD_START } from './tongues.ts';

/** Words around a percentage that make it a discount. */
export const DISCOUNT = new RegExp(
  `${WORD_START}(?:off|discount|save|saving|rabatt?\\p{L}*|sparen?|spara?|reduziert|günstiger|remise|réduction|économi\\p{L}+|descuento|ahorr\\p{L}+|dto|coupon|voucher|sale|sconto|risparmi\\p{L}*|korting|bespaar|desconto|poup\\p{L}+|zniżk\\p{L}*|taniej|oszczę\\p{L}+|alennus\\p{L}*|säästä\\p{L}*|slev\\p{L}*|ušetř\\p{L}*|zľav\\p{L}*|ušetr\\p{L}*|kedvezmény\\p{L}*|reducere|indirim\\p{L}*|tasarruf|скид\\p{L}*|сэконом\\p{L}*|знижк\\p{L}*|έκπτωση|割引|オフ|お得|折扣|优惠|優惠|할인|خصم|הנחה)${WORD_END}`,
  'u',
);

/** A share of each payment: money is added to it, or the words say what it is taken from. */
export const FEE =
  /^\s*\+\s*(?:\p{Sc}|\d)|^[^,]*(?<![\p{L}])(?:fees?|commissions?|per (?:successful |card )?(?:transaction|charge|payment)|gebühr(?:en)?|provision|pro transaktion|de frais|de comisión|por transacción|di commissione|prowizji|комисси\p{L}*)(?![\p{L}])/u;

export type Term = 'trial' | 'refund' | 'notice' | 'retention';

/** Words beside a duration that say what it is the length of. */
export const TERMS_OF_TIME: readonly (readonly [RegExp, Term])[] = [
  [
    /trial|\btest|kostenlos test|probe|essai|prueba|free for|try|prova|proef|experiment|próbn|zkušebn|skúšobn|kokeilu|próba|încerc|deneme|пробн|тестов|δοκιμ|トライアル|お試し|体験|试用|試用|체험|تجريب|تجربة|ניסיון|ניסיו/,
    'trial',
  ],
  [
    /refund|money.?back|geld.?zurück|rückgabe|widerruf|rembours|reembols|return|rimbors|terugbetal|geld.?terug|devolu|zwrot|vrácen|vráten|palautu|visszafizet|ramburs|återbetal|tilbagebetal|tilbakebetal|iade|возврат|поверн|επιστροφ|返金|返品|退款|환불|استرداد|החזר/,
    'refund',
  ],
  [
    /notice|kündig|préavis|preaviso|preavviso|opzeg|aviso prévio|wypowiedz|výpov|irtisanom|felmond|preaviz|uppsägning|opsigelse|oppsigelse|fesih|расторж|розірван|解約|解约|해지/,
    'notice',
  ],
  [
    /retention|retain|history|backup|logs?\b|aufbewahr|conserv|przechowyw|uchováv|säilyt|хранен|зберіган|保存|保管|보관|保留/,
    'retention',
  ],
];

/** Behind a duration: "2 months free", "14 jours offerts", "30日間無料". */
export const FREE = new RegExp(
  `^\\s*(?:for )?(?:free|kostenlos|gratis|offerts?|gratuits?|gratuit[oia]|grátis|za darmo|bezpłatn\\p{L}+|zdarma|zadarmo|ilmai\\p{L}+|ingyen\\p{L}*|ücretsiz|бесплатн\\p{L}+|безкоштовн\\p{L}+|δωρεάν|無料|免费|免費|무료|مجان\\p{L}+|חינם)${WORD_END}`,
  'u',
);
