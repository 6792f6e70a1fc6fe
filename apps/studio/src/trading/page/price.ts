// A price of whole hundredths as text. Written several times a frame: without the browser's own formats, which are slow
// to make.

const THOUSANDS = /\B(?=(?:\d{3})+$)/g;

export function priceText(hundredths: number): string {
  const sign = hundredths < 0 ? '−' : '';
  const whole = String(Math.floor(Math.abs(hundredths) / 100)).replace(THOUSANDS, ',');
  return `${sign}${whole}.${String(Math.abs(hundredths) % 100).padStart(2, '0')}`;
}
