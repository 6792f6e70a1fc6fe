// A shell from the river bank.

import { violet } from './palette.ts';
import { linear, repeat, rounded } from './svg.ts';

export function shell(): string {
  const { dark, middle, light } = violet;
  const ribs = repeat(7, (index) => {
    const angle = ((-150 + index * 20) * Math.PI) / 180;
    const [x, y] = [rounded(50 + Math.cos(angle) * 42), rounded(78 + Math.sin(angle) * 56)];
    return `<path d="M50 80Q${rounded((50 + x) / 2 + (index - 3) * 2)} ${rounded((80 + y) / 2)} ${x} ${y}"/>`;
  });
  return `<defs>${linear('sh-body', [
    [0, '#F6EEFF'],
    [0.45, light],
    [1, middle],
  ])}</defs>
  <path d="M50 84L34 92H66Z" fill="${middle}" stroke="${dark}" stroke-width="1.2" stroke-linejoin="round"/>
  <path d="M50 84C26 78 8 62 8 48C10 42 16 42 18 40C18 30 26 28 29 27C32 18 42 20 50 18C58 20 68 18 71 27C74 28 82 30 82 40C84 42 90 42 92 48C92 62 74 78 50 84Z" fill="url(#sh-body)" stroke="${dark}" stroke-width="1.4"/>
  <g fill="none" stroke="${dark}" stroke-opacity=".5" stroke-width="1.6" stroke-linecap="round">${ribs}</g>
  <path d="M20 46C34 34 66 34 80 46" fill="none" stroke="#fff" stroke-opacity=".55" stroke-width="2.4" stroke-linecap="round"/>`;
}
