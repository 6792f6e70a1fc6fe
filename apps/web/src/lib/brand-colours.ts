// CSS variables of a site with a colour of its own instead of a preset: fill, text, ink and the tint of the money card,
// each shifted until readable. Loaded for such a site only.
//
// Elsewhere: the presets (styles/tokens.css), writing them on the page (theme.ts).

import { contrast, mix, parseHex, readableOn, toHex, type Rgb } from './contrast.ts';

export const CONTRAST_TEXT = 4.5;

/** The lightest (dark mode) and darkest (light mode) surface below brand text. */
export const surfaces: Record<'dark' | 'light', Rgb> = { dark: [28, 35, 51], light: [238, 241, 246] };

const RADII = { sharp: 0.5, soft: 1, round: 1.35 } as const;

/** Overrides of a theme's preset: readable colours and corner radius. */
export function valuesOf(theme: Readonly<Record<string, unknown>>, mode: 'dark' | 'light'): Record<string, string> {
  const brand = typeof theme['brand'] === 'string' ? parseHex(theme['brand']) : undefined;
  const accent = typeof theme['accent'] === 'string' ? parseHex(theme['accent']) : undefined;
  const radius = Object.entries(RADII).find(([name]) => name === theme['radius'])?.[1];
  return {
    ...(brand && brandColours(brand, mode)),
    ...(accent && { '--accent': toHex(readableOn(accent, surfaces[mode], CONTRAST_TEXT)) }),
    ...(radius !== undefined && { '--radius-scale': String(radius) }),
  };
}

export function brandColours(brand: Rgb, mode: 'dark' | 'light') {
  const high = mix(brand, [255, 255, 255], 0.28);
  const low = mix(brand, [0, 0, 0], 0.06);
  const ink: Rgb = mix(brand, [0, 0, 0], 0.9);
  // Dark ink if readable on both ends of the fill; otherwise white on a darkened fill.
  const takesInk = Math.min(contrast(ink, high), contrast(ink, low)) >= CONTRAST_TEXT;
  const fill = takesInk
    ? { high, low, on: ink }
    : { high: readableUnderWhite(high), low: readableUnderWhite(low), on: [255, 255, 255] as Rgb };
  const paper: Rgb = mode === 'light' ? [255, 255, 255] : [20, 25, 37];
  const tint = mode === 'light' ? 0.16 : 0.3;
  return {
    '--brand': toHex(takesInk ? brand : readableUnderWhite(brand)),
    '--brand-hi': toHex(fill.high),
    '--brand-lo': toHex(fill.low),
    '--brand-text': toHex(readableOn(brand, surfaces[mode], CONTRAST_TEXT)),
    '--on-brand': toHex(fill.on),
    '--card-a': toHex(mix(paper, brand, tint)),
    '--card-b': toHex(mix(paper, brand, tint / 3)),
    '--card-line': toHex(mix(paper, brand, tint * 1.5)),
    '--page-glow': toHex(mix(paper, brand, tint)),
  };
}

function readableUnderWhite(colour: Rgb): Rgb {
  for (let share = 0; share < 1; share += 0.04) {
    const darker = mix(colour, [0, 0, 0], share);
    if (contrast(darker, [255, 255, 255]) >= CONTRAST_TEXT) return darker;
  }
  return [0, 0, 0];
}
