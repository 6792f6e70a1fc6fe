// Parts of scenes: stars, and strings of lamps in bows between posts.

import { createRandom } from './random.ts';
import { radial, repeat, rounded } from './svg.ts';

export type FestoonDesign = {
  readonly width: number;
  /** Height of the posts' tops. */
  readonly top: number;
  readonly sag: number;
  /** Segments of a bow, which carries one lamp less. */
  readonly lamps: number;
  readonly radius?: number;
  readonly seed: string | number;
};

const BOW_WIDTH = 260;

/** Stars over the width and down to the height. */
export function stars(random: () => number, count: number, width: number, height: number): string {
  const drawn = repeat(Math.round(count), () => {
    const [x, y] = [rounded(random() * width), rounded(random() * height)];
    return `<circle cx="${x}" cy="${y}" r="${rounded(0.4 + random() * 0.8)}" opacity="${rounded(0.15 + random() * 0.55)}"/>`;
  });
  return `<g fill="#FFF3D6">${drawn}</g>`;
}

export function festoon({ width, top, sag, lamps, radius = 2.2, seed }: FestoonDesign): string {
  const random = createRandom(seed);
  const bows = Math.max(1, Math.round(width / BOW_WIDTH));
  const bow = width / bows;
  const drawn = repeat(bows, (index) => {
    const start = index * bow;
    const hung = repeat(lamps - 1, (lamp) => {
      const share = (lamp + 1) / lamps;
      const [x, y] = [rounded(start + bow * share), rounded(top + sag * 4 * share * (1 - share))];
      const lit = rounded(0.65 + random() * 0.35);
      return `<g transform="translate(${x} ${rounded(y + 5)})"><circle r="${rounded(radius * 6)}" fill="url(#fe-glow)" opacity="${lit}"/>
  <path d="M0-5v3" stroke="#8A6A3A" stroke-width="1.4"/><circle r="${radius}" fill="#FFEFC2" opacity="${lit}"/></g>`;
    });
    const middle = `${rounded(start + bow / 2)} ${rounded(top + sag * 2)}`;
    return `<path d="M${rounded(start)} ${rounded(top)}Q${middle} ${rounded(start + bow)} ${rounded(top)}" fill="none" stroke="#8A6A3A" stroke-opacity=".7"/>${hung}`;
  });
  return `<defs>${radial('fe-glow', ['#FFC766 /.55', '#FFC766 /0'], 0.5, 0.5, 0.5, 'shape')}</defs>${drawn}`;
}
