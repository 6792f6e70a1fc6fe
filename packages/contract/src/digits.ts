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

/** Removes every character but digits; Thai digits become 0–9. */
export function extractDigits(typed: string): string {
  return westernDigits(typed).replace(/\D/g, '');
}
