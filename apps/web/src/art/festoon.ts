// A string of lamps.

import { createRandom } from './random.ts';
import { newId, range, round } from './svg.ts';

export function festoon({
  width,
  top,
  sag,
  lamps,
  radius = 2.4,
  seed = 'f',
}: {
  readonly width: number;
  readonly top: number;
  readonly sag: number;
  /** Number of segments of a bow; a bow carries one lamp less. */
  readonly lamps: number;
  readonly radius?: number;
  readonly seed?: string;
}): string {
  const glow = newId();
  const random = createRandom(seed);
  const bows = Math.max(1, Math.round(width / 260));
  const bow = width / bows;

  const drawn = range(bows).map((index) => {
    const start = index * bow;
    const rope = `<path d="M${round(start)} ${round(top)}Q${round(start + bow / 2)} ${round(top + sag * 2)} ${round(start + bow)} ${round(top)}" fill="none" stroke="#8A6A3A" stroke-opacity=".7" stroke-width="1"/>`;
    const hung = range(lamps - 1).map((lamp) => {
      const share = (lamp + 1) / lamps;
      const x = round(start + bow * share);
      const y = round(top + sag * 4 * share * (1 - share));
      const lit = round(0.65 + random() * 0.35);
      return `<circle cx="${x}" cy="${y + 5}" r="${round(radius * 6)}" fill="url(#${glow})" opacity="${lit}"/>
        <path d="M${x} ${y}v3" stroke="#8A6A3A" stroke-width="1.4"/>
        <circle cx="${x}" cy="${y + 5}" r="${radius}" fill="#FFEFC2" opacity="${lit}"/>`;
    });
    return rope + hung.join('');
  });

  return `<defs><radialGradient id="${glow}"><stop offset="0" stop-color="#FFC766" stop-opacity=".55"/><stop offset="1" stop-color="#FFC766" stop-opacity="0"/></radialGradient></defs>${drawn.join('')}`;
}
