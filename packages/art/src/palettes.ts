// The nine palettes of the artwork, for pictures of the site and looks of the studio.

export type Palette = {
  readonly sky: readonly [top: string, bottom: string];
  readonly glow: string;
  /** The motif in three steps. */
  readonly dark: string;
  readonly middle: string;
  readonly light: string;
  /** The pale gold of patterns and fine lines. */
  readonly line: string;
};

export const plum = palette('#3A1437', '#120817', '#E0588A', '#6A1842', '#C93A6B', '#FFB3C4', '#F6D9A2');
export const indigo = palette('#1B2560', '#090C20', '#6C8BFF', '#26348A', '#5B78E8', '#C6D3FF', '#F2DCA6');
export const jade = palette('#0E3F38', '#061413', '#3FD0A2', '#0F5A4B', '#2FA783', '#B4F0D6', '#F2DCA6');
export const amber = palette('#4A250D', '#170B05', '#F7A944', '#8F4412', '#E08D2C', '#FFDF9E', '#FFEBC0');
export const ruby = palette('#4A1019', '#170609', '#FF6A5E', '#861325', '#D93B47', '#FFB5A8', '#F8D8A0');
export const teal = palette('#0E3A50', '#05121B', '#47C3E2', '#12597A', '#2FA3C6', '#B6EAF4', '#F2DCA6');
export const violet = palette('#2E1D5C', '#0D0920', '#A783FF', '#47309A', '#8E6BE6', '#DCCCFF', '#F5DBA4');
export const sand = palette('#4B3A22', '#17110A', '#F5D79A', '#7A5C2E', '#C9A562', '#FBEBC6', '#FFF1CF');
export const slate = palette('#263250', '#0A0E17', '#A9BEE6', '#3A4C73', '#7F97C4', '#DDE8FB', '#F2DCA6');

export const palettes = { plum, indigo, jade, amber, ruby, teal, violet, sand, slate } as const;

export type PaletteName = keyof typeof palettes;

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

function palette(
  ...[top, bottom, glow, dark, middle, light, line]: readonly [string, string, string, string, string, string, string]
): Palette {
  return { sky: [top, bottom], glow, dark, middle, light, line };
}
