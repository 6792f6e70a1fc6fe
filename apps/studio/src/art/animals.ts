// Animals of the night: the rabbit of the moon and an owl.

import { amber, slate, violet } from './palette.ts';
import { gold, linear, radial } from './svg.ts';

export function rabbit(): string {
  return `<defs>${gold('ra-g')}${radial(
    'ra-m',
    [
      [0, '#FFF8DC'],
      [0.8, '#F3D38C'],
      [1, '#C8923E'],
    ],
    46,
    42,
    50,
  )}${linear('ra-b', [
    [0, '#FFFFFF'],
    [1, slate.light],
  ])}</defs>
  <circle cx="50" cy="50" r="46" fill="url(#ra-m)" stroke="url(#ra-g)" stroke-width="2.4"/>
  <path d="M40 46C30 30 30 12 38 8C46 12 48 30 47 42M57 43C58 28 66 12 73 13C78 20 70 38 60 47" fill="url(#ra-b)" stroke="${slate.middle}" stroke-width="1.8"/><path d="M39 36C36 26 36 18 39 15M62 38C64 29 68 22 71 20" stroke="#F2A9B8" stroke-width="2.6" fill="none" stroke-linecap="round"/>
  <path d="M28 88C22 72 30 64 36 62C30 48 42 40 51 40C62 40 70 48 66 60C78 66 82 78 76 88Z" fill="url(#ra-b)" stroke="${slate.middle}" stroke-width="1.8" stroke-linejoin="round"/>
  <circle cx="44" cy="54" r="3.2" fill="#43203A"/><circle cx="59" cy="54" r="3.2" fill="#43203A"/><path d="M49 60H54L51.5 63ZM51.5 63V66" fill="#E0788C" stroke="#B0506A" stroke-width="1.2"/><circle cx="45" cy="53" r="1" fill="#fff"/><circle cx="60" cy="53" r="1" fill="#fff"/><path d="M40 88C40 78 46 76 48 80M64 88C64 78 58 76 56 80" fill="none" stroke="${slate.middle}" stroke-width="1.6"/>`;
}

export function owl(): string {
  const eye = (x: number): string =>
    `<circle cx="${x}" cy="40" r="15" fill="#FFF3D0" stroke="url(#ow-g)" stroke-width="2"/><circle cx="${x}" cy="40" r="9" fill="${amber.middle}"/><circle cx="${x}" cy="40" r="5" fill="#201028"/><circle cx="${x + 2}" cy="37.5" r="1.8" fill="#fff"/>`;
  const feathers = [60, 69, 78]
    .map(
      (y) =>
        `<path d="M36 ${y}q4.6 6 9.2 0q4.6 6 9.2 0q4.6 6 9.2 0" fill="none" stroke="${violet.light}" stroke-width="1.8"/>`,
    )
    .join('');
  return `<defs>${gold('ow-g')}${linear('ow-b', [
    [0, violet.middle],
    [1, violet.dark],
  ])}${radial(
    'ow-f',
    [
      [0, violet.light],
      [1, violet.middle],
    ],
    50,
    70,
    30,
  )}</defs>
  <path d="M20 8C30 20 40 20 50 18C60 20 70 20 80 8C88 26 90 60 80 78C72 92 60 96 50 96C40 96 28 92 20 78C10 60 12 26 20 8Z" fill="url(#ow-b)" stroke="url(#ow-g)" stroke-width="2.2" stroke-linejoin="round"/>
  <path d="M50 52C66 52 70 72 62 88C56 93 44 93 38 88C30 72 34 52 50 52Z" fill="url(#ow-f)" opacity=".75"/>${feathers}${eye(34)}${eye(66)}<path d="M50 44L56 52L50 61L44 52Z" fill="url(#ow-g)"/><path d="M38 95v4M44 96v4M56 96v4M62 95v4" stroke="url(#ow-g)" stroke-width="2.4" stroke-linecap="round"/>`;
}
