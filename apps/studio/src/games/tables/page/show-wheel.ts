// Shows of turning wheels: roulette with its ball, and the wheel of fields under its pointer.

import { picture, pictureAddress, rounded } from '@chaba/art/svg';

import { el } from '#studio/page-kit/dom';
import { fieldWheel, getFieldLabel, WHEEL as FIELDS } from '#studio/games/tables/rules/field-wheel';
import { getColour, WHEEL as POCKETS } from '#studio/games/tables/rules/roulette';

import { animate, type Show } from './show.ts';

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

/**
 * Sectors from the top, clockwise, each with its label. A label of two digits is wider than one of many sectors, so it
 * is written along the radius.
 */
function wheelPicture(sectors: readonly { readonly label: string; readonly colour: string }[], size: number): string {
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

function parts(kind: string, sectors: readonly { readonly label: string; readonly colour: string }[], size: number) {
  const disc = el('img', { class: 'wheel-disc', src: wheelPicture(sectors, size), alt: '' });
  const badge = el('strong', { class: 'wheel-badge' });
  const spun = el('div', { class: 'wheel-spun' }, disc);
  const root = el('div', { class: `wheel ${kind}` }, spun, badge);
  return { disc, badge, spun, root };
}

/** Degrees after some whole turns from an angle, ending at a target, in one direction. */
function turnTo(from: number, target: number, turns: number, direction: 1 | -1): number {
  const rest = ((((target - from) * direction) % 360) + 360) % 360;
  return from + direction * (rest + turns * 360);
}

export function rouletteShow(): Show {
  const sectors = POCKETS.map((number) => ({ label: String(number), colour: POCKET_COLOURS[getColour(number)] }));
  const { disc, badge, spun, root } = parts('roulette', sectors, 12.5);
  const arm = el('div', { class: 'ball-arm' }, el('i', { class: 'ball' }));
  spun.append(arm);
  let [wheelAt, ballAt] = [0, 0];

  return {
    root,
    rest: () => {
      badge.textContent = '';
      badge.className = 'wheel-badge';
    },
    async reveal([number = 0], how) {
      const turns = how.ms > 0 ? 1 : 0;
      const to = wheelAt - 150 - 360 * turns;
      const pocket = (POCKETS.indexOf(number as (typeof POCKETS)[number]) * 360) / POCKETS.length;
      const ballTo = turnTo(ballAt, to + pocket, 4 * turns, 1);
      const frames = (from: number, end: number): Keyframe[] => [
        { transform: `rotate(${from}deg)` },
        { transform: `rotate(${end}deg)` },
      ];
      const motions = [
        animate(disc, frames(wheelAt, to), { ms: how.ms * 0.92, easing: 'cubic-bezier(.2,.6,.35,1)' }),
        animate(arm, frames(ballAt, ballTo), { ms: how.ms * 0.92, easing: 'cubic-bezier(.15,.65,.25,1)' }),
      ];
      [wheelAt, ballAt] = [to, ballTo];
      await Promise.all(motions);
      if (!how.isCurrent()) return;
      how.sound?.stop(1);
      badge.textContent = String(number);
      badge.classList.add(getColour(number));
    },
  };
}

export function fieldShow(): Show {
  const sectors = FIELDS.map((field) => ({
    label: getFieldLabel(field),
    colour: FIELD_COLOURS[getFieldLabel(field)] ?? '#000',
  }));
  const { disc, badge, spun, root } = parts('fields', sectors, 11.5);
  spun.append(el('i', { class: 'pointer' }));
  let at = 0;

  return {
    root,
    rest: () => {
      badge.textContent = '';
      badge.className = 'wheel-badge';
    },
    async reveal(numbers, how) {
      const { fields, number, times } = fieldWheel.outcomeOf(numbers);
      for (const field of fields) {
        const target = -(FIELDS.indexOf(field) * 360) / FIELDS.length;
        const to = turnTo(at, target, how.ms > 0 ? 2 : 0, 1);
        const motion = animate(disc, [{ transform: `rotate(${at}deg)` }, { transform: `rotate(${to}deg)` }], {
          ms: (how.ms * 0.9) / fields.length,
          easing: 'cubic-bezier(.15,.6,.25,1)',
        });
        at = to;
        await motion;
        if (!how.isCurrent()) return;
        how.sound?.stop(2);
        badge.textContent = getFieldLabel(field);
      }
      badge.textContent = times > 1 ? `${number} ×${times}` : String(number);
      badge.classList.add('told');
    },
  };
}

/** The result of the wheel in words, for the history and the verifier. */
export function smallWheel(gameCode: string, numbers: readonly number[]): HTMLElement {
  if (gameCode === 'roulette') {
    const [number = 0] = numbers;
    return el('p', {}, el('b', { class: `number-mark ${getColour(number)}` }, String(number)));
  }
  const { fields } = fieldWheel.outcomeOf(numbers);
  return el('p', {}, fields.map((field) => getFieldLabel(field)).join(' → '));
}
