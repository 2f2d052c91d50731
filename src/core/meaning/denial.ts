/** Within one sentence: a word that says no, then at most a few words. No risk and no card belong to the offer itself. */
const BEFORE =
  /(?<!\p{L})(?:no longer|not|never|cannot|without|(?:do|does|did|is|are|was|were|will|wo|ca)n['’]t|no(?! (?:credit|card|risk|obligation|commitment|strings|catch|payment))|nicht mehr|nicht|kein\p{L}*(?! (?:kreditkarte|risiko))|ohne(?! (?:kreditkarte|risiko))|ne|n['’]est|plus d(?:e |['’])|pas d(?:e |['’])|aucune?|sans(?! (?:carte|risque|engagement))|ya no|no hay|sin(?! (?:tarjeta|riesgo|compromiso))|ningun[oa]?)(?!\p{L})[^.!?;:–—|]{0,40}$/iu;
const BEHIND =
  /^[^.!?;|]{0,40}?(?<!\p{L})(?:no longer|not (?:available|offered|included)|ended|has ended|is over|unavailable|discontinued|withdrawn|nicht mehr|eingestellt|entfällt|n['’]est plus|terminée?|supprimée?|ya no|terminad[oa]|no disponible)(?!\p{L})/iu;

/**
 * Does a text deny what its own phrase names? "We no longer offer a free trial" speaks of one and has none, "no card needed
 * for the free trial" has one.
 * @param phrase as it stands in the text
 */
export function denies(text: string, phrase: string): boolean {
  const at = text.indexOf(phrase);
  if (at < 0) return false;
  return BEFORE.test(text.slice(0, at)) || BEHIND.test(text.slice(at + phrase.length));
}
