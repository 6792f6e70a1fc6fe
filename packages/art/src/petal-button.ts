// The petal: five round petals in gold, the shape of play and spin.

import { linear, picture, repeat, rounded } from './svg.ts';

export function petalButton(): string {
  const petals = repeat(5, (index) => {
    const angle = ((index * 72 - 90) * Math.PI) / 180;
    return `<circle cx="${rounded(50 + 22.5 * Math.cos(angle))}" cy="${rounded(51 + 22.5 * Math.sin(angle))}" r="25.5"/>`;
  });
  const fill = linear('pb-gold', ['#F3CE7B', '#DDA83F'], [0, 3, 0, 97], 'drawing');
  return picture(100, 100, `<defs>${fill}</defs><g fill="url(#pb-gold)">${petals}<circle cx="50" cy="51" r="26"/></g>`);
}
