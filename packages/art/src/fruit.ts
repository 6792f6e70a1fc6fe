// Fruit of the market. Each fills a square of 100 in the colours of a palette.

import { amber, jade, violet } from './palettes.ts';
import { GOLD, gold, linear, radial, repeat } from './svg.ts';

const SKIN = 'M50 20C70 17 84 34 84 54C84 64 88 70 95 76C90 86 74 94 56 92C32 90 12 74 12 52C12 34 28 22 50 20Z';
const FLESH = 'M54 48C66 45 75 54 76 64C76 72 79 76 83 79C77 86 66 88 56 86C44 83 38 74 41 63C43 55 47 50 54 48Z';

export function mango(): string {
  return `<defs>${radial('ma-skin', ['#FFE98A', '#F7B733 50%', '#DB6B2A 85%', '#A8402A'], 46, 40, 52)}
  ${radial('ma-flesh', ['#FFF1A8', '#F9C846 60%', '#E08A2B'], 62, 58, 30)}
  ${linear('ma-leaf', ['#8EE39A', '#1F7A4D'])}
  ${linear('ma-leaf-dark', ['#4FB873', '#0F5A3B'])}
  ${linear('ma-shine', ['#fff /.7', '#fff /0'])}</defs>
  <path d="M52 24C50 17 52 12 57 7" fill="none" stroke="#7A4A22" stroke-width="3" stroke-linecap="round"/>
  <path d="M55 14C66 2 84 3 94 14C84 24 66 26 55 14Z" fill="url(#ma-leaf)"/><path d="M57 14C68 12 80 12 91 14" stroke="#D6FFD8" stroke-opacity=".5" fill="none"/>
  <path d="M53 17C44 6 28 6 18 14C28 24 44 26 53 17Z" fill="url(#ma-leaf-dark)"/><path d="M50 17C42 14 30 13 21 14" stroke="#B8F5C4" stroke-opacity=".45" fill="none"/>
  <path d="${SKIN}" fill="url(#ma-skin)" stroke="#FFE9A8" stroke-opacity=".35"/><path d="M28 40C34 32 44 28 52 28" stroke="url(#ma-shine)" stroke-width="5" stroke-linecap="round" fill="none"/>
  <path d="${FLESH}" fill="url(#ma-flesh)" stroke="#FFF3C4" stroke-width="1.4"/>
  <path d="M54 50L47 78M62 48L56 84M70 54L66 85M45 59L74 57M43 67L77 66M45 76L78 75" stroke="#E58E22" stroke-opacity=".6" stroke-width="1.3"/>`;
}

export function banana(): string {
  const finger = (turn: number, fill: string): string =>
    `<g transform="rotate(${turn} 58 16)"><path d="M52 18C50 44 38 66 14 78C16 86 26 90 34 87C58 78 70 50 66 18Z" fill="url(#${fill})" stroke="#8A5A12" stroke-width="1.4" stroke-linejoin="round"/><path d="M59 22C57 46 46 68 24 82" fill="none" stroke="#FFF6C8" stroke-opacity=".7" stroke-width="2.4" stroke-linecap="round"/><path d="M14 78C13 82 15 86 19 86L22 80Z" fill="#6A4312"/></g>`;
  return `<defs>${linear('bn-a', ['#FFF0A0', '#F7CB3C', '#D9901E'])}
  ${linear('bn-b', ['#FFE070', '#E9AE26 60%', '#B87216'])}</defs>
  ${finger(-44, 'bn-b')}${finger(-20, 'bn-a')}${finger(4, 'bn-b')}<path d="M50 20C50 10 55 4 63 4C69 4 72 8 70 14L67 22Z" fill="#7A5A1E" stroke="#4A3410" stroke-width="1.4"/>`;
}

export function coconut(): string {
  return `<defs>${radial('co-s', ['#C8F0B0', '#63B05A 55%', '#1F5A34'], 40, 46, 54)}
  ${radial('co-w', ['#FFFFFF', '#F4F2E2 70%', '#D8D2B4'], 50, 34, 30)}
  ${linear('co-d', ['#E8F8FF', '#A8DCEC'])}</defs>
  <path d="M50 20C78 20 94 38 92 60C90 82 72 95 50 95C28 95 10 82 8 60C6 38 22 20 50 20Z" fill="url(#co-s)" stroke="#164428" stroke-width="1.6"/>
  <path d="M20 62C24 78 34 86 46 88" fill="none" stroke="#E2FFD0" stroke-opacity=".5" stroke-width="4" stroke-linecap="round"/>
  <ellipse cx="50" cy="34" rx="33" ry="16" fill="url(#co-w)" stroke="#8A9A64" stroke-width="1.6"/><ellipse cx="50" cy="35" rx="22" ry="9.5" fill="url(#co-d)" stroke="#B8C8B0" stroke-width="1.2"/>
  <path d="M54 36L66 4L80 2" fill="none" stroke="#E8557F" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/><path d="M55 34L66.6 5.4L79 3" fill="none" stroke="#FFD0DC" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"/>
  <g transform="translate(26 30)">${repeat(5, (index) => `<path d="M0 0C-5-5-5-11 0-14C5-11 5-5 0 0Z" fill="#FFF3FA" stroke="#D85A8A" stroke-width="1" transform="rotate(${index * 72})"/>`)}<circle r="3.4" fill="#F2B63A"/></g>`;
}

/** The pale segments lie in a dark shell under four green leaves. */
export function mangosteen(): string {
  const segments = repeat(
    6,
    (index) =>
      `<path d="M50 58C42 50 42 42 50 36C58 42 58 50 50 58Z" fill="url(#mg-w)" stroke="#CDBFD8" stroke-width="1" transform="rotate(${index * 60} 50 58)"/>`,
  );
  const leaves = [-62, -22, 22, 62]
    .map(
      (turn) =>
        `<path d="M50 26C40 20 40 10 50 4C60 10 60 20 50 26Z" fill="url(#mg-l)" stroke="${jade.dark}" stroke-width="1" transform="rotate(${turn} 50 26)"/>`,
    )
    .join('');
  return `<defs>${gold('mg-g')}
  ${radial('mg-s', ['#A8508A', '#6A1F58 60%', '#34102E'], 38, 44, 54)}
  ${radial('mg-w', ['#FFFFFF', '#EEE4F4'], 50, 46, 16)}
  ${linear('mg-l', [jade.light, jade.middle])}</defs>
  <circle cx="50" cy="57" r="38" fill="url(#mg-s)" stroke="#240A20" stroke-width="1.6"/><circle cx="50" cy="58" r="27" fill="#E0729A" stroke="${violet.light}" stroke-opacity=".5"/>${segments}<circle cx="50" cy="58" r="3" fill="#F4E8F8"/>${leaves}<circle cx="50" cy="25" r="4" fill="url(#mg-g)"/>`;
}

export function basket(): string {
  const weave = repeat(
    5,
    (row) =>
      `<path d="M${20 + row * 2} ${58 + row * 7}H${80 - row * 2}" stroke="#7A4A18" stroke-width="2.2" stroke-dasharray="7 5" stroke-dashoffset="${(row % 2) * 6}"/>`,
  );
  const fruit = (x: number, y: number): string =>
    `<path d="M${x} ${y - 15}C${x + 15} ${y - 15} ${x + 16} ${y + 10} ${x} ${y + 14}C${x - 15} ${y + 8} ${x - 13} ${y - 13} ${x} ${y - 15}Z" fill="url(#ba-f)"/><path d="M${x + 4} ${y - 10}C${x + 9} ${y - 6} ${x + 9} ${y} ${x + 8} ${y + 3}" stroke="#FFF3C8" stroke-width="2" fill="none" stroke-linecap="round" opacity=".8"/>`;
  return `<defs>${gold('ba-g')}
  ${radial('ba-f', ['#FFF0A8', '#F6B52E', '#C8701A'], 54, 36, 34)}
  ${linear('ba-b', ['#E2B06A', '#8A5522'])}
  ${radial('ba-h', [`${amber.glow} /.7`, `${amber.glow} /0`], 50, 50, 50)}</defs>
  <circle cx="50" cy="50" r="50" fill="url(#ba-h)"/><path d="M20 54C18 6 82 6 80 54" fill="none" stroke="url(#ba-g)" stroke-width="4"/>
  ${fruit(33, 46)}${fruit(68, 46)}${fruit(50, 40)}<path d="M50 24C56 12 70 14 74 20C66 28 56 28 50 24Z" fill="${jade.middle}"/><path d="M14 54H86L76 94H24Z" fill="url(#ba-b)" stroke="url(#ba-g)" stroke-width="2.4" stroke-linejoin="round"/>${weave}<path d="M12 54H88" stroke="${GOLD}" stroke-width="5" stroke-linecap="round"/>`;
}
