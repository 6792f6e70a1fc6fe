// The fireball that rises from the river on one night of the year.

import { radial, repeat } from './svg.ts';

export function fireball(): string {
  const sparks = repeat(6, (index) => {
    const x = 26 + index * 10;
    return `<circle cx="${x}" cy="${70 + ((index * 7) % 16)}" r="${1.4 + (index % 3) * 0.7}" fill="#FFD36B"/>`;
  });
  return `<defs>${radial(
    'fi-glow',
    [
      [0, '#FF8A4A', 0.85],
      [1, '#FF3D5E', 0],
    ],
    50,
    44,
    50,
  )}${radial(
    'fi-ball',
    [
      [0, '#FFF9E0'],
      [0.35, '#FFD36B'],
      [0.7, '#FF6A3C'],
      [1, '#C41E48'],
    ],
    50,
    40,
    31,
  )}</defs><circle cx="50" cy="46" r="48" fill="url(#fi-glow)"/>
  <path d="M50 6C58 16 76 20 80 40C84 62 66 72 58 88C55 80 50 78 50 70C50 78 45 80 42 88C34 72 16 62 20 40C24 20 42 16 50 6Z" fill="#E8362F" opacity=".75"/>
  <circle cx="50" cy="42" r="29" fill="url(#fi-ball)"/><path d="M50 24C60 32 62 44 54 54C56 44 50 42 50 36C48 44 42 46 46 55C36 46 40 32 50 24Z" fill="#FFF6D8" opacity=".85"/>${sparks}
  <path d="M12 92C22 87 32 97 42 92S62 87 72 92 84 95 90 91" fill="none" stroke="#7FD8F0" stroke-width="2.6" stroke-linecap="round"/>`;
}
