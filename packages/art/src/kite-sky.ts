// The sky that kites fly in: dusk over hills and a temple roof, as wide as requested.

import { createRandom } from './random.ts';
import { stars } from './scenery.ts';
import { linear, picture, rounded } from './svg.ts';

export function kiteSky(width: number, height: number): string {
  const lit = stars(createRandom(20_261_122), 40, width, height * 0.6);
  const sky = linear('ks-sky', ['#0d0b20', '#33184a 55%', '#6b2a52 85%', '#8c4150']);
  return picture(
    width,
    height,
    `<defs>${sky}</defs><rect width="${width}" height="${height}" fill="url(#ks-sky)"/>${lit}
    ${hills(width, height, 0.26, '#3a1a44')}${roof(width * 0.72, height, height * 0.24)}${hills(width, height, 0.13, '#220f2c')}`,
    'preserveAspectRatio="xMidYMax slice"',
  );
}

function hills(width: number, height: number, share: number, colour: string): string {
  const top = (part: number): number => rounded(height * (1 - share * part));
  const at = (part: number): number => rounded(width * part);
  return (
    `<path d="M0 ${height}V${top(0.6)}Q${at(0.14)} ${top(1.1)} ${at(0.3)} ${top(0.7)}T${at(0.56)} ${top(0.75)}` +
    `T${at(0.84)} ${top(0.6)}T${width} ${top(0.9)}V${height}Z" fill="${colour}"/>`
  );
}

/** A spire on three roofs, dark against the dusk. */
function roof(x: number, height: number, size: number): string {
  const tiers = [1, 0.72, 0.46].map((part, index) => {
    const [half, top] = [size * 0.5 * part, height - size * (0.3 + index * 0.2)];
    const slope = `Q${rounded(x - half * 0.4)} ${rounded(top)} ${rounded(x)} ${rounded(top - size * 0.26)}`;
    return (
      `<path d="M${rounded(x - half)} ${rounded(top + size * 0.08)}${slope}` +
      `Q${rounded(x + half * 0.4)} ${rounded(top)} ${rounded(x + half)} ${rounded(top + size * 0.08)}V${height}H${rounded(x - half)}Z"/>`
    );
  });
  const tip = rounded(height - size * 1.2);
  return `<g fill="#2a1236">${tiers.join('')}<path d="M${rounded(x - 1.2)} ${rounded(height - size * 0.8)}L${rounded(x)} ${tip}L${rounded(x + 1.2)} ${rounded(height - size * 0.8)}Z"/></g>`;
}
