// A garden at night: sky, moon, hedges, lamps on posts, and hibiscus in the leaves. The same size is the same picture.

import { hibiscus } from './flowers.ts';
import { createRandom } from './random.ts';
import { stars } from './scenery.ts';
import { linear, picture, radial, repeat, rounded } from './svg.ts';

export function gardenNight(width: number, height: number): string {
  const random = createRandom(20_260_213);
  const ground = rounded(height * 0.82);
  // On a phone the moon is where the header has no text.
  const [moonX, moonY, moon] = width > 700 ? [rounded(width * 0.82), rounded(height * 0.17), 46] : [222, 28, 20];
  const sky = stars(random, (width * height) / 6_000, width, ground * 0.7);
  const hedge = (top: number, colour: string) =>
    repeat(Math.ceil(width / 34) + 1, (index) => {
      const radius = rounded(26 + random() * 18);
      return `<circle cx="${index * 34}" cy="${rounded(top + random() * 16)}" r="${radius}" fill="${colour}"/>`;
    });
  const flowers = repeat(Math.round(width / 70), (index) => {
    const size = rounded(16 + random() * 14);
    const [x, y] = [rounded(index * 70 + random() * 40), rounded(ground - 26 + random() * 40)];
    return `<use href="#gn-flower" transform="translate(${x} ${y}) scale(${rounded(size / 100)})" opacity=".85"/>`;
  });
  const lamps = repeat(Math.max(2, Math.round(width / 320)), (index) => lamp(width * 0.12 + index * 300, ground));
  return picture(
    width,
    height,
    `<defs>${linear('gn-sky', ['#06110F', '#0D2B2A 55%', '#1C4A38'])}
    ${radial('gn-halo', ['#E8FFD8 /.36', '#E8FFD8 /0'], moonX, moonY, moon * 3.2)}
    ${radial('gn-lamp', ['#FFE3A0 /.7', '#FFB14A /0'], 0, -92, 54)}<g id="gn-flower">${hibiscus()}</g></defs>
    <rect width="${width}" height="${height}" fill="url(#gn-sky)"/>${sky}
    <circle cx="${moonX}" cy="${moonY}" r="${moon * 3.2}" fill="url(#gn-halo)"/><circle cx="${moonX}" cy="${moonY}" r="${moon}" fill="#FBF6DC"/>
    ${hedge(ground - 74, '#0C2A22')}<rect y="${ground - 74}" width="${width}" height="${height}" fill="#0C2A22"/>${lamps}
    ${hedge(ground - 14, '#103A2B')}<rect y="${ground}" width="${width}" height="${height - ground}" fill="#103A2B"/>${flowers}`,
    'preserveAspectRatio="xMidYMin slice"',
  );
}

function lamp(x: number, ground: number): string {
  return `<g transform="translate(${rounded(x)} ${ground})"><circle cx="0" cy="-92" r="54" fill="url(#gn-lamp)"/><path d="M-2 0V-78H2V0Z" fill="#07140F"/><path d="M-9-78H9L12-104H-12Z" fill="#FFE3A0"/><path d="M-15-103L0-116L15-103Z" fill="#07140F"/></g>`;
}
