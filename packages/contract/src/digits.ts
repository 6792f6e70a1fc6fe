// Normalises digits in typed text.

const DIGIT = /\p{Nd}/u;

/** Converts the decimal digits of every script (Thai, full width, Lao) to 0–9; other characters are unchanged. */
export function westernDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => String(getDigitValue(digit)));
}

/** Digits of a script stand in order, and scripts of digits that touch each other start with their zero. */
function getDigitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (DIGIT.test(String.fromCodePoint(code - before - 1))) before += 1;
  return before % 10;
}

/**
 * The only complete number of a text, where words stand between its numbers: "SCB 123-4-56789-0 สาขา 12" → 1234567890.
 * Undefined for a text with one number, and where none or several are complete.
 */
export function findNumber(text: string, isComplete: (digits: string) => boolean): string | undefined {
  const numbers = westernDigits(text)
    .split(/[^\p{Nd}\p{Z}\p{P}\p{Cf}\s]+/u)
    .map(extractDigits)
    .filter((each) => each !== '');
  const complete = numbers.filter(isComplete);
  return numbers.length > 1 && complete.length === 1 ? complete[0] : undefined;
}

/** Removes every character but digits; Thai digits become 0–9. */
export function extractDigits(typed: string): string {
  return westernDigits(typed).replace(/\D/g, '');
}
