// A string of lamps between two posts, repeated over the width.

import { picture, radial, repeat, rounded, seeded } from './svg.ts';

const SPAN = 260;
const LAMP_RADIUS = 2.2;

export function festoon(width: number, sag: number, lamps: number, seed: number): string {
  const random = seeded(seed);
  const spans = Math.max(1, Math.round(width / SPAN));
  const span = width / spans;
  const height = sag * 2 + 40;
  const strings = repeat(spans, (index) => {
    const from = index * span;
    const bulbs = repeat(lamps - 1, (lamp) => {
      const share = (lamp + 1) / lamps;
      const x = rounded(from + span * share);
      const y = rounded(12 + sag * 4 * share * (1 - share));
      const lit = rounded(0.65 + random() * 0.35);
      return (
        `<g transform="translate(${x} ${y + 5})" opacity="${lit}"><circle r="${LAMP_RADIUS * 6}" fill="url(#fe-glow)"/>` +
        `<path d="M0-5v3" stroke="#8A6A3A" stroke-width="1.4"/><circle r="${LAMP_RADIUS}" fill="#FFEFC2"/></g>`
      );
    });
    const string = `M${rounded(from)} 12Q${rounded(from + span / 2)} ${12 + sag * 2} ${rounded(from + span)} 12`;
    return `<path d="${string}" fill="none" stroke="#8A6A3A" stroke-opacity=".7"/>${bulbs}`;
  });
  const glow = radial(
    'fe-glow',
    [
      [0, '#FFC766', 0.55],
      [1, '#FFC766', 0],
    ],
    0,
    0,
    LAMP_RADIUS * 6,
  );
  return picture(width, height, `<defs>${glow}</defs>${strings}`);
}
