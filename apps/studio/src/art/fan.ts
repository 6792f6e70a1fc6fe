// The folding fan.

import { ruby } from './palette.ts';
import { gold, radial, repeat, rounded } from './svg.ts';

const BLADES = 11;
const FIRST_ANGLE = -168;
const LAST_ANGLE = -12;
const STEP = (LAST_ANGLE - FIRST_ANGLE) / BLADES;
const CENTRE_X = 50;
const CENTRE_Y = 82;

export function fan(): string {
  const { dark, middle, light, line } = ruby;
  const arc = (radius: number) =>
    `<path d="M${at(FIRST_ANGLE, radius)}A${radius} ${radius} 0 0 1 ${at(LAST_ANGLE, radius)}" fill="none" stroke="${line}" stroke-width="1.2"/>`;
  const blades = repeat(BLADES, (index) => {
    const from = FIRST_ANGLE + STEP * index;
    const centre = from + STEP / 2;
    const fill = index % 2 === 0 ? 'fa-pale' : 'fa-deep';
    return (
      `<path d="M${at(from, 26)}L${at(from, 58)}Q${at(centre, 66)} ${at(from + STEP, 58)}L${at(from + STEP, 26)}Z" fill="url(#${fill})"/>` +
      `<g transform="translate(${at(centre, 47)}) rotate(${rounded(centre + 90)})"><path d="M0-6Q3.5 0 0 6Q-3.5 0 0-6Z" fill="${line}" opacity=".9"/></g>`
    );
  });
  const ribs = repeat(BLADES + 1, (index) => {
    const angle = FIRST_ANGLE + STEP * index;
    return `<path d="M${at(angle, 4)}L${at(angle, 60)}" stroke="#EBC06A" stroke-width="1.2"/>`;
  });

  return `<defs>${gold('fa-gold')}${radial(
    'fa-deep',
    [
      [0.3, dark],
      [1, middle],
    ],
    CENTRE_X,
    CENTRE_Y,
    62,
  )}${radial(
    'fa-pale',
    [
      [0.3, middle],
      [1, light],
    ],
    CENTRE_X,
    CENTRE_Y,
    66,
  )}</defs><g transform="translate(50 54) scale(.8) translate(-50 -58)">${blades}${ribs}${arc(26)}${arc(55.5)}<circle cx="50" cy="82" r="5" fill="url(#fa-gold)"/>
  <path d="M50 86C46 92 54 94 50 100" stroke="${light}" stroke-width="1.6" fill="none"/></g>`;
}

function at(angle: number, radius: number): string {
  const radians = (angle * Math.PI) / 180;
  return `${rounded(CENTRE_X + radius * Math.cos(radians))} ${rounded(CENTRE_Y + radius * Math.sin(radians))}`;
}
