// CSS variables of a site with a colour of its own instead of a preset: fill, text, ink and the tint of the money card,
// each shifted until readable. Loaded for such a site only.
//
// Elsewhere: the presets (packages/ui/src/tokens.css), writing them on the page (theme.ts).

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
    ...(accent && { '--accent': toHex(shiftUntilReadable(accent, surfaces[mode], CONTRAST_TEXT)) }),
    ...(radius !== undefined && { '--radius-scale': String(radius) }),
  };
}

export function computeColours(brand: Rgb, mode: 'dark' | 'light') {
  const high = mixColours(brand, [255, 255, 255], 0.28);
  const low = mixColours(brand, [0, 0, 0], 0.06);
  const ink: Rgb = mixColours(brand, [0, 0, 0], 0.9);
  // Dark ink if readable on both ends of the fill; otherwise white on a darkened fill.
  const takesInk = Math.min(computeContrast(ink, high), computeContrast(ink, low)) >= CONTRAST_TEXT;
  const fill = takesInk
    ? { high, low, on: ink }
    : { high: darkenUnderWhite(high), low: darkenUnderWhite(low), on: [255, 255, 255] as Rgb };
  const paper: Rgb = mode === 'light' ? [255, 255, 255] : [20, 25, 37];
  const tint = mode === 'light' ? 0.16 : 0.3;
  return {
    '--brand': toHex(takesInk ? brand : darkenUnderWhite(brand)),
    '--brand-hi': toHex(fill.high),
    '--brand-lo': toHex(fill.low),
    '--brand-text': toHex(shiftUntilReadable(brand, surfaces[mode], CONTRAST_TEXT)),
    '--on-brand': toHex(fill.on),
    '--card-a': toHex(mixColours(paper, brand, tint)),
    '--card-b': toHex(mixColours(paper, brand, tint / 3)),
    '--card-line': toHex(mixColours(paper, brand, tint * 1.5)),
    '--page-glow': toHex(mixColours(paper, brand, tint)),
  };
}

function darkenUnderWhite(colour: Rgb): Rgb {
  for (let share = 0; share < 1; share += 0.04) {
    const darker = mixColours(colour, [0, 0, 0], share);
    if (computeContrast(darker, [255, 255, 255]) >= CONTRAST_TEXT) return darker;
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

export function computeContrast(first: Rgb, second: Rgb): number {
  const [light, dark] = [computeLuminance(first), computeLuminance(second)].toSorted((a, b) => b - a) as [
    number,
    number,
  ];
  return (light + 0.05) / (dark + 0.05);
}

/** Mixes `share` of `into` with the complement of `from`. */
function mixColours(from: Rgb, into: Rgb, share: number): Rgb {
  return from.map((part, index) => part + ((into[index] ?? 0) - part) * share) as unknown as Rgb;
}

/** Shifts the colour towards black or white until it is readable on the background. */
function shiftUntilReadable(colour: Rgb, background: Rgb, ratio: number): Rgb {
  const goal: Rgb = computeLuminance(background) > 0.18 ? [0, 0, 0] : [255, 255, 255];
  for (let share = 0; share < 1; share += 0.04) {
    const shifted = mixColours(colour, goal, share);
    if (computeContrast(shifted, background) >= ratio) return shifted;
  }
  return goal;
}

function computeLuminance(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((part) => {
    const channel = part / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
