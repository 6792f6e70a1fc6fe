// CSS variables of a site with a colour of its own instead of a preset: fill, text, ink and the tint of the money card,
// each shifted until readable. Loaded for such a site only.
//
// Elsewhere: the presets (styles/tokens.css), writing them on the page (theme.ts).

export type Rgb = readonly [red: number, green: number, blue: number];

export const CONTRAST_TEXT = 4.5;

/** The lightest (dark mode) and darkest (light mode) surface below brand text. */
export const surfaces: Record<'dark' | 'light', Rgb> = { dark: [28, 35, 51], light: [238, 241, 246] };

const RADII = { sharp: 0.5, soft: 1, round: 1.35 } as const;

/** Overrides of a theme's preset: readable colours and corner radius. */
export function computeThemeValues(
  theme: Readonly<Record<string, unknown>>,
  mode: 'dark' | 'light',
): Record<string, string> {
  const brand = typeof theme['brand'] === 'string' ? parseHex(theme['brand']) : undefined;
  const accent = typeof theme['accent'] === 'string' ? parseHex(theme['accent']) : undefined;
  const radius = Object.entries(RADII).find(([name]) => name === theme['radius'])?.[1];
  return {
    ...(brand && computeColours(brand, mode)),
    ...(accent && { '--accent': toHex(readableOn(accent, surfaces[mode], CONTRAST_TEXT)) }),
    ...(radius !== undefined && { '--radius-scale': String(radius) }),
  };
}

export function computeColours(brand: Rgb, mode: 'dark' | 'light') {
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

export function parseHex(hex: string): Rgb | undefined {
  const long = /^#[\da-f]{3}$/i.test(hex) ? hex.replace(/[\da-f]/gi, '$&$&') : hex;
  const parts = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(long);
  if (!parts) return undefined;
  const [, red = '', green = '', blue = ''] = parts;
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)];
}

function toHex(rgb: Rgb): string {
  return `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

export function contrast(first: Rgb, second: Rgb): number {
  const [light, dark] = [luminance(first), luminance(second)].toSorted((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Mixes `share` of `into` with the complement of `from`. */
function mix(from: Rgb, into: Rgb, share: number): Rgb {
  return from.map((part, index) => part + ((into[index] ?? 0) - part) * share) as unknown as Rgb;
}

/** Shifts the colour towards black or white until it is readable on the background. */
function readableOn(colour: Rgb, background: Rgb, ratio: number): Rgb {
  const goal: Rgb = luminance(background) > 0.18 ? [0, 0, 0] : [255, 255, 255];
  for (let share = 0; share < 1; share += 0.04) {
    const shifted = mix(colour, goal, share);
    if (contrast(shifted, background) >= ratio) return shifted;
  }
  return goal;
}

function luminance(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((part) => {
    const channel = part / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
