// An amount of baht as typed: digits, commas and one point or comma with two decimals. The value stays text;
// parseTypedBaht of @chaba/money converts it.
//
// Always true: what is entered at once is an amount as a whole, or is rejected with a message; nothing is dropped.

import { useState } from 'react';

import { westernDigits } from '@chaba/contract/digits';
import { AMOUNT_INPUT_LENGTH_MAX } from '@chaba/contract/constraints';

import { parsePastedAmount } from './pasted-amount.ts';

import { Field, type FieldProps } from './field.tsx';
import { text } from './ui.text.ts';

export function MoneyField({
  value,
  onChange,
  error,
  ...rest
}: Omit<FieldProps, 'start' | 'end' | 'isAmount' | 'inputMode' | 'type'>) {
  const [isRejected, setRejected] = useState(false);

  function change(typed: string) {
    setRejected(false);
    onChange?.(cleanAmount(typed));
  }

  function enter(pasted: string) {
    const amount = parsePastedAmount(pasted, text.currencyNames);
    setRejected(amount === undefined);
    if (amount !== undefined) onChange?.(amount);
  }

  return (
    <Field
      autoComplete="off"
      placeholder="0.00"
      maxLength={AMOUNT_INPUT_LENGTH_MAX}
      {...rest}
      value={value}
      error={error ?? (isRejected ? text.amountRejected(AMOUNT_INPUT_LENGTH_MAX) : undefined)}
      isAmount
      inputMode="decimal"
      // A keyboard's suggestion sends no paste event.
      onChange={(typed) => (typed.length > value.length + 1 ? enter(typed) : change(typed))}
      onPaste={(event) => {
        event.preventDefault();
        const { selectionStart, selectionEnd } = event.currentTarget;
        const pasted = event.clipboardData.getData('text');
        const isPart = /^\d+$/.test(pasted) && selectionStart !== null && selectionEnd !== null;
        enter(isPart ? value.slice(0, selectionStart) + pasted + value.slice(selectionEnd) : pasted);
      }}
      start={<span className="text-title-1 font-medium text-brand-text">{text.bahtSign}</span>}
      end={<span className="pr-4 text-base text-text-3">{text.baht}</span>}
    />
  );
}

/** Drops characters that no amount contains. A third decimal stays, and the amount is rejected at the submit. */
function cleanAmount(typed: string): string {
  return westernDigits(typed).replace(/[^\d.,]/g, '');
}
