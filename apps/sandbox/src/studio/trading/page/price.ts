// A price of whole hundredths as text.

export function priceText(hundredths: number): string {
  const sign = hundredths < 0 ? '−' : '';
  const whole = Math.floor(Math.abs(hundredths) / 100);
  return `${sign}${whole.toLocaleString('en-US')}.${String(Math.abs(hundredths) % 100).padStart(2, '0')}`;
}
