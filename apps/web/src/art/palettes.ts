// The nine palettes of the artwork: a sky, a glow, a motif in three steps, and the pale gold of the lines.

export type Palette = {
  readonly sky: readonly [top: string, bottom: string];
  readonly glow: string;
  readonly dark: string;
  readonly mid: string;
  readonly light: string;
  readonly line: string;
};

export const palettes = {
  plum: {
    sky: ['#3A1437', '#120817'],
    glow: '#E0588A',
    dark: '#6A1842',
    mid: '#C93A6B',
    light: '#FFB3C4',
    line: '#F6D9A2',
  },
  indigo: {
    sky: ['#1B2560', '#090C20'],
    glow: '#6C8BFF',
    dark: '#26348A',
    mid: '#5B78E8',
    light: '#C6D3FF',
    line: '#F2DCA6',
  },
  jade: {
    sky: ['#0E3F38', '#061413'],
    glow: '#3FD0A2',
    dark: '#0F5A4B',
    mid: '#2FA783',
    light: '#B4F0D6',
    line: '#F2DCA6',
  },
  amber: {
    sky: ['#4A250D', '#170B05'],
    glow: '#F7A944',
    dark: '#8F4412',
    mid: '#E08D2C',
    light: '#FFDF9E',
    line: '#FFEBC0',
  },
  ruby: {
    sky: ['#4A1019', '#170609'],
    glow: '#FF6A5E',
    dark: '#861325',
    mid: '#D93B47',
    light: '#FFB5A8',
    line: '#F8D8A0',
  },
  teal: {
    sky: ['#0E3A50', '#05121B'],
    glow: '#47C3E2',
    dark: '#12597A',
    mid: '#2FA3C6',
    light: '#B6EAF4',
    line: '#F2DCA6',
  },
  violet: {
    sky: ['#2E1D5C', '#0D0920'],
    glow: '#A783FF',
    dark: '#47309A',
    mid: '#8E6BE6',
    light: '#DCCCFF',
    line: '#F5DBA4',
  },
  sand: {
    sky: ['#4B3A22', '#17110A'],
    glow: '#F5D79A',
    dark: '#7A5C2E',
    mid: '#C9A562',
    light: '#FBEBC6',
    line: '#FFF1CF',
  },
  slate: {
    sky: ['#263250', '#0A0E17'],
    glow: '#A9BEE6',
    dark: '#3A4C73',
    mid: '#7F97C4',
    light: '#DDE8FB',
    line: '#F2DCA6',
  },
} as const satisfies Record<string, Palette>;

export type PaletteName = keyof typeof palettes;
