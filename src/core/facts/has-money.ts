import { findMoney } from './money.ts';
import { inAscii, scanOf } from './scan.ts';

/** Whether an amount of money stands in a text, in any currency that is known; sentences about funds and fines included. */
export function hasMoney(text: string): boolean {
  return /\d/.test(inAscii(text)) && findMoney(scanOf(inAscii(text))).length > 0;
}
