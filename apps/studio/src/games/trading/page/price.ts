// Formats a price of whole hundredths. Without Intl, which is too slow for several prices per frame.

const THOUSANDS = /\B(?=(?:\d{3})+$)/g;

export function priceText(hundredths: number): string {
  const sign = hundredths < 0 ? '−' : '';
  const whole = String(Math.floor(Math.abs(hundredths) / 100)).replace(THOUSANDS, ',');
  return `${sign}${whole}.${String(Math.abs(hundredths) % 100).padStart(2, '0')}`;
}
