// Digits as people type them.

/** Thai digits, and the wide ones of East Asian keyboards, as 0 to 9; everything else unchanged. */
export function westernDigits(text: string): string {
  return text
    .replace(/[\u0E50-\u0E59]/g, (digit) => String(digit.charCodeAt(0) - 0x0e50))
    .replace(/[\uFF10-\uFF19]/g, (digit) => String(digit.charCodeAt(0) - 0xff10));
}

/** Only the digits of a text; Thai digits become Arabic ones. */
export function digitsOf(typed: string): string {
  return westernDigits(typed).replace(/\D/g, '');
}
