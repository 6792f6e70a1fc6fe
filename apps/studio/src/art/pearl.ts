// The pearl that the naga guards: the wild of its slot.

import { teal } from './palette.ts';
import { gold, radial, repeat } from './svg.ts';

export function pearl(): string {
  const flames = repeat(
    12,
    (index) =>
      `<path d="M0-34C5-40 3-46 0-49C-3-46-5-40 0-34Z" transform="translate(50 50) rotate(${index * 30})" fill="url(#pe-rim)"/>`,
  );
  return `<defs>${gold('pe-rim')}${radial(
    'pe-ball',
    [
      [0, '#FFFFFF'],
      [0.35, '#E9FAFF'],
      [0.75, teal.light],
      [1, teal.middle],
    ],
    42,
    40,
    40,
  )}${radial(
    'pe-glow',
    [
      [0, teal.glow, 0.75],
      [1, teal.glow, 0],
    ],
    50,
    50,
    50,
  )}</defs><circle cx="50" cy="50" r="50" fill="url(#pe-glow)"/>${flames}
  <circle cx="50" cy="50" r="33" fill="url(#pe-rim)"/><circle cx="50" cy="50" r="29" fill="url(#pe-ball)"/>
  <path d="M34 44C36 34 44 29 52 30" fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round" opacity=".95"/><circle cx="63" cy="63" r="4" fill="#fff" opacity=".55"/>`;
}
