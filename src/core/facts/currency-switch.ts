import { locateMoney } from './has-money.ts';

/** One price in another currency is a decision; only several that all switch at once look like the visitor's country. */
const FEWEST = 2;

interface Texted {
  readonly text: string;
}

/**
 * Whether every amount of a page was in one currency and every one is now in another: the site chose by the visitor's
 * country. One amount that stayed in the old currency, anywhere on the page, and it did not.
 */
export function currencySwitch(before: readonly Texted[], after: readonly Texted[]): boolean {
  const [old, now] = [before, after].map(currenciesOf);
  if (old === undefined || now === undefined || Math.min(old.length, now.length) < FEWEST) return false;
  const [from, to] = [new Set(old), new Set(now)];
  return from.size === 1 && to.size === 1 && from.isDisjointFrom(to);
}

function currenciesOf(blocks: readonly Texted[]): string[] {
  return blocks.flatMap(({ text }) => locateMoney(text).map(({ value }) => value.currency));
}
