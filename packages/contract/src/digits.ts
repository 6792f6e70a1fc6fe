// Normalises digits in typed text.

/** Converts Thai and full-width digits to 0–9; other characters are unchanged. */
export function westernDigits(text: string): string {
  return text
    .replace(/[\u0E50-\u0E59]/g, (digit) => String(digit.charCodeAt(0) - 0x0e50))
    .replace(/[\uFF10-\uFF19]/g, (digit) => String(digit.charCodeAt(0) - 0xff10));
}

/** Removes every character but digits; Thai digits become 0–9. */
export function extractDigits(typed: string): string {
  return westernDigits(typed).replace(/\D/g, '');
}
