/**
 * Vocabulary by topic: English, German, French, Spanish. A phrase matches whole words only ("art" is not in "started");
 * a trailing `*` lets the last word go on ("discount*"). General words only: a competitor's own name belongs in no list.
 * Left out because they misled on real pages: legacy, press, community, app, "new" on its own.
 */
const WORDS = {
  'annual billing':
    'yearly, annually, annual*, billed yearly, jährlich, jahresabo, annuel*, mensuel ou annuel, anual*',
  audience:
    "small business*, agencies, agentur*, agences, agencias, nonprofit*, non-profit*, non profit*, gemeinnützige*, associations, startup*, start-up*, education, bildung, éducation, educación, teachers, lehrkräfte, enseignants, students, studierende, étudiants, enterprise*, solutions, lösungen, soluciones, made for, built for, use case*, anwendungsfälle, cas d'usage, casos de uso, for teams",
  availability:
    "outage*, störung*, ausfall, panne, interrupción, sign-ups are closed, sign-ups closed, signups closed, sign-ups paused, waitlist, warteliste, liste d'attente, lista de espera, invite only, invite-only, no longer available in, nicht mehr verfügbar in, available in, verfügbar in, disponible en, new region, neue region, nouvelle région",
  blog: 'blog, magazine, magazin, news, actualités, noticias, newsletter, webinar*, podcast, resources, ressourcen',
  comparison:
    'vs, versus, alternative to, alternatives to, alternative zu, alternative à, alternativa a, compared to, compared with, im vergleich zu, comparé à, comparado con, switch from, migrate from, better than',
  corporate:
    'acquired by, acquires, has acquired, acquisition of, is joining, joins forces, merger, merges with, series a, series b, series c, series d, seed round, funding round, shutting down, winding down, übernimmt, übernahme durch, finanzierungsrunde, stellt den betrieb ein, rachète, rachetée par, levée de fonds, cesse ses activités, adquiere, adquirida por, ronda de financiación, cierra sus operaciones, files for ipo, rebrand*',
  customers:
    'customer*, trusted by, used by, loved by, sponsored by, backed by, case study, case studies, testimonial*, kund*, vertrauen uns, kundenstimmen, clients, témoignage*, clientes, testimonios, rated, rating*, award*, auszeichnung*, g2 leader, success stories',
  deprecation:
    "deprecat*, end of life, end-of-life, eol, sunset, sunsets, sunsetting, discontinu*, retire, retired, retiring, retirement of, obsolete, no longer supported, no longer available, will be removed, will stop, will be shut down, veraltet, eingestellt, abgekündigt, nicht mehr unterstützt, abschaltung, obsolète, abandonné*, n'est plus disponible, arrêt de, obsoleto, descatalogado, dejará de, ya no está disponible",
  'end words':
    'end of life, end-of-life, eol, sunset, sunsets, sunsetting, discontinu*, will be removed, will stop, will be shut down, obsolete, deprecat*, eingestellt, abschaltung, obsolète, dejará de',
  free: 'free, gratis, kostenlos, gratuit, gratuito',
  'funding verb': 'raised, raises, raising, secures, secured, erhält, lève, levanta, recauda',
  'free trial':
    'free trial, trial, try free, try for free, testphase, kostenlos testen, probezeit, testversion, essai gratuit, essai, prueba gratuita, prueba gratis, periodo de prueba',
  from: 'from, starting at, starts at, as low as, ab, à partir de, dès, desde, a partir de',
  hiring:
    "we are hiring, we're hiring, open roles, open positions, join our team, careers, jobs, stellenangebote, offene stellen, karriere, recrutement, nous recrutons, carrières, empleo, vacantes, (m/w/d)",
  incident:
    'data breach, security incident, breach, vulnerability, datenpanne, sicherheitsvorfall, fuite de données, violation de données, brecha de seguridad',
  integration:
    'integration*, connector*, connect with, connects with, works with, add-in*, add-on for, plug-in for, plugin for, marketplace, schnittstellen, konnektor*, intégration*, connecteur*, integracion*, conector*, supported channels, supported social media channels',
  launch:
    'beta, release candidate, rc, introducing, now available, now supports, support for, early access, api, mcp, assistant, template*, neu:, jetzt verfügbar, unterstützung für, jetzt neu, nouveau, nouvelle, désormais disponible, prise en charge, novedad, nuevo, nueva, ya disponible, compatible con, windows, linux, macos, android, ios, freebsd',
  leadership:
    'appoints, appointed, names new, joins as, steps down, stepping down, new ceo, new chief, tritt zurück, ernennt, wird neuer, wird neue, nommé, nommée, démissionne, nombrado, nombrada, dimite',
  executive:
    'chief executive, chief executive officer, ceo, cto, cfo, coo, co-founder, founder, president, geschäftsführer*, gründer*, vorstand, directrice générale, directeur général, cofondat*, fondat*, director general, directora general, fundador*',
  chief:
    'chief executive, chief executive officer, ceo, geschäftsführer*, directrice générale, directeur général, director general, directora general',
  legal:
    "terms, terms of, terms and conditions, policy, policies, privacy, subprocessor*, consent, data processing, withdrawal, service level agreement, licence, license, agb, nutzungsbedingungen, datenschutz*, widerruf*, auftragsverarbeitung, einwilligung, impressum, conditions générales, conditions d'utilisation, confidentialité, rétractation, politique de, términos, condiciones de uso, privacidad, política de, data privacy framework, legal notice, aviso legal, mentions légales",
  'legal document':
    'terms, terms of service, terms of use, terms and conditions, eula, tos, policy, privacy policy, privacy notice, agreement, subprocessors, agb, cgu, cgv, nutzungsbedingungen, datenschutzerklärung, conditions générales, politique de confidentialité, términos, política de privacidad',
  'legal weight':
    'service level, sla, licence, license, train our models, training our models, train ai models, training of models, machine learning models, arbitration, lizenz, servicelevel, entraînement de modèles, licencia, entrenar modelos',
  'no longer': 'no longer, nicht mehr, ne plus, plus disponible, ya no',
  offer:
    'black friday, cyber monday, cyber week, hacktoberfest, discount*, off your first, rabatt*, remise, réduction, descuento*, coupon*, voucher*, gutschein*, bon de réduction, cupón, promo code, code promo, sale, deal, deals, limited offer, limited time, aktion, angebot des tages, spring sale, summer sale, soldes, oferta*, rebajas, save up to',
  'on request':
    'contact sales, contact us, talk to sales, on request, custom pricing, get a quote, book a demo, auf anfrage, kontaktieren sie uns, vertrieb kontaktieren, sur demande, contactez-nous, nous contacter, bajo petición, contactar con ventas, contáctanos',
  plan: 'plan, plans, tier, tiers, tarif, tarife, abo, offre, forfait, formule, edition, paket, planes',
  price:
    'price, prices, pricing, per month, per year, monthly, preis, preise, pro monat, pro jahr, monatlich, prix, tarifs, par mois, par an, mensuel*, precio, precios, al mes, mensual*',
  refund:
    'refund*, money back, money-back, rückerstattung, geld zurück, geld-zurück-garantie, remboursement, remboursé, reembolso, devolución',
  security:
    'soc 2, iso 27001, hipaa, gdpr compliant, pci dss, fedramp, penetration test, data residency, hosting region, encryption at rest, bug bounty, rechenzentrum, verschlüsselung, hébergement des données, chiffrement, cifrado, residencia de datos, single sign-on, audit log*, subprocessor*',
  'standing discount':
    'student*, teacher*, education, nonprofit*, non-profit*, open source, startup*, studierende, lehrkräfte, étudiants, estudiantes, annual*, yearly, jährlich*, annuel*, anual*',
  tax: 'include vat, includes vat, exclude vat, excludes vat, vat excluded, vat not included, include tax, includes tax, exclude tax, excludes tax, tax excluded, tax not included, incl. vat, excl. vat, including vat, excluding vat, plus vat, vat included, incl. tax, excl. tax, plus tax, tax included, inkl. mwst, zzgl. mwst, inkl. ust, zzgl. ust, mwst, ttc, ht, hors taxes, taxe comprise, iva incluido, sin iva, más iva, iva, surcharge, zuschlag',
} as const satisfies Record<string, string>;

export type Topic = keyof typeof WORDS;

const escaped = (phrase: string): string => phrase.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);

function pattern(list: string): RegExp {
  const phrases = list.split(',').map((phrase) => phrase.trim());
  const parts = phrases.map((phrase) =>
    phrase.endsWith('*') ? `${escaped(phrase.slice(0, -1))}[\\p{L}]*` : escaped(phrase),
  );
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${parts.join('|')})(?![\\p{L}\\p{N}])`, 'iu');
}

const PATTERNS = new Map<string, RegExp>(
  Object.entries(WORDS).map(([topic, list]) => [topic, pattern(list)]),
);

/** Does the text use a word of the topic, in any of the four languages, as a whole word? */
export function speaksOf(text: string, topic: Topic): boolean {
  return phraseOf(text, topic) !== null;
}

/** The first phrase of the topic as it stands in the text, or null. */
export function phraseOf(text: string, topic: Topic): string | null {
  return PATTERNS.get(topic)?.exec(text)?.[0] ?? null;
}
