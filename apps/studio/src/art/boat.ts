// The river boat with its lanterns.

import { type MotifColours, jade } from './palette.ts';
import { gold, linear } from './svg.ts';

const HULL = 'M2 44C8 56 20 60 36 60H62C78 60 88 48 92 14C93 8 98 8 99 12C99 40 92 78 62 81H30C14 80 4 62 2 44Z';
const WATER =
  'M0 84Q6 78 12 84T25 84T38 84T50 84T63 84T76 84T88 84T100 84V86Q94 92 88 88T76 89T63 89T50 89T38 89T25 89T12 89T0 88Z';
const LAMPS = [20, 32, 54, 67];
const DIAMONDS = [24, 36, 48, 60];

export function boat({ dark, middle, light }: MotifColours = jade): string {
  const lamps = LAMPS.map(
    (x) =>
      `<circle cx="${x}" cy="47" r="7.2" fill="#FFC766" opacity=".28"/><ellipse cx="${x}" cy="47" rx="3.2" ry="4" fill="#FFD58A"/>` +
      `<path d="M${x} 51v2.7" stroke="#FFD98A"/>`,
  ).join('');
  const diamonds = DIAMONDS.map((x) => `<path d="M${x} 71l3.2 3.8-3.2 3.8-3.2-3.8Z" fill="#EBC06A"/>`).join('');

  return `<defs>${linear('bo-hull', [
    [0, light],
    [0.3, middle],
    [1, dark],
  ])}${gold('bo-gold')}${linear('bo-water', [
    [0, '#BFEFF5', 0.95],
    [1, '#2FA3C6', 0.15],
  ])}${linear('bo-roof', [
    [0, '#FF9A8A'],
    [0.6, '#D93B47'],
    [1, '#861325'],
  ])}</defs>
  <path d="M20 38V58M66 38V58M43 34V58" stroke="#EBC06A" stroke-width="2"/><path d="M24 42H62V58H24Z" fill="#FFE2A0" opacity=".35"/>
  <path d="M12 40C18 34 22 28 24 22H62C65 28 69 34 75 40Z" fill="url(#bo-roof)" stroke="url(#bo-gold)" stroke-width="1.4" stroke-linejoin="round"/>
  <path d="M28 22L43 13L58 22Z" fill="url(#bo-gold)"/><path d="M31 23L26 39M43 23V39M55 23L61 39" stroke="#FFD0C0" stroke-opacity=".5"/>
  <path d="M11 40H76" stroke="#EBC06A" stroke-width="2.4" stroke-linecap="round"/>${lamps}
  <path d="${HULL}" fill="url(#bo-hull)" stroke="${light}" stroke-opacity=".45" stroke-width=".8"/>
  <path d="M5 53C14 66 24 68 38 68H62C78 68 88 56 93 34" fill="none" stroke="url(#bo-gold)" stroke-width="1.8"/>${diamonds}
  <path d="M88 31L98 35M89 26L99 30M90.5 21L99.5 24" stroke-width="3.2" stroke-linecap="round" stroke="#E8557F"/>
  <path d="M88.5 28.5L98.5 32.5M90 23.5L99 27" stroke-width="1.8" stroke-linecap="round" stroke="#FFE3A0"/>
  <path d="M89 34C84 42 86 48 82 54M93 36C90 44 92 50 89 56" stroke="#E8557F" stroke-width="1.8" fill="none" stroke-linecap="round"/>
  <path d="${WATER}" fill="url(#bo-water)"/><path d="M8 95Q14 91 20 95T32 95M44 96Q50 92 56 96T68 96" stroke="#BFEFF5" stroke-opacity=".55" stroke-width="1.3" fill="none" stroke-linecap="round"/>`;
}
