import { isThird, isThirdVisit, offer, page, pick, shows, type Trap } from './page.ts';

const HEADLINES = ['Mending by subscription', 'Your boat, whole all year'];

interface Money {
  readonly write: (amount: string) => string;
  readonly before: readonly [string, string];
  readonly after: readonly [string, string];
}

const DOLLAR: Money = { write: (a) => `$${a}`, before: ['29', '89'], after: ['35', '89'] };
const EURO: Money = { write: (a) => `€${a}`, before: ['27', '82'], after: ['33', '82'] };
const POUND: Money = { write: (a) => `£${a}`, before: ['23', '71'], after: ['28', '71'] };

function inMoney({ write, before, after }: Money, changed: boolean): string {
  const [harbour, coast] = changed ? after : before;
  return offer(changed)
    .replace(/\$(?:29|35)/, () => write(harbour))
    .replace('$89', () => write(coast));
}

const ROSE = [/\$35|€33|£28/, /phone line/];

interface Language {
  readonly lang: string;
  readonly title: string;
  readonly body: (price: string) => string;
  readonly news: string;
}

const LANGUAGES: readonly Language[] = [
  {
    lang: 'en',
    title: 'Prices - Oakmill',
    body: (price) => `<h1>Mending by subscription</h1>
      <p>We mend the sails, the masts and the hull of your boat, as often as you ask for it, and this is all that you pay.</p>
      <p>The workshop is open for you and your crew from the first of March, and the price is the same in all of the harbours.</p>
      <section><h2>Harbour</h2><p>${price} per month</p><ul><li>Two visits with the small boat</li><li>Small repairs are part of the price</li></ul></section>
      <section><h2>Coast</h2><p>$89 per month</p><ul><li>Ten visits and the use of the yard</li><li>All the repairs that are asked for</li></ul></section>`,
    news: 'Every plan now comes with a phone line for your crew and for your guests.',
  },
  {
    lang: 'de',
    title: 'Preise - Oakmill',
    body: (price) => `<h1>Reparatur im Abonnement</h1>
      <p>Wir flicken die Segel, den Mast und den Rumpf, so oft das Boot es braucht, und das ist alles, was Sie zahlen.</p>
      <p>Die Werft ist für Sie und die Mannschaft ab März geöffnet, und der Preis ist in allen Häfen der gleiche, auf See nicht.</p>
      <section><h2>Hafen</h2><p>${price} pro Monat</p><ul><li>Zwei Besuche mit dem kleinen Boot</li><li>Kleine Arbeiten sind ein Teil des Preises</li></ul></section>
      <section><h2>Küste</h2><p>$89 pro Monat</p><ul><li>Zehn Besuche und ein Platz auf der Werft</li><li>Alle Arbeiten, die Sie wünschen</li></ul></section>`,
    news: 'Jeder Tarif kommt nun mit einem Telefon für die Mannschaft und für die Gäste.',
  },
  {
    lang: 'fr',
    title: 'Tarifs - Oakmill',
    body: (price) => `<h1>La réparation par abonnement</h1>
      <p>Nous réparons les voiles, les mâts et la coque de votre bateau, et le prix est le même pour vous dans tous les ports.</p>
      <p>Le chantier est ouvert pour vous et votre équipage, et les travaux dans le port sont dans le prix, une fois pour toutes.</p>
      <section><h2>Port</h2><p>${price} par mois</p><ul><li>Deux visites avec le petit bateau</li><li>Les petits travaux sont dans le prix</li></ul></section>
      <section><h2>Côte</h2><p>$89 par mois</p><ul><li>Dix visites et une place dans le chantier</li><li>Tous les travaux pour vous</li></ul></section>`,
    news: "Chaque offre comprend le téléphone pour l'équipage et pour les invités dans le port.",
  },
];

const OR_TRANSLATED = [/\$35/, /phone line|Telefon|téléphone/];

function inLanguage(n: number, changed: boolean): string {
  const { lang, title, body, news } = pick(LANGUAGES, n);
  return page(body(changed ? '$35' : '$29') + (changed ? `<p>${news}</p>` : ''), { title, lang });
}

/** One page with several faces, of which each visitor meets another. */
export const VARIANTS: readonly Trap[] = [
  shows('A/B headline, alternating', ({ n, changed }) =>
    page(offer(changed).replace(HEADLINES[0] ?? '', pick(HEADLINES, n))),
  ),
  shows(
    'currency by visitor, two in turn',
    ({ n, changed }) => page(inMoney(pick([DOLLAR, EURO], n), changed)),
    { tells: ROSE },
  ),
  shows(
    'currency by visitor, three in turn',
    ({ n, changed }) => page(inMoney(pick([DOLLAR, EURO, POUND], n), changed)),
    { tells: ROSE },
  ),
  shows(
    'one price alone, in two currencies in turn',
    ({ n, changed }) =>
      page(inMoney(pick([DOLLAR, EURO], n), changed).replace(/<section><h2>Coast[\s\S]*?<\/section>/, '')),
    { tells: ROSE },
  ),
  shows(
    'in another language every third time',
    (asked) => inLanguage(isThird(asked) ? 1 : 0, asked.changed),
    {
      tells: OR_TRANSLATED,
    },
  ),
  shows(
    'in one of two other languages every third time',
    (asked) => inLanguage(isThird(asked) ? 1 + (asked.n % 2) : 0, asked.changed),
    { tells: OR_TRANSLATED },
  ),
  shows('in three languages in turn', ({ n, changed }) => inLanguage(n, changed), { tells: OR_TRANSLATED }),
  shows(
    'in another language at every third visit',
    (asked) => inLanguage(isThirdVisit(asked) ? 1 : 0, asked.changed),
    { tells: OR_TRANSLATED },
  ),
];
