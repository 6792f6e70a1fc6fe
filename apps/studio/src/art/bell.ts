// The small bell under a temple's eaves.

import { gold, linear } from './svg.ts';

export function bell(): string {
  return `<defs>${gold('be-gold')}${linear(
    'be-side',
    [
      [0, '#7A4A12', 0.65],
      [0.35, '#FFF0C4', 0.35],
      [0.6, '#FFF0C4', 0],
      [1, '#5A320A', 0.7],
    ],
    [0, 0, 1, 0],
  )}</defs>
  <circle cx="50" cy="13" r="7" fill="none" stroke="url(#be-gold)" stroke-width="4"/>
  <path d="M50 18C70 20 72 40 74 54C75 62 80 66 84 70H16C20 66 25 62 26 54C28 40 30 20 50 18Z" fill="url(#be-gold)"/>
  <path d="M50 18C70 20 72 40 74 54C75 62 80 66 84 70H16C20 66 25 62 26 54C28 40 30 20 50 18Z" fill="url(#be-side)"/>
  <path d="M31 36H69M27 54H73" stroke="#8A5A18" stroke-width="2.2"/><path d="M36 45l4-4 4 4-4 4ZM46 45l4-4 4 4-4 4ZM56 45l4-4 4 4-4 4Z" fill="#8A1F2E"/>
  <path d="M14 70H86V75Q50 82 14 75Z" fill="url(#be-gold)" stroke="#7A4A12" stroke-width="1"/>
  <path d="M50 78V84" stroke="#EBC06A" stroke-width="2"/><path d="M50 82C58 88 58 94 50 98C42 94 42 88 50 82Z" fill="#2FA783" stroke="#0F5A4B" stroke-width="1"/>`;
}
