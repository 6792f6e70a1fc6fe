// Shows of turning wheels: roulette with its ball, and the wheel of fields under its pointer.

import { el } from '#studio/page-kit/dom';
import { fieldWheel, getFieldLabel, WHEEL as FIELDS } from '#studio/games/tables/rules/field-wheel';
import { getColour, WHEEL as POCKETS } from '#studio/games/tables/rules/roulette';

import { animate, type Show } from './show.ts';
import { drawWheel, fieldsWheel, rouletteWheel } from './wheel-picture.ts';

function parts(kind: string, wheel: typeof rouletteWheel) {
  const disc = el('img', { class: 'wheel-disc', src: drawWheel(wheel), alt: '' });
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
  const { disc, badge, spun, root } = parts('roulette', rouletteWheel);
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
  const { disc, badge, spun, root } = parts('fields', fieldsWheel);
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
