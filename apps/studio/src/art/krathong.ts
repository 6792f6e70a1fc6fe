// The krathong: a float of folded leaves with a flower and a candle.

import { jade, plum } from './palette.ts';
import { gold, linear, radial, repeat, rounded } from './svg.ts';

export function krathong(): string {
  const leaf = (count: number, y: number, width: number, height: number, fill: string) =>
    repeat(count, (index) => {
      const x = rounded(50 - width / 2 + (index * width) / (count - 1));
      return `<path d="M${x - 8} ${y}Q${x} ${y - height} ${x + 8} ${y}Z" fill="${fill}" stroke="${jade.dark}" stroke-width=".8"/>`;
    });
  const petals = repeat(7, (index) => {
    const angle = -72 + index * 24;
    return `<path d="M0 0C-8-10-6-24 0-30C6-24 8-10 0 0Z" transform="translate(50 64) rotate(${angle})" fill="url(#kr-petal)" stroke="${plum.dark}" stroke-width=".6"/>`;
  });
  return `<defs>${gold('kr-gold')}${linear('kr-leaf', [
    [0, jade.light],
    [0.4, jade.middle],
    [1, jade.dark],
  ])}${linear('kr-petal', [
    [0, plum.light],
    [1, plum.middle],
  ])}${radial(
    'kr-glow',
    [
      [0, '#FFE9A8', 0.85],
      [1, '#FFB14A', 0],
    ],
    50,
    20,
    26,
  )}</defs>
  <circle cx="50" cy="20" r="26" fill="url(#kr-glow)"/>${petals}
  <rect x="46.5" y="28" width="7" height="34" rx="2" fill="#FFF3D6"/><path d="M46.5 40h7v6h-7Z" fill="url(#kr-gold)"/>
  <path d="M50 8C57 17 56 25 50 28C44 25 43 17 50 8Z" fill="#FFB14A"/><path d="M50 15C53 20 53 25 50 27C47 25 47 20 50 15Z" fill="#FFF6D8"/>
  ${leaf(7, 78, 66, 34, 'url(#kr-leaf)')}
  <path d="M10 74H90C88 88 74 94 50 94S12 88 10 74Z" fill="url(#kr-leaf)" stroke="${jade.dark}" stroke-width="1"/>
  ${leaf(6, 90, 54, 24, jade.middle)}<path d="M12 78C30 84 70 84 88 78" fill="none" stroke="url(#kr-gold)" stroke-width="2.4"/>`;
}
