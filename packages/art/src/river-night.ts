// The river at night: sky, moon, hills, a temple's roofs, and fireballs over the water. The same size is the same
// picture.

import { createRandom } from './random.ts';
import { stars } from './scenery.ts';
import { linear, picture, radial, repeat, rounded } from './svg.ts';

export function riverNight(width: number, height: number, water: number, seed: number): string {
  const random = createRandom(seed);
  const shore = rounded(height * water);
  const [moonX, moonY, moon] = [rounded(width * 0.2), rounded(height * 0.2), width > 700 ? 50 : 26];
  const sky = stars(random, (width * height) / 5_200, width, shore * 0.7);
  const hills = repeat(3, (layer) => {
    const step = width / 6;
    const top = shore - height * (0.24 - layer * 0.07);
    const peaks = repeat(7, (index) => {
      const x = rounded(index * step);
      return `Q${rounded(x - step / 2)} ${rounded(top - random() * height * 0.12)} ${x} ${rounded(top + random() * height * 0.05)}`;
    });
    const colour = ['#16304A', '#10263C', '#0A1A2C'][layer] ?? '';
    return `<path d="M0 ${shore}V${rounded(top)}${peaks}V${shore}Z" fill="${colour}"/>`;
  });
  const temples = repeat(Math.max(2, Math.round(width / 260)), (index) =>
    temple(width * 0.14 + index * 250 + random() * 40, shore, 0.75 + random() * 0.35),
  );
  const glints = repeat(Math.round(width / 12), () => {
    const [x, y] = [rounded(random() * width), rounded(shore + 3 + random() * (height - shore))];
    return `<path d="M${x} ${y}h${rounded(6 + random() * 26)}" stroke="#8FE3FF" stroke-opacity="${rounded(0.06 + random() * 0.26)}" stroke-width="1.2" stroke-linecap="round"/>`;
  });
  const fires = repeat(Math.max(5, Math.round(width / 110)), () => {
    const [x, y] = [
      rounded(width * (0.04 + random() * 0.22 + (random() < 0.5 ? 0 : 0.7))),
      rounded(shore * (0.35 + random() * 0.55)),
    ];
    const size = rounded(2.4 + random() * 3);
    return `<circle cx="${x}" cy="${y}" r="${size * 4}" fill="#FF5A4A" opacity=".16"/><circle cx="${x}" cy="${y}" r="${size}" fill="#FF8A5A"/><circle cx="${x}" cy="${y}" r="${rounded(size * 0.5)}" fill="#FFF0C4"/>`;
  });
  return picture(
    width,
    height,
    `<defs>${linear('rn-sky', ['#070B18', '#0E2440', '#1B4A5C'])}
    ${linear('rn-water', ['#12384A', '#081420'])}
    ${radial('rn-halo', ['#CFEFFF /.4', '#CFEFFF /0'], moonX, moonY, moon * 3.4)}</defs>
    <rect width="${width}" height="${height}" fill="url(#rn-sky)"/>${sky}
    <circle cx="${moonX}" cy="${moonY}" r="${moon * 3.4}" fill="url(#rn-halo)"/><circle cx="${moonX}" cy="${moonY}" r="${moon}" fill="#F3F7E8"/>
    <g fill="#B9C8C4" opacity=".35"><circle cx="${moonX - moon * 0.3}" cy="${moonY - moon * 0.1}" r="${moon * 0.2}"/><circle cx="${moonX + moon * 0.3}" cy="${moonY + moon * 0.3}" r="${moon * 0.26}"/></g>
    ${hills}${temples}<rect y="${shore}" width="${width}" height="${height - shore}" fill="url(#rn-water)"/>${glints}${fires}`,
    'preserveAspectRatio="xMidYMin slice"',
  );
}

function temple(x: number, ground: number, scale: number): string {
  return `<g transform="translate(${rounded(x)} ${ground}) scale(${rounded(scale)})" fill="#0C1A28"><path d="M-44 0V-22H44V0ZM-56-20Q-30-26-20-44H20Q30-26 56-20ZM-36-42Q-16-48-8-70H8Q16-48 36-42ZM-2-68L0-92L2-68Z"/><g fill="#FFC777" opacity=".8"><rect x="-30" y="-16" width="6" height="12" rx="3"/><rect x="-14" y="-16" width="6" height="12" rx="3"/><rect x="8" y="-16" width="6" height="12" rx="3"/><rect x="24" y="-16" width="6" height="12" rx="3"/></g></g>`;
}
