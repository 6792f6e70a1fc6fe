// The tuk-tuk with its headlamp on.

import { type MotifColours, teal } from './palette.ts';
import { gold, linear, radial } from './svg.ts';

const BODY =
  'M9 58C10 54 13 53 17 53H35C40 53 42 56 43 60L45 67H60L64 56C65 53 67 52 70 52H87C92 52 94 55 94 60V72' +
  'C94 76 92 78 88 78H14C9 78 7 75 7 71Z';
const FRINGE =
  'M14 36H92L90 41Q86 44 82 41Q78 44 74 41Q70 44 66 41Q62 44 58 41Q54 44 50 41Q46 44 42 41Q38 44 34 41' +
  'Q30 44 26 41Q22 44 18 41Z';

export function tuktuk({ dark, middle, light }: MotifColours = teal): string {
  const wheel = (x: number, radius: number) =>
    `<circle cx="${x}" cy="78" r="${radius}" fill="#0B0E14"/><circle cx="${x}" cy="78" r="${radius - 2}" fill="#2A3144"/>` +
    `<circle cx="${x}" cy="78" r="${radius - 4.5}" fill="url(#tu-gold)"/><circle cx="${x}" cy="78" r="1.8" fill="#0B0E14"/>`;

  return `<defs>${linear('tu-body', [
    [0, light],
    [0.35, middle],
    [1, dark],
  ])}${linear('tu-roof', [
    [0, '#FF9A8A'],
    [0.5, '#D93B47'],
    [1, '#861325'],
  ])}${gold('tu-gold')}${radial(
    'tu-lamp',
    [
      [0, '#FFF0B8', 0.95],
      [1, '#FFC24B', 0],
    ],
    8,
    60,
    22,
  )}${linear('tu-cabin', [
    [0, '#FFE9B0', 0.9],
    [1, '#F2A23C', 0.35],
  ])}</defs>
  <path d="M13 61L-8 52V74Z" fill="url(#tu-lamp)" opacity=".7"/><circle cx="8" cy="60" r="18" fill="url(#tu-lamp)"/>
  <path d="M25 36L16 56H44L47 66H63L67 36Z" fill="url(#tu-cabin)"/><path d="M67 36H84V56H64Z" fill="url(#tu-cabin)" opacity=".8"/>
  <path d="M25 34L15 57M45 34V60M67 34L63 66M85 34V56" stroke="url(#tu-gold)" stroke-width="2.2" stroke-linecap="round"/>
  <path d="M16 36C15 27 22 22 31 21H76C85 21 90 27 90 36Z" fill="url(#tu-roof)"/><path d="${FRINGE}" fill="url(#tu-gold)"/>
  <path d="M30 21Q32 27 29 35M45 21V35M60 21V35M75 21Q74 28 76 35" stroke="#FFD0C0" stroke-opacity=".35" fill="none"/>
  <path d="${BODY}" fill="url(#tu-body)" stroke="${light}" stroke-opacity=".4" stroke-width=".7"/>
  <path d="M9 67H93" stroke="#EBC06A" stroke-width="1.8"/><path d="M71 58H88V64H70Z" fill="#fff" opacity=".2"/>
  <circle cx="10.5" cy="60" r="4.2" fill="#FFF3C4" stroke="url(#tu-gold)" stroke-width="1.4"/><path d="M78 70l3 3-3 3-3-3Z" fill="#FFE2A0"/>
  ${wheel(24, 9.5)}${wheel(77, 10.5)}`;
}
