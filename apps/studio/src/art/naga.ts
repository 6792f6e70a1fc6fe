// The naga of the river: a crested serpent in jade and gold.

import { jade } from './palette.ts';
import { gold, linear, repeat, rounded } from './svg.ts';

const BODY = 'M20 90C4 74 20 60 42 66C66 73 86 66 70 50C64 44 56 46 52 40';
const HEAD =
  'M38 46C32 30 42 17 58 17C70 17 82 25 93 33C94 36 92 38 89 38L78 39C82 41 85 43 86 46C77 49 68 51 61 55C52 60 42 56 38 46Z';
const CREST =
  'M50 19C42 16 39 8 42 1C48 5 55 8 60 18ZM42 26C32 24 25 16 24 6C34 10 44 14 51 21ZM38 37C27 37 18 31 13 21C24 22 35 24 43 29Z';

export function naga(): string {
  const { dark, middle, light } = jade;
  const scales = repeat(7, (index) => {
    const x = rounded(22 + index * 8.4);
    return `<path d="M${x} ${rounded(66 + Math.sin(index) * 3)}q3 4 6 0" />`;
  });
  return `<defs>${gold('na-gold')}${linear('na-body', [
    [0, light],
    [0.5, middle],
    [1, dark],
  ])}</defs>
  <path d="${CREST}" fill="url(#na-gold)" stroke="${dark}" stroke-width=".8"/>
  <path d="${BODY}" fill="none" stroke="${dark}" stroke-width="19" stroke-linecap="round"/>
  <path d="${BODY}" fill="none" stroke="url(#na-body)" stroke-width="16" stroke-linecap="round"/>
  <path d="${BODY}" fill="none" stroke="#F3D694" stroke-width="3" stroke-linecap="round" stroke-dasharray="1 6" transform="translate(0 5)"/>
  <g fill="none" stroke="${dark}" stroke-width="1.2" opacity=".7">${scales}</g>
  <path d="${HEAD}" fill="url(#na-body)" stroke="${dark}" stroke-width="1.4"/>
  <path d="M78 39C70 40 62 42 56 47" fill="none" stroke="${dark}" stroke-width="1.6"/>
  <path d="M84 45l-3 5-4-3ZM74 48l-2 5-4-3Z" fill="#FFF6D8"/>
  <path d="M44 30C50 24 58 22 66 24" fill="none" stroke="url(#na-gold)" stroke-width="3" stroke-linecap="round"/>
  <circle cx="65" cy="30" r="5" fill="#FFF0C4"/><circle cx="66.5" cy="30" r="2.6" fill="#7A1026"/>
  <circle cx="89" cy="33" r="1.2" fill="${dark}"/><circle cx="47" cy="44" r="5" fill="url(#na-gold)"/><circle cx="47" cy="44" r="2.6" fill="#D93B47"/>
  <path d="M14 92C22 97 30 97 38 92S56 88 64 92 84 96 92 91" fill="none" stroke="#7FD8F0" stroke-width="2.4" stroke-linecap="round" opacity=".8"/>`;
}
