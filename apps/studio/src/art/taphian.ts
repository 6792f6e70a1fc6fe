// The woven fish that hangs over cradles.

import { type MotifColours, ruby } from './palette.ts';
import { gold, linear } from './svg.ts';

const BODY = 'M6 50L42 20L74 46L74 54L42 80Z';

export function taphian({ dark, middle, light }: MotifColours = ruby): string {
  return `<defs>${gold('ta-gold')}${linear(
    'ta-body',
    [
      [0, light],
      [0.5, middle],
      [1, dark],
    ],
    [0, 0, 1, 1],
  )}</defs>
  <path d="M70 50L96 26C92 40 92 60 96 74Z" fill="url(#ta-gold)" stroke="${dark}" stroke-width="1"/>
  <path d="M40 22L58 6L62 36ZM40 78L58 94L62 64Z" fill="url(#ta-gold)" stroke="${dark}" stroke-width="1"/>
  <path d="${BODY}" fill="url(#ta-body)" stroke="${dark}" stroke-width="1.6" stroke-linejoin="round"/>
  <g stroke="#FFD98A" stroke-width="2" opacity=".85" fill="none"><path d="M26 34L58 66M34 27L66 59M42 20L74 52M26 66L58 34M34 73L66 41M42 80L74 48"/></g>
  <path d="M6 50L26 34L26 66Z" fill="url(#ta-gold)"/><circle cx="20" cy="47" r="4.4" fill="#FFF6D8"/><circle cx="19" cy="47" r="2.2" fill="#2A0A12"/>
  <path d="M84 42L90 36M84 50H92M84 58L90 64" stroke="${dark}" stroke-width="1.6" stroke-linecap="round"/>`;
}
