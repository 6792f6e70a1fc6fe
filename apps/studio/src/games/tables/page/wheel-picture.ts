// The pictures of turning wheels: sectors with their labels, from the top, clockwise.
//
// Always true: a label stays inside its sector, so that the number of a neighbour cannot be read as a digit of it.

import { picture, pictureAddress, rounded } from '@chaba/art/svg';

import { getFieldLabel, WHEEL as FIELDS } from '#studio/games/tables/rules/field-wheel';
import { getColour, WHEEL as POCKETS } from '#studio/games/tables/rules/roulette';

const SIZE = 300;
const MIDDLE = SIZE / 2;
const LABEL_RADIUS = 121;
const RADIAL_ABOVE = 40;
const POCKET_COLOURS = { green: '#1b7a4b', red: '#b3243a', black: '#191521' } as const;
const FIELD_COLOURS: Readonly<Record<string, string>> = {
  1: '#9c701f',
  2: '#2f62c4',
  4: '#1d7a4f',
  9: '#6b3fb0',
  18: '#b3243a',
  38: '#191521',
  '×2': '#d8487a',
  '×10': '#f06a9a',
};

type Wheel = {
  readonly sectors: readonly { readonly label: string; readonly colour: string }[];
  /** Font size of the labels. */
  readonly size: number;
};

export const rouletteWheel: Wheel = {
  sectors: POCKETS.map((number) => ({ label: String(number), colour: POCKET_COLOURS[getColour(number)] })),
  size: 12.5,
};
export const fieldsWheel: Wheel = {
  sectors: FIELDS.map((field) => ({
    label: getFieldLabel(field),
    colour: FIELD_COLOURS[getFieldLabel(field)] ?? '#000',
  })),
  size: 11.5,
};

/** The address of the picture. A label of two digits is wider than one of many sectors: it stands along the radius. */
export function drawWheel({ sectors, size }: Wheel): string {
  const each = 360 / sectors.length;
  const labelTurn = sectors.length > RADIAL_ABOVE ? ` rotate(90 ${MIDDLE} ${MIDDLE - LABEL_RADIUS})` : '';
  const labelY = MIDDLE - LABEL_RADIUS + (labelTurn === '' ? 0 : size * 0.36);
  const point = (degrees: number, radius: number): string => {
    const turn = ((degrees - 90) * Math.PI) / 180;
    return `${rounded(MIDDLE + radius * Math.cos(turn))} ${rounded(MIDDLE + radius * Math.sin(turn))}`;
  };
  const drawn = sectors
    .map(({ label, colour }, index) => {
      const [from, to] = [(index - 0.5) * each, (index + 0.5) * each];
      return (
        `<path d="M${point(from, 140)}A140 140 0 0 1 ${point(to, 140)}L${point(to, 66)}A66 66 0 0 0 ${point(from, 66)}z" fill="${colour}" stroke="#d9ac5a" stroke-width=".8"/>` +
        `<text x="${MIDDLE}" y="${rounded(labelY)}" transform="rotate(${index * each} ${MIDDLE} ${MIDDLE})${labelTurn}" text-anchor="middle" font-family="Arial, sans-serif" font-weight="700" font-size="${size}" fill="#fff">${label}</text>`
      );
    })
    .join('');
  return pictureAddress(
    picture(
      SIZE,
      SIZE,
      `<circle cx="150" cy="150" r="149" fill="#5a2f14"/><circle cx="150" cy="150" r="143" fill="#d9ac5a"/>${drawn}` +
        `<circle cx="150" cy="150" r="66" fill="#2a1233" stroke="#d9ac5a" stroke-width="4"/>` +
        [0, 72, 144, 216, 288]
          .map(
            (turn) =>
              `<ellipse cx="150" cy="124" rx="13" ry="23" transform="rotate(${turn} 150 150)" fill="#d8487a" opacity=".75"/>`,
          )
          .join(''),
    ),
  );
}
