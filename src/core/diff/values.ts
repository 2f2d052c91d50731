/** Words that stand for a value in a cell of their own. */
const VALUE_WORDS =
  /^(?:free|gratis|kostenlos|gratuit|unlimited|unbegrenzt|unbeschränkt|illimité|ilimitado|custom|included|not included|inklusive|inclus|incluido|yes|no|ja|nein|oui|non|sí|si|none|n\/?a|[✓✔☑✅✗✘✕✖❌∞–—-])$/iu;

/**
 * A text that says how much, not of what: "$29", "€17 a month", "10 GB", "Unlimited", "✓". It means nothing without the
 * label it stands under, so that comparisons look at the two together.
 */
export function isBareValue(text: string): boolean {
  if (text.length > 40) return false;
  const plain = text.trim();
  return (
    VALUE_WORDS.test(plain) || (/\d/.test(plain) && plain.split(/\s+/).length <= 5 && startsWithValue(plain))
  );
}

function startsWithValue(text: string): boolean {
  if (/^[A-Z]{2,3}\s*[^\p{L}\d]*\d/u.test(text)) return true;
  return /^(?:from|ab|dès|desde|up to|bis|jusqu'à|hasta|[^\p{L}\d]*)\s*[^\p{L}\d]*\d/iu.test(text);
}

/** A value that does not even say what it counts: "$29", "✓", "10k". "10 GB" and "5 users" speak for themselves in any order. */
export function saysNoUnit(text: string): boolean {
  return VALUE_WORDS.test(text.trim()) || !/\p{L}{2}/u.test(text);
}
