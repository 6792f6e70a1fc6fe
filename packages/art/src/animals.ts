// Animals. Each fills a square of 100 in the colours of a palette.

import { amber, jade, type Palette, plum, ruby, slate, teal, violet } from './palettes.ts';
import { GOLD, gold, linear, radial, repeat, rounded } from './svg.ts';

const EAR = 'M40 31C26 16 5 22 4 44C3 64 17 79 31 71C39 65 43 48 40 31Z';
const INNER_EAR = 'M37 37C27 27 12 30 11 46C11 60 20 70 30 64C36 58 38 48 37 37Z';
const HEAD =
  'M50 18C66 18 75 31 73 46C72 56 66 61 61 65C59.5 75 60 82 58.5 88C56 96 45 96.5 43.5 90.5' +
  'C43 87 47.5 86 49 88.5C50.5 90 53 88.5 52.5 85C50 81 42 76 39 65C34 61 28 56 27 46C25 31 34 18 50 18Z';
const TUSKS = ['M38 62C31 72 32 84 42 89C38 82 40 72 45 67Z', 'M62 62C69 72 68 84 58 89C62 82 60 72 55 67Z'];
const BLOSSOM = 'M0 0C-3-2-9-7-8-12C-6-16.5 6-16.5 8-12C9-7 3-2 0 0Z';

export function elephant({ dark, middle, light, glow } = slate): string {
  const ear =
    `<path d="${EAR}" fill="url(#el-ear)" stroke="${light}" stroke-opacity=".35" stroke-width=".8"/>` +
    `<path d="${INNER_EAR}" fill="url(#el-inner)"/>` +
    `<circle cx="15" cy="67" r="2.6" fill="url(#el-gold)"/><circle cx="15" cy="73" r="1.6" fill="url(#el-gold)"/>`;
  const blossom = repeat(
    5,
    (index) =>
      `<path d="${BLOSSOM}" fill="#E8557F" stroke="#7A1840" stroke-width=".7" transform="rotate(${index * 72})"/>`,
  );

  return `<defs>${linear('el-ear', [middle, dark])}
  ${linear('el-head', [light, `${middle} 45%`, dark])}
  ${gold('el-gold')}
  ${linear('el-tusk', ['#FFF8E6', '#D9C49A'])}
  ${linear('el-inner', [`${glow} /.55`, `${dark} /.2`])}</defs>
  <g>${ear}</g><g transform="translate(100 0) scale(-1 1)">${ear}</g>
  ${TUSKS.map((tusk) => `<path d="${tusk}" fill="url(#el-tusk)"/>`).join('')}
  <path d="${HEAD}" fill="url(#el-head)" stroke="${light}" stroke-opacity=".4" stroke-width=".8"/>
  <path d="M44 68Q50 71 56 68M45.5 74Q51 77 56.5 74M47.5 80Q52 83 57 80" stroke="${dark}" stroke-opacity=".55" fill="none" stroke-linecap="round"/>
  <path d="M28.5 37Q50 27 71.5 37" fill="none" stroke="#FFF1D6" stroke-width="4.5" stroke-linecap="round" stroke-dasharray="0 5.1"/>
  <path d="M29 38.5Q50 28.5 71 38.5" fill="none" stroke="url(#el-gold)" stroke-linecap="round"/>
  <g transform="translate(50 28)">${blossom}<circle r="3" fill="#7A1840"/><path d="M0 0L5-7" stroke="#FFE3A0" stroke-width="1.6" stroke-linecap="round"/></g>
  <circle cx="37.5" cy="49" r="2.5" fill="#120C14"/><circle cx="62.5" cy="49" r="2.5" fill="#120C14"/>
  <circle cx="38.3" cy="48.2" r=".8" fill="#fff"/><circle cx="63.3" cy="48.2" r=".8" fill="#fff"/>`;
}

/** A woven carp alone. */
export function fish(palette = ruby): string {
  return `${wovenMetals('wf', palette)}${wovenFish('wf', palette, 39, 54, 1.36)}`;
}

/** The mobile over a cradle: a woven carp with three young ones. */
export function carp(palette = ruby): string {
  const young = [
    [25, 72],
    [47, 83],
    [70, 72],
  ] as const;
  return `${wovenMetals('ca', palette)}
  <path d="M48 0V18M26 50V64M48 56V74M70 50V64" stroke="${palette.line}"/>${wovenFish('ca', palette, 46, 36, 1.02)}
  ${young.map(([x, y]) => wovenFish('ca', palette, x, y, 0.42)).join('')}<circle cx="48" cy="8" r="2" fill="url(#ca-gold)"/>`;
}

function wovenMetals(id: string, { dark, middle, light }: Palette): string {
  return `<defs>${gold(`${id}-gold`)}${linear(`${id}-body`, [light, middle, dark])}</defs>`;
}

function wovenFish(id: string, { dark, line }: Palette, x: number, y: number, scale: number): string {
  return `<g transform="translate(${x} ${y}) scale(${scale})"><path d="M18 0L36-13V13Z" fill="url(#${id}-body)" stroke="url(#${id}-gold)"/>
  <path d="M26 0L42-9V9ZM-4-17L9-28L11-11ZM-4 17L9 28L11 11Z" fill="url(#${id}-gold)" stroke="${dark}" stroke-width=".6" stroke-linejoin="round"/>
  <path d="M-26 0L0-20L26 0L0 20Z" fill="url(#${id}-body)" stroke="url(#${id}-gold)" stroke-width="1.6" stroke-linejoin="round"/>
  <path d="M-19.5-5L6.5 15M-13-10L13 10M-6.5-15L19.5 5M-19.5 5L6.5-15M-13 10L13-10M-6.5 15L19.5-5" stroke="${line}" stroke-opacity=".8" stroke-width="1.1"/>
  <path d="M-26 0L-18-6.2V6.2Z" fill="url(#${id}-gold)"/><circle cx="-15" cy="-2" r="3" fill="#FFF7E0"/><circle cx="-15.6" cy="-2" r="1.5" fill="#1A0D06"/></g>`;
}

export function rabbit({ middle, light } = slate): string {
  return `<defs>${gold('ra-g')}
  ${radial('ra-m', ['#FFF8DC', '#F3D38C 80%', '#C8923E'], 46, 42, 50)}
  ${linear('ra-b', ['#FFFFFF', light])}</defs>
  <circle cx="50" cy="50" r="46" fill="url(#ra-m)" stroke="url(#ra-g)" stroke-width="2.4"/>
  <path d="M40 46C30 30 30 12 38 8C46 12 48 30 47 42M57 43C58 28 66 12 73 13C78 20 70 38 60 47" fill="url(#ra-b)" stroke="${middle}" stroke-width="1.8"/><path d="M39 36C36 26 36 18 39 15M62 38C64 29 68 22 71 20" stroke="#F2A9B8" stroke-width="2.6" fill="none" stroke-linecap="round"/>
  <path d="M28 88C22 72 30 64 36 62C30 48 42 40 51 40C62 40 70 48 66 60C78 66 82 78 76 88Z" fill="url(#ra-b)" stroke="${middle}" stroke-width="1.8" stroke-linejoin="round"/>
  <circle cx="44" cy="54" r="3.2" fill="#43203A"/><circle cx="59" cy="54" r="3.2" fill="#43203A"/><path d="M49 60H54L51.5 63ZM51.5 63V66" fill="#E0788C" stroke="#B0506A" stroke-width="1.2"/><circle cx="45" cy="53" r="1" fill="#fff"/><circle cx="60" cy="53" r="1" fill="#fff"/><path d="M40 88C40 78 46 76 48 80M64 88C64 78 58 76 56 80" fill="none" stroke="${middle}" stroke-width="1.6"/>`;
}

export function owl({ dark, middle, light } = violet): string {
  const eye = (x: number): string =>
    `<circle cx="${x}" cy="40" r="15" fill="#FFF3D0" stroke="url(#ow-g)" stroke-width="2"/><circle cx="${x}" cy="40" r="9" fill="${amber.middle}"/><circle cx="${x}" cy="40" r="5" fill="#201028"/><circle cx="${x + 2}" cy="37.5" r="1.8" fill="#fff"/>`;
  const feathers = [60, 69, 78]
    .map(
      (y) =>
        `<path d="M36 ${y}q4.6 6 9.2 0q4.6 6 9.2 0q4.6 6 9.2 0" fill="none" stroke="${light}" stroke-width="1.8"/>`,
    )
    .join('');
  return `<defs>${gold('ow-g')}${linear('ow-b', [middle, dark])}${radial('ow-f', [light, middle], 50, 70, 30)}</defs>
  <path d="M20 8C30 20 40 20 50 18C60 20 70 20 80 8C88 26 90 60 80 78C72 92 60 96 50 96C40 96 28 92 20 78C10 60 12 26 20 8Z" fill="url(#ow-b)" stroke="url(#ow-g)" stroke-width="2.2" stroke-linejoin="round"/>
  <path d="M50 52C66 52 70 72 62 88C56 93 44 93 38 88C30 72 34 52 50 52Z" fill="url(#ow-f)" opacity=".75"/>${feathers}${eye(34)}${eye(66)}<path d="M50 44L56 52L50 61L44 52Z" fill="url(#ow-g)"/><path d="M38 95v4M44 96v4M56 96v4M62 95v4" stroke="url(#ow-g)" stroke-width="2.4" stroke-linecap="round"/>`;
}

export function dragonfly({ dark, middle, light } = plum): string {
  const wing = (d: string): string => `<path d="${d}" fill="url(#dr-w)" stroke="${teal.light}" stroke-width="1.4"/>`;
  return `<defs>${gold('dr-g')}
  ${linear('dr-w', ['#FFFFFF /.95', `${teal.middle} /.7`])}
  ${linear('dr-b', [light, middle, dark])}</defs>
  ${wing('M48 34C30 8 6 8 4 20C3 32 28 40 48 38Z')}${wing('M52 34C70 8 94 8 96 20C97 32 72 40 52 38Z')}${wing('M48 42C28 40 8 50 10 60C14 70 38 58 48 46Z')}${wing('M52 42C72 40 92 50 90 60C86 70 62 58 52 46Z')}
  <path d="M46 30H54L53 90Q50 98 47 90Z" fill="url(#dr-b)" stroke="url(#dr-g)" stroke-width="1.4"/>${repeat(5, (index) => `<path d="M46.6 ${52 + index * 8}H53.4" stroke="${GOLD}" stroke-width="1.5"/>`)}
  <circle cx="50" cy="24" r="8" fill="url(#dr-b)" stroke="url(#dr-g)" stroke-width="1.4"/><circle cx="45" cy="21" r="4" fill="${jade.light}"/><circle cx="55" cy="21" r="4" fill="${jade.light}"/>`;
}

export function butterfly(): string {
  const wings = `<path d="M50 44C42 14 10 6 6 24C4 40 20 52 48 52Z" fill="url(#bf-u)" stroke="url(#bf-g)" stroke-width="2"/><path d="M48 54C26 52 12 62 16 78C22 94 44 84 50 60Z" fill="url(#bf-l)" stroke="url(#bf-g)" stroke-width="2"/><circle cx="24" cy="30" r="7" fill="#FFF3D0" opacity=".9"/><circle cx="24" cy="30" r="3.4" fill="${violet.dark}"/><circle cx="28" cy="72" r="5" fill="${amber.light}" opacity=".9"/><path d="M46 46C38 36 30 32 20 20M46 48C34 44 24 44 12 40" stroke="${violet.dark}" stroke-opacity=".5" stroke-width="1.4" fill="none"/>`;
  return `<defs>${gold('bf-g')}
  ${linear('bf-u', [amber.light, amber.middle, plum.middle], [0, 0, 1, 1])}
  ${linear('bf-l', [plum.middle, violet.middle], [1, 0, 0, 1])}</defs>
  ${wings}<g transform="translate(100 0) scale(-1 1)">${wings}</g><path d="M47 34Q50 28 53 34L52 74Q50 80 48 74Z" fill="#3A1A2E" stroke="url(#bf-g)" stroke-width="1"/>
  <path d="M49 32C46 22 42 16 36 12M51 32C54 22 58 16 64 12" fill="none" stroke="url(#bf-g)" stroke-width="1.8" stroke-linecap="round"/><circle cx="36" cy="12" r="2.4" fill="url(#bf-g)"/><circle cx="64" cy="12" r="2.4" fill="url(#bf-g)"/>`;
}

const NAGA_BODY = 'M20 90C4 74 20 60 42 66C66 73 86 66 70 50C64 44 56 46 52 40';
const NAGA_HEAD =
  'M38 46C32 30 42 17 58 17C70 17 82 25 93 33C94 36 92 38 89 38L78 39C82 41 85 43 86 46C77 49 68 51 61 55C52 60 42 56 38 46Z';
const NAGA_CREST =
  'M50 19C42 16 39 8 42 1C48 5 55 8 60 18ZM42 26C32 24 25 16 24 6C34 10 44 14 51 21ZM38 37C27 37 18 31 13 21C24 22 35 24 43 29Z';

export function naga({ dark, middle, light } = jade): string {
  const scales = repeat(7, (index) => {
    const x = rounded(22 + index * 8.4);
    return `<path d="M${x} ${rounded(66 + Math.sin(index) * 3)}q3 4 6 0" />`;
  });
  return `<defs>${gold('na-gold')}${linear('na-body', [light, middle, dark])}</defs>
  <path d="${NAGA_CREST}" fill="url(#na-gold)" stroke="${dark}" stroke-width=".8"/>
  <path d="${NAGA_BODY}" fill="none" stroke="${dark}" stroke-width="19" stroke-linecap="round"/>
  <path d="${NAGA_BODY}" fill="none" stroke="url(#na-body)" stroke-width="16" stroke-linecap="round"/>
  <path d="${NAGA_BODY}" fill="none" stroke="#F3D694" stroke-width="3" stroke-linecap="round" stroke-dasharray="1 6" transform="translate(0 5)"/>
  <g fill="none" stroke="${dark}" stroke-width="1.2" opacity=".7">${scales}</g>
  <path d="${NAGA_HEAD}" fill="url(#na-body)" stroke="${dark}" stroke-width="1.4"/>
  <path d="M78 39C70 40 62 42 56 47" fill="none" stroke="${dark}" stroke-width="1.6"/>
  <path d="M84 45l-3 5-4-3ZM74 48l-2 5-4-3Z" fill="#FFF6D8"/>
  <path d="M44 30C50 24 58 22 66 24" fill="none" stroke="url(#na-gold)" stroke-width="3" stroke-linecap="round"/>
  <circle cx="65" cy="30" r="5" fill="#FFF0C4"/><circle cx="66.5" cy="30" r="2.6" fill="#7A1026"/>
  <circle cx="89" cy="33" r="1.2" fill="${dark}"/><circle cx="47" cy="44" r="5" fill="url(#na-gold)"/><circle cx="47" cy="44" r="2.6" fill="#D93B47"/>
  <path d="M14 92C22 97 30 97 38 92S56 88 64 92 84 96 92 91" fill="none" stroke="#7FD8F0" stroke-width="2.4" stroke-linecap="round" opacity=".8"/>`;
}
