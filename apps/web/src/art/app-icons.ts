// The icons of the installed site: the flower on a night sky, one set for each preset. Plain icons fill a rounded
// square; the maskable one bleeds to the edge with the flower in the middle, because launchers crop it.

import { newPicture, type PictureFile } from '#art/svg';

type Look = { readonly petals: readonly [string, string, string]; readonly night: readonly [string, string] };

/** Names of the presets in lib/site/theme.ts; night is their --card-a over --bg. */
const looks: Readonly<Record<string, Look>> = {
  gold: { petals: ['#7a1840', '#de4774', '#ffa6ba'], night: ['#3a1738', '#0b0e14'] },
  jade: { petals: ['#0b4a3a', '#2fbd8b', '#b6f5dd'], night: ['#0d3d36', '#0b0e14'] },
  sapphire: { petals: ['#1f3a86', '#6d97f2', '#cfdeff'], night: ['#16284f', '#0b0e14'] },
  ruby: { petals: ['#7a1426', '#ef5f6c', '#ffc2c6'], night: ['#46141f', '#0b0e14'] },
};

const shapes = [
  { name: '192', side: 192, radius: 22, scale: 0.72 },
  { name: '512', side: 512, radius: 22, scale: 0.72 },
  { name: 'maskable-512', side: 512, radius: 0, scale: 0.56 },
  { name: 'touch-180', side: 180, radius: 0, scale: 0.68 },
] as const;

const DRAWN = 100;
const DOTS_PER_INCH = 72;

export function appIcons(): readonly PictureFile[] {
  return Object.entries(looks).flatMap(([preset, look]) => [
    ...shapes.map(({ name, side, radius, scale }) => {
      newPicture();
      return {
        name: `icon-${preset}-${name}.png`,
        svg: drawing(look, scale, ground(look, radius)),
        size: { width: side, height: side, quality: 90, density: Math.ceil((DOTS_PER_INCH * side) / DRAWN) },
      };
    }),
    // The flower alone: the tab icon and the mark in the header.
    { name: `icon-${preset}-mark.svg`, svg: drawing(look, 1, '') },
  ]);
}

function ground({ night: [glow, dark] }: Look, radius: number): string {
  return [
    `<radialGradient id="n" gradientUnits="userSpaceOnUse" cx="0" cy="-8" r="62"><stop stop-color="${glow}"/><stop offset="1" stop-color="${dark}"/></radialGradient>`,
    `<rect x="-50" y="-50" width="100" height="100" rx="${radius}" fill="url(#n)"/>`,
  ].join('');
}

function drawing({ petals: [deep, middle, light] }: Look, scale: number, under: string): string {
  const petal = 'M0-5C-9-12-22-22-20-36C-18-47-6-48 0-44.5C6-48 18-47 20-36C22-22 9-12 0-5Z';
  const turns = [0, 72, 144, 216, 288].map((turn) => `<path d="${petal}" fill="url(#p)" transform="rotate(${turn})"/>`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${DRAWN}" height="${DRAWN}" viewBox="-50 -50 100 100">`,
    `<radialGradient id="p" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="49"><stop offset=".08" stop-color="${deep}"/><stop offset=".5" stop-color="${middle}"/><stop offset="1" stop-color="${light}"/></radialGradient>`,
    under,
    `<g transform="scale(${scale})">${turns.join('')}`,
    '<path d="M0 2C3-8 9-15 19-26" stroke="#ffe3a0" stroke-width="6" stroke-linecap="round" fill="none"/><circle cx="22" cy="-30" r="5.5" fill="#ffd36b"/></g></svg>',
  ].join('');
}
