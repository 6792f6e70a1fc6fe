// Flowers and ornaments of flowers. Each fills a square of 100 in the colours of a palette.

import { amber, jade, plum, sand, violet } from './palettes.ts';
import { GOLD, gold, linear, radial, repeat, rounded } from './svg.ts';

const HIBISCUS_PETAL =
  'M0 0C-9-6-27-20-23-36C-21.5-42-16-40.5-12.5-44.5C-8-49.5-4-46 0-48.5' +
  'C4-46 8-49.5 12.5-44.5C16-40.5 21.5-42 23-36C27-20 9-6 0 0Z';
const HIBISCUS_SHADOW = 'M0 0C9-6 27-20 23-36C24-24 12-12 0 0Z';
const VEINS = [-15, -10, -5, 0, 5, 10, 15];
const POLLEN = [
  [5, -9],
  [10, -11],
  [7, -14],
  [13, -15],
  [10, -19],
  [16, -20],
  [11, -24],
  [19, -24],
];
const STIGMA = [
  [15, -31],
  [19, -31],
  [21, -28],
  [17, -28.5],
];

export function hibiscus({ dark, middle, light } = plum): string {
  const veins = VEINS.map((x) => {
    const tip = rounded(41 - Math.abs(x) * 0.35);
    return `<path d="M0-7Q${rounded(x * 0.5)}-22 ${rounded(x * 1.08)}-${tip}"/>`;
  }).join('');
  const petal =
    `<path d="${HIBISCUS_PETAL}" fill="url(#hi-petal)" stroke="${dark}" stroke-opacity=".55" stroke-width=".8"/>` +
    `<g fill="none" stroke="${light}" stroke-opacity=".34" stroke-width=".55" stroke-linecap="round">${veins}</g>` +
    `<path d="${HIBISCUS_SHADOW}" opacity=".16"/>`;
  const petals = repeat(5, (index) => `<g transform="rotate(${index * 72})">${petal}</g>`);
  const dots = (points: readonly (readonly number[])[], radius: number, colour: string) =>
    points.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="${radius}" fill="${colour}"/>`).join('');

  return `<defs>${radial('hi-petal', ['#4A0A22', `${dark} 20%`, `${middle} 55%`, light], 0, 0, 52)}
  ${radial('hi-throat', ['#000 /.55', '#000 /0'], 0, 0, 24)}
  ${gold('hi-gold')}</defs>
  <g transform="translate(50 52)">${petals}<circle r="22" fill="url(#hi-throat)"/>
  <path d="M0 2C3-8 10-15 17-27" fill="none" stroke="url(#hi-gold)" stroke-width="3.4" stroke-linecap="round"/>
  ${dots(POLLEN, 1.7, '#FFE9A8')}${dots(STIGMA, 1.9, '#FFD36B')}</g>`;
}

const LOTUS_PETAL = 'M0 0C-15-13-14-36 0-54C14-36 15-13 0 0Z';
const LOTUS_RIBS = 'M0-4V-46M-3-5Q-8-26-1.5-46M3-5Q8-26 1.5-46';

export function lotus({ dark, middle, light, line } = violet): string {
  const petal = (angle: number, scale: number, fill: string, y: number) =>
    `<g transform="translate(50 ${y}) rotate(${angle}) scale(${scale})">` +
    `<path d="${LOTUS_PETAL}" fill="url(#${fill})" stroke="${line}" stroke-opacity=".5" stroke-width=".7"/>` +
    `<path d="${LOTUS_RIBS}" fill="none" stroke="${light}" stroke-opacity=".3" stroke-width=".6"/></g>`;
  const back = [-56, 56, -29, 29, 0].map((angle) => petal(angle, angle === 0 ? 1.16 : 1.02, 'lo-back', 77));
  const middleRow = [-80, 80, -44, 44, -16, 16].map((angle) => petal(angle, 0.9, 'lo-mid', 78));
  const front = [-62, 62, -31, 31, 0].map((angle) => petal(angle, angle === 0 ? 0.76 : 0.66, 'lo-front', 79));

  return `<defs>${linear('lo-back', [middle, dark])}
  ${linear('lo-mid', [light, middle, dark])}
  ${linear('lo-front', ['#FFF6F0', light, middle])}
  ${linear('lo-water', [`${line} /0`, `${line} /.8`, `${line} /0`], [0, 0, 1, 0])}</defs>${[...back, ...middleRow, ...front].join('')}
  <path d="M14 82H86M26 87H74M38 92H62" stroke="url(#lo-water)" stroke-width="1.4" stroke-linecap="round"/>`;
}

export function jasmine({ dark, light } = jade): string {
  const petal = (turn: number): string =>
    `<path d="M50 50C36 40 36 18 50 8C64 18 64 40 50 50Z" fill="url(#ja-p)" stroke="#C9D8C0" stroke-width="1" transform="rotate(${turn} 50 50)"/>`;
  return `<defs>${gold('ja-g')}
  ${radial('ja-p', ['#FFF6D2', '#FFFFFF 40%', '#E3EFDF'], 50, 46, 42)}
  ${linear('ja-l', [light, dark])}</defs>
  <path d="M50 56C28 58 12 74 10 92C32 92 46 80 50 56ZM50 56C72 58 88 74 90 92C68 92 54 80 50 56Z" fill="url(#ja-l)"/>
  ${[0, 72, 144, 216, 288].map((turn) => petal(turn)).join('')}<circle cx="50" cy="50" r="7.5" fill="url(#ja-g)"/><circle cx="50" cy="50" r="3" fill="${amber.dark}" opacity=".6"/>`;
}

export function leaf({ dark, middle, light } = jade): string {
  const veins = [24, 36, 48, 60]
    .map(
      (y, index) =>
        `<path d="M50 ${y + 8}C58 ${y + 4} 66 ${y - 4} ${76 - index * 2} ${y - 8}M50 ${y + 8}C42 ${y + 4} 34 ${y - 4} ${24 + index * 2} ${y - 8}"/>`,
    )
    .join('');
  return `<defs>${gold('le-g')}${linear('le-b', [light, `${middle} 45%`, dark])}</defs>
  <path d="M50 5C80 12 94 44 74 70C66 80 57 84 50 86C43 84 34 80 26 70C6 44 20 12 50 5Z" fill="url(#le-b)" stroke="url(#le-g)" stroke-width="2"/>
  <path d="M50 8V97" stroke="${GOLD}" stroke-width="3" stroke-linecap="round"/><g fill="none" stroke="${light}" stroke-opacity=".75" stroke-width="1.6" stroke-linecap="round">${veins}</g>
  <circle cx="66" cy="34" r="4" fill="#fff" opacity=".8"/><circle cx="35" cy="56" r="2.6" fill="#fff" opacity=".7"/>`;
}

/** A ring of jasmine with a rose tassel. */
export function garland({ dark, middle, light } = plum): string {
  const buds = repeat(18, (index) => {
    const angle = (index * 20 * Math.PI) / 180;
    const [x, y] = [rounded(50 + Math.sin(angle) * 31), rounded(40 - Math.cos(angle) * 31)];
    return `<circle cx="${x}" cy="${y}" r="7.4" fill="url(#gl-${index % 6 === 3 ? 'r' : 'w'})" stroke="#8FA884" stroke-width=".9"/>`;
  });
  const strands = [38, 50, 62]
    .map(
      (x, index) =>
        `<path d="M50 70Q${x} 76 ${x} ${86 + (index % 2) * 6}" stroke="#FFF6DE" stroke-width="3.4" fill="none" stroke-linecap="round"/><circle cx="${x}" cy="${89 + (index % 2) * 5}" r="4.6" fill="${middle}" stroke="${dark}"/>`,
    )
    .join('');
  return `<defs>${gold('gl-g')}
  ${radial('gl-w', ['#FFFFFF', '#D8E4CC'], 0.4, 0.35, 0.7, 'shape')}
  ${radial('gl-r', [light, middle], 0.4, 0.35, 0.7, 'shape')}</defs>
  <circle cx="50" cy="40" r="31" fill="none" stroke="#3E7A4E" stroke-width="9"/>${buds}${strands}
  <g transform="translate(50 70)">${repeat(6, (index) => `<path d="M0 0C-6-4-6-11 0-14C6-11 6-4 0 0Z" fill="${middle}" stroke="${dark}" stroke-width=".9" transform="rotate(${index * 60})"/>`)}<circle r="4.4" fill="url(#gl-g)"/></g>`;
}

export function krathong(): string {
  const leaves = (count: number, y: number, width: number, height: number, fill: string) =>
    repeat(count, (index) => {
      const x = rounded(50 - width / 2 + (index * width) / (count - 1));
      return `<path d="M${x - 8} ${y}Q${x} ${y - height} ${x + 8} ${y}Z" fill="${fill}" stroke="${jade.dark}" stroke-width=".8"/>`;
    });
  const petals = repeat(7, (index) => {
    const angle = -72 + index * 24;
    return `<path d="M0 0C-8-10-6-24 0-30C6-24 8-10 0 0Z" transform="translate(50 64) rotate(${angle})" fill="url(#kr-petal)" stroke="${plum.dark}" stroke-width=".6"/>`;
  });
  return `<defs>${gold('kr-gold')}
  ${linear('kr-leaf', [jade.light, `${jade.middle} 40%`, jade.dark])}
  ${linear('kr-petal', [plum.light, plum.middle])}
  ${radial('kr-glow', ['#FFE9A8 /.85', '#FFB14A /0'], 50, 20, 20)}</defs>
  <circle cx="50" cy="20" r="20" fill="url(#kr-glow)"/>${petals}
  <rect x="46.5" y="28" width="7" height="34" rx="2" fill="#FFF3D6"/><path d="M46.5 40h7v6h-7Z" fill="url(#kr-gold)"/>
  <path d="M50 8C57 17 56 25 50 28C44 25 43 17 50 8Z" fill="#FFB14A"/><path d="M50 15C53 20 53 25 50 27C47 25 47 20 50 15Z" fill="#FFF6D8"/>
  ${leaves(7, 78, 66, 34, 'url(#kr-leaf)')}
  <path d="M10 74H90C88 88 74 94 50 94S12 88 10 74Z" fill="url(#kr-leaf)" stroke="${jade.dark}" stroke-width="1"/>
  ${leaves(6, 90, 54, 24, jade.middle)}<path d="M12 78C30 84 70 84 88 78" fill="none" stroke="url(#kr-gold)" stroke-width="2.4"/>`;
}

const KRANOK = 'M0 0C-9-8-13-22-4-34C-5-28-2-26 0-46C2-26 5-28 4-34C13-22 9-8 0 0Z';
const ROSETTE_PETAL = 'M0 0C-10-8-12-22 0-30C12-22 10-8 0 0Z';

/** A rosette of kranok leaves. */
export function rosette({ dark, middle, light, line } = sand): string {
  const ring = (shape: string, turn: number, look: string, scale = 1): string =>
    repeat(8, (index) => `<path d="${shape}" ${look} transform="rotate(${index * 45 + turn}) scale(${scale})"/>`);
  return `<defs>${gold('ro-gold')}
  ${radial('ro-leaf', [dark, middle], 0, 0, 46)}
  ${radial('ro-petal', [middle, light], 0, 0, 32)}</defs>
  <g transform="translate(50 50)">${ring(KRANOK, 0, `fill="url(#ro-leaf)" stroke="${line}" stroke-opacity=".7" stroke-width=".8"`)}
  ${ring(ROSETTE_PETAL, 22.5, `fill="url(#ro-petal)" stroke="${line}" stroke-opacity=".6" stroke-width=".7"`)}
  ${ring(ROSETTE_PETAL, 0, `fill="#FFF4DC" opacity=".92" stroke="${dark}"`, 0.55)}
  <circle r="7" fill="url(#ro-gold)"/><circle r="3.4" fill="${dark}"/></g>`;
}
