// The colours of a slot's page and backdrop, by palette: sky from top to bottom, glow, and a motif in three steps.

export type Tint = {
  readonly sky: readonly [top: string, bottom: string];
  readonly glow: string;
  readonly dark: string;
  readonly middle: string;
  readonly light: string;
};

export const tints = {
  plum: tint('#3A1437', '#0B0812', '#E0588A', '#6A1842', '#C93A6B', '#FFB3C4'),
  indigo: tint('#1B2560', '#080A1A', '#6C8BFF', '#26348A', '#5B78E8', '#C6D3FF'),
  teal: tint('#0E3A50', '#051019', '#47C3E2', '#12597A', '#2FA3C6', '#B6EAF4'),
  jade: tint('#0E3F38', '#051110', '#3FD0A2', '#0F5A4B', '#2FA783', '#B4F0D6'),
  amber: tint('#4A250D', '#130904', '#F7A944', '#8F4412', '#E08D2C', '#FFDF9E'),
  ruby: tint('#4A1019', '#140507', '#FF6A5E', '#861325', '#D93B47', '#FFB5A8'),
  violet: tint('#2E1D5C', '#0B081B', '#A783FF', '#47309A', '#8E6BE6', '#DCCCFF'),
  slate: tint('#133049', '#07101A', '#8FE3FF', '#24405A', '#3F7F9C', '#D5EEF5'),
  sand: tint('#4B3A22', '#130E08', '#F5D79A', '#7A5C2E', '#C9A562', '#FBEBC6'),
} as const;

export type TintName = keyof typeof tints;

/** Custom properties of a page (page/game.css). */
export function coloursOf({ sky: [top, bottom], middle, light }: Tint): Readonly<Record<string, string>> {
  return {
    '--bg': bottom,
    '--panel': mix(bottom, top, 0.16),
    '--box': mix(bottom, top, 0.34),
    '--control': mix(bottom, top, 0.66),
    '--hairline': mix(top, middle, 0.2),
    '--border-strong': mix(middle, '#B9BFD0', 0.6),
    '--drum-edge': mix(bottom, top, 0.25),
    '--drum': mix(bottom, top, 0.75),
    '--drum-light': mix(top, middle, 0.16),
    '--facts': mix(light, '#FFF3D6', 0.5),
  };
}

/** A share of the second colour in the first one. */
export function mix(one: string, other: string, share: number): string {
  const channel = (at: number): string => {
    const [from, to] = [one, other].map((colour) => Number.parseInt(colour.slice(at, at + 2), 16)) as [number, number];
    return Math.round(from + (to - from) * share)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}

function tint(top: string, bottom: string, glow: string, dark: string, middle: string, light: string): Tint {
  return { sky: [top, bottom], glow, dark, middle, light };
}
