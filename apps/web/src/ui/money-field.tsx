// An amount of baht as typed: digits, commas and one point with two decimals. The value stays text; parseBaht of
// @chaba/money converts it.

import { westernDigits } from '@chaba/contract/digits';
import { AMOUNT_INPUT_LENGTH_MAX } from '@chaba/contract/constraints';

import { parsePastedAmount } from './pasted-amount.ts';

import { Field, type FieldProps } from './field.tsx';
import { text } from './ui.text.ts';

export function MoneyField({
  onChange,
  ...rest
}: Omit<FieldProps, 'start' | 'end' | 'isAmount' | 'inputMode' | 'type'>) {
  return (
    <Field
      autoComplete="off"
      placeholder="0.00"
      maxLength={AMOUNT_INPUT_LENGTH_MAX}
      {...rest}
      isAmount
      inputMode="decimal"
      onChange={(typed) => onChange?.(cleanAmount(typed))}
      // A paste with more than digits must be an amount as a whole, or is rejected.
      onPaste={(event) => {
        const pasted = event.clipboardData.getData('text');
        if (/^\d+$/.test(pasted)) return;
        event.preventDefault();
        const amount = parsePastedAmount(pasted, text.baht);
        if (amount !== undefined) onChange?.(amount);
      }}
      start={<span className="text-title-1 font-medium text-brand-text">{text.bahtSign}</span>}
      end={<span className="pr-4 text-base text-text-3">{text.baht}</span>}
    />
  );
}

/** Drops characters that no amount contains, and a third decimal. */
function cleanAmount(typed: string): string {
  const [whole = '', ...decimals] = westernDigits(typed)
    .replace(/[^\d.,]/g, '')
    .split('.');
  if (decimals.length === 0) return whole;
  return `${whole}.${decimals.join('').replace(/,/g, '').slice(0, 2)}`;
}
