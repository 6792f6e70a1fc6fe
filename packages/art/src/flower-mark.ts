// The mark of the site: a plain flower, alone or on a night sky, one set of colours for each preset.
//
// Always true: names of presets are those of apps/web (lib/site/theme.ts); the night is their --card-a over --bg.

import { picture, radial, repeat } from './svg.ts';

type MarkColours = { readonly petals: readonly [string, string, string]; readonly night: readonly [string, string] };

const presets = {
  gold: { petals: ['#7a1840', '#de4774', '#ffa6ba'], night: ['#3a1738', '#0b0e14'] },
  jade: { petals: ['#0b4a3a', '#2fbd8b', '#b6f5dd'], night: ['#0d3d36', '#0b0e14'] },
  sapphire: { petals: ['#1f3a86', '#6d97f2', '#cfdeff'], night: ['#16284f', '#0b0e14'] },
  ruby: { petals: ['#7a1426', '#ef5f6c', '#ffc2c6'], night: ['#46141f', '#0b0e14'] },
} as const satisfies Readonly<Record<string, MarkColours>>;

export type MarkPreset = keyof typeof presets;
export const markPresets = Object.keys(presets) as readonly MarkPreset[];

const PETAL = 'M0-5C-9-12-22-22-20-36C-18-47-6-48 0-44.5C6-48 18-47 20-36C22-22 9-12 0-5Z';

/** In a square of 100. Without a ground the flower stands alone; `radius` rounds the corners of the ground. */
export function flowerMark(preset: MarkPreset, scale = 1, ground?: { readonly radius: number }): string {
  const {
    petals: [deep, middle, light],
    night,
  } = presets[preset];
  const sky = ground
    ? `<defs>${radial('mk-sky', night, 0, -8, 62)}</defs><rect x="-50" y="-50" width="100" height="100" rx="${ground.radius}" fill="url(#mk-sky)"/>`
    : '';
  return picture(
    100,
    100,
    `<g transform="translate(50 50)"><defs>${radial('mk-petal', [`${deep} 8%`, `${middle} 50%`, light], 0, 0, 49)}</defs>${sky}<g transform="scale(${scale})">
    ${repeat(5, (index) => `<path d="${PETAL}" fill="url(#mk-petal)" transform="rotate(${index * 72})"/>`)}
    <path d="M0 2C3-8 9-15 19-26" stroke="#ffe3a0" stroke-width="6" stroke-linecap="round" fill="none"/><circle cx="22" cy="-30" r="5.5" fill="#ffd36b"/></g></g>`,
  );
}
