// WCAG contrast and lightness shifts that keep a brand colour readable.

export type Rgb = readonly [red: number, green: number, blue: number];

export function parseHex(hex: string): Rgb | undefined {
  const long = /^#[\da-f]{3}$/i.test(hex) ? hex.replace(/[\da-f]/gi, '$&$&') : hex;
  const parts = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(long);
  if (!parts) return undefined;
  const [, red = '', green = '', blue = ''] = parts;
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)];
}

export function toHex(rgb: Rgb): string {
  return `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

export function contrast(first: Rgb, second: Rgb): number {
  const [light, dark] = [luminance(first), luminance(second)].toSorted((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Mixes `share` of `into` with the complement of `from`. */
export function mix(from: Rgb, into: Rgb, share: number): Rgb {
  return from.map((part, index) => part + ((into[index] ?? 0) - part) * share) as unknown as Rgb;
}

/** Shifts the colour towards black or white until it is readable on the background. */
export function readableOn(colour: Rgb, background: Rgb, ratio: number): Rgb {
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
