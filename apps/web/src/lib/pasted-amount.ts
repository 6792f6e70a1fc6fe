// An amount of baht that was copied from somewhere ("฿12,345.67", "๑๐๐ บาท") as it would be typed.
//
// Always true: it is the same amount or none; "1e3" must not become 13, and what does not fit the field is not cut.

import { westernDigits } from '@chaba/contract/digits';
import { AMOUNT_INPUT_LENGTH_MAX } from '@chaba/contract/constraints';

/** Undefined when the text is no amount that the field takes. */
export function pastedAmount(pasted: string, unit: string): string | undefined {
  const bare = westernDigits(pasted)
    .replace(unit, '')
    .replace(/[\s\u0e3f]/g, '');
  if (!/^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d{1,2})?$/.test(bare)) return undefined;
  const amount = bare.replaceAll(',', '');
  return amount.length <= AMOUNT_INPUT_LENGTH_MAX ? amount : undefined;
}
