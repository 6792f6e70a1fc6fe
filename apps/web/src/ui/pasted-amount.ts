// Parses an amount of baht that was entered at once, by a paste or a keyboard's suggestion ("฿12,345.67", "๑๐๐ บาท",
// "500.-", "500.00 THB", "500,50"), into the form in which it is typed.
//
// Always true: the result is the same amount or none; "1e3" must not become 13, and an amount too long for the field is
// not truncated.

import { withoutInvisible } from '@chaba/contract/typed-text';
import { westernDigits } from '@chaba/contract/digits';
import { AMOUNT_INPUT_LENGTH_MAX } from '@chaba/contract/constraints';

const GROUPS = /^(\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?:\.\d{3})+(?=,))(?:[.,](\d{1,2}))?$/;

/** `units`: names of the currency. Undefined when the text is no amount that the field accepts. */
export function parsePastedAmount(pasted: string, units: readonly string[]): string | undefined {
  // Superscripts and fractions would become digits of another amount.
  const plain = westernDigits(
    withoutInvisible(pasted)
      .replace(/\p{No}/u, 'x')
      .normalize('NFKC'),
  )
    .replace(/[\s\u0e3f]/g, '')
    .toLowerCase();
  const unit = units.find((each) => plain.startsWith(each) || plain.endsWith(each)) ?? '';
  const bare = plain.startsWith(unit) ? plain.slice(unit.length) : plain.slice(0, plain.length - unit.length);
  // A dash in place of the satang: "500.-", "500,-", "500-".
  const [, whole = '', decimals] = GROUPS.exec(bare.replace(/[.,]?[\p{Pd}\u2212]$|=$/u, '')) ?? [];
  if (whole === '') return undefined;
  const amount = whole.replaceAll(/[.,]/g, '') + (decimals === undefined ? '' : `.${decimals}`);
  return amount.length <= AMOUNT_INPUT_LENGTH_MAX ? amount : undefined;
}
