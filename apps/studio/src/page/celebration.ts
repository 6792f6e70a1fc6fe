// Falling petals after a gain, more of them for a larger one.
//
// Always true: shown only after a gain and never with reduced motion; not interactive and hidden from screen readers.
// Only transform and opacity are animated, and the elements are removed afterwards.

import { el } from './dom.ts';
import { isMotionReduced, pause } from './motion.ts';

const COLOURS = ['#f06a9a', '#d8487a', '#ffd98a', '#ff9fbd', '#e6b450'];
const FEW = 15;
const MANY = 36;
/** A payout of at least this many stakes gets many petals. */
const MANY_FROM = 10;
const FALL_MS = 2_100;
/** Delay after the result: petals in the same frame would delay its drawing. They start a few at a time likewise. */
const AFTER_MS = 90;
const AT_A_TIME = 3;
const APART_MS = 50;
/** Duration of the room's light. */
const LIT_MS = 2_400;

/** Whether a payout is large enough for many petals and a banner. */
export function isLargeGain(stake: bigint, payout: bigint): boolean {
  return stake > 0n && payout >= stake * BigInt(MANY_FROM);
}

export function celebrate(stake: bigint, payout: bigint): void {
  if (payout <= stake) return;
  document.body.classList.add('gain');
  setTimeout(() => document.body.classList.remove('gain'), LIT_MS);
  if (!isMotionReduced()) setTimeout(() => void shed(isLargeGain(stake, payout) ? MANY : FEW), AFTER_MS);
}

async function shed(count: number): Promise<void> {
  const shower = el('div', { class: 'shower', 'aria-hidden': 'true' });
  document.body.append(shower);
  const falls: Animation[] = [];
  while (falls.length < count) {
    for (let few = 0; few < AT_A_TIME; few += 1) falls.push(fall(shower));
    await pause(APART_MS);
  }
  await Promise.allSettled(falls.map(({ finished }) => finished));
  shower.remove();
}

function fall(shower: HTMLElement): Animation {
  const petal = el('i', {});
  petal.style.left = `${Math.random() * 100}%`;
  petal.style.background = COLOURS[Math.floor(Math.random() * COLOURS.length)] ?? '';
  shower.append(petal);
  const [drift, turns, size] = [Math.random() * 120 - 60, Math.random() * 720 - 360, 0.7 + Math.random() * 0.7];
  return petal.animate(
    [
      { transform: `translate3d(0, -8vh, 0) rotate(0) scale(${size})`, opacity: 1 },
      { opacity: 1, offset: 0.75 },
      { transform: `translate3d(${drift}px, 92vh, 0) rotate(${turns}deg) scale(${size})`, opacity: 0 },
    ],
    {
      duration: FALL_MS * (0.75 + Math.random() * 0.5),
      easing: 'cubic-bezier(0.3, 0.1, 0.7, 0.9)',
      fill: 'both',
    },
  );
}
