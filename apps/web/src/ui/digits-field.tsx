// A field of digits shown in groups (081-234-5678); its value is the digits alone. Typed or pasted text is cleaned:
// Thai digits are converted, other characters dropped. The caret stays behind the same digit.
//
// Always true: no digit is cut. A number that is too long stays too long, so that it never becomes another one.

import { useLayoutEffect, useRef, type ClipboardEvent, type ReactNode } from 'react';

import { Field, type FieldProps } from './field.tsx';
import { extractDigits, findNumber } from '@chaba/contract/digits';

export type DigitsFieldProps = Omit<FieldProps, 'ref'> & {
  /** Number of digits between dashes: [3, 3, 4]. */
  readonly groups: readonly number[];
  /** Chooses the number of a pasted text that has several, such as a bank's name and branch around an account. */
  readonly isComplete?: (digits: string) => boolean;
  readonly clean?: (typed: string) => string;
  readonly start?: ReactNode;
  readonly ref?: FieldProps['ref'];
};

export function DigitsField({
  groups,
  clean = extractDigits,
  isComplete,
  value,
  onChange,
  ref,
  ...rest
}: DigitsFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const caretDigits = useRef<number>(undefined);
  const shown = groupDigits(value, groups);

  useLayoutEffect(() => {
    if (caretDigits.current === undefined || !input.current) return;
    const at = findPositionAfter(shown, caretDigits.current);
    input.current.setSelectionRange(at, at);
    caretDigits.current = undefined;
  }, [shown]);

  function change(typed: string) {
    const caret = input.current?.selectionStart ?? typed.length;
    caretDigits.current = extractDigits(typed.slice(0, caret)).length;
    onChange?.(clean(typed));
  }

  function paste(event: ClipboardEvent<HTMLInputElement>) {
    const { selectionStart, selectionEnd, value: held } = event.currentTarget;
    const isWhole = selectionStart === 0 && selectionEnd === held.length;
    const number = isComplete && findNumber(event.clipboardData.getData('text'), isComplete);
    if (!isWhole || number === undefined) return;
    event.preventDefault();
    caretDigits.current = number.length;
    onChange?.(number);
  }

  return (
    <Field
      inputMode="numeric"
      {...rest}
      ref={(element) => {
        input.current = element;
        if (typeof ref === 'function') return ref(element);
        if (ref) ref.current = element;
        return undefined;
      }}
      value={shown}
      onChange={change}
      onPaste={paste}
    />
  );
}

function findPositionAfter(shown: string, digits: number): number {
  let seen = 0;
  for (let index = 0; index < shown.length; index++) {
    if (seen === digits) return index;
    if (/\d/.test(shown[index] ?? '')) seen++;
  }
  return shown.length;
}

/** Dashes between groups; digits beyond the groups follow the last dash. */
function groupDigits(digits: string, groups: readonly number[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const [index, size] of groups.entries()) {
    if (at >= digits.length) break;
    const isLast = index === groups.length - 1;
    parts.push(isLast ? digits.slice(at) : digits.slice(at, at + size));
    at += size;
  }
  return parts.join('-');
}
