// The colours the studio draws with: dark, middle and light of a motif, its glow, and the shared pale line.

/** Colours of a motif; a drawing that is the motif of a title's world takes those of the title. */
export type MotifColours = {
  readonly dark: string;
  readonly middle: string;
  readonly light: string;
  readonly glow: string;
};

type Palette = MotifColours & { readonly line: string };

export const plum: Palette = palette('#6A1842', '#C93A6B', '#FFB3C4', '#E0588A');
export const jade: Palette = palette('#0F5A4B', '#2FA783', '#B4F0D6', '#3FD0A2');
export const amber: Palette = palette('#8F4412', '#E08D2C', '#FFDF9E', '#F7A944');
export const ruby: Palette = palette('#861325', '#D93B47', '#FFB5A8', '#FF6A5E');
export const teal: Palette = palette('#12597A', '#2FA3C6', '#B6EAF4', '#47C3E2');
export const violet: Palette = palette('#47309A', '#8E6BE6', '#DCCCFF', '#A783FF');
export const slate: Palette = palette('#3A4C73', '#7F97C4', '#DDE8FB', '#A9BEE6');

function palette(dark: string, middle: string, light: string, glow: string): Palette {
  return { dark, middle, light, glow, line: '#F6D9A2' };
}
