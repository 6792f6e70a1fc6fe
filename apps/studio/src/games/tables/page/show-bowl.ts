// Shows of a bowl with three dice, four coins, or a heap of beads that is counted off by fours.

import { el } from '#studio/page-kit/dom';
import { fanTan } from '#studio/games/tables/rules/beads';
import { fourCoins } from '#studio/games/tables/rules/coins';

import { bowlAddress, coinAddress, faceAddress } from './faces.ts';
import { text } from './rounds.text.ts';
import { animate, type Reveal, type Show, step } from './show.ts';

type Under = {
  readonly root: HTMLElement;
  /** Number of shakes; what is counted afterwards has less time for them. */
  readonly shakes: 1 | 2;
  lay(numbers: readonly number[]): void;
  /** Runs after the bowl was lifted. */
  open?(numbers: readonly number[], how: Reveal): Promise<void>;
};

const LIFTED = 'translateY(-96%) rotate(-9deg)';
/** Degrees of one shake. */
const SHAKE = [0, -7, 7, -6, 6, -4, 4, 0];

export function bowlShow(gameCode: string, under: Under): Show {
  const bowl = el('img', { class: 'bowl', src: bowlAddress(gameCode), alt: '' });
  const root = el('div', { class: 'bowl-box' }, under.root, bowl);
  let motion: Animation | undefined;

  const move = (frames: Keyframe[], ms: number): Promise<void> => animate(bowl, frames, { ms });

  return {
    root,
    rest: () => {
      motion?.cancel();
      for (const each of bowl.getAnimations()) each.cancel();
      root.classList.remove('lifted');
      under.lay([]);
      motion = bowl.animate([{ transform: 'translateY(-30%)' }, { transform: 'none' }], { duration: 260 });
    },
    async reveal(numbers, how) {
      if (how.ms > 0) {
        const swings = [SHAKE, SHAKE].slice(0, under.shakes).flat();
        const shake = swings.map((degrees) => ({ transform: `rotate(${degrees}deg) translateX(${degrees}px)` }));
        how.sound?.stop(2);
        await move(shake, how.ms * 0.3 * under.shakes);
        if (!how.isCurrent()) return;
      }
      under.lay(numbers);
      how.sound?.card(3);
      await move(
        [
          { transform: 'none', opacity: 1 },
          { transform: LIFTED, opacity: 1, offset: 0.7 },
          { transform: LIFTED, opacity: 0 },
        ],
        how.ms * 0.25,
      );
      root.classList.add('lifted');
      if (how.isCurrent() || how.ms === 0) await under.open?.(numbers, how);
    },
  };
}

export function diceUnder(hasPictures: boolean): Under {
  const total = el('strong', { class: 'under-words' });
  const row = el('div', { class: 'dice' });
  return {
    root: el('div', { class: 'under' }, row, total),
    shakes: 2,
    lay(numbers) {
      row.replaceChildren(...numbers.map((number) => die(number + 1, hasPictures)));
      total.textContent = '';
    },
    open(numbers) {
      if (!hasPictures) total.textContent = text.total(numbers.reduce((sum, number) => sum + number + 1, 0));
      return Promise.resolve();
    },
  };
}

function die(face: number, hasPictures: boolean): HTMLImageElement {
  return el('img', { class: 'die', src: faceAddress(face, hasPictures), alt: String(face) });
}

export function coinsUnder(): Under {
  const row = el('div', { class: 'dice coins' });
  return {
    root: el('div', { class: 'under' }, row),
    shakes: 2,
    lay(numbers) {
      const coins = numbers.length === 0 ? [] : fourCoins.outcomeOf(numbers);
      row.replaceChildren(...coins.map((isHead) => el('img', { class: 'die', src: coinAddress(isHead), alt: '' })));
    },
  };
}

/** Moves the heap from under the bowl in columns of four and highlights the remainder. */
export function beadsUnder(): Under {
  const columns = el('div', { class: 'bead-columns' });
  const words = el('strong', { class: 'under-words' });
  return {
    root: el('div', { class: 'under' }, columns, words),
    shakes: 1,
    lay() {
      columns.replaceChildren();
      words.textContent = '';
    },
    async open(numbers, how) {
      const { beads, left } = fanTan.outcomeOf(numbers);
      const full = (beads - left) / 4;
      words.textContent = text.beads(beads);
      for (let column = 0; column <= full; column += 1) {
        const isLast = column === full;
        const count = isLast ? left : 4;
        columns.append(
          el('span', { class: isLast ? 'last' : '' }, ...Array.from({ length: count }, () => el('i', {}))),
        );
        how.sound?.stop(column);
        if (!(await step(how, 0.4 / (full + 1)))) return;
      }
      words.textContent = text.left(left);
    },
  };
}

/** Dice, coins or the remainder of beads, for the history and the verifier. */
export function smallUnder(gameCode: string, numbers: readonly number[]): HTMLElement {
  if (gameCode === 'kam-thua') return el('p', {}, text.left(fanTan.outcomeOf(numbers).left));
  const under = gameCode === 'si-rian' ? coinsUnder() : diceUnder(gameCode === 'nam-tao');
  under.lay(numbers);
  return el('div', { class: 'small-dice' }, under.root);
}
