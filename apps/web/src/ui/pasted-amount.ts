// Parses a pasted amount of baht ("฿12,345.67", "๑๐๐ บาท") into the form in which it is typed.
//
// Always true: the result is the same amount or none; "1e3" must not become 13, and an amount too long for the field is
// not truncated.

import { westernDigits } from '@chaba/contract/digits';
import { AMOUNT_INPUT_LENGTH_MAX } from '@chaba/contract/constraints';

/** Undefined when the text is no amount that the field accepts. */
export function parsePastedAmount(pasted: string, unit: string): string | undefined {
  const bare = westernDigits(pasted)
    .replace(unit, '')
    .replace(/[\s\u0e3f]/g, '');
  if (!/^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d{1,2})?$/.test(bare)) return undefined;
  const amount = bare.replaceAll(',', '');
  return amount.length <= AMOUNT_INPUT_LENGTH_MAX ? amount : undefined;
}
