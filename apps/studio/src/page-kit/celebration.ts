// The celebration of a gain: light and falling petals, longer for a larger one.
//
// Always true: shown only after a gain and never with reduced motion; not interactive and hidden from screen readers.
// Only transform and opacity are animated, and the elements are removed afterwards.

import { el } from './dom.ts';
import { isMotionReduced, pause } from './motion.ts';

/** Petals of the title's palette (slots/look.ts) and of gold; without a palette those of a hibiscus. */
const COLOURS = ['var(--petal, #d8487a)', 'var(--petal, #f06a9a)', '#ffd98a', 'var(--petal-light, #ff9fbd)', '#e6b450'];
const FALL_MS = 2_100;
/** Duration of the light of a gain that is not large. */
const SHORT_MS = 2_400;
const FEW = 15;
/** Large gains, by their number of stakes: a banner and the sound last as long. */
const LARGE: readonly { readonly fromStakes: number; readonly ms: number; readonly petals: number }[] = [
  { fromStakes: 200, ms: 4_000, petals: 84 },
  { fromStakes: 50, ms: 3_000, petals: 60 },
  { fromStakes: 10, ms: 2_000, petals: 36 },
];
/** Delay after the result: petals in the same frame would delay its drawing. They start a few at a time likewise. */
export const AFTER_MS = 90;
const AT_A_TIME = 3;
const APART_MS = 50;

let lit: ReturnType<typeof setTimeout> | undefined;

/** How long a large gain is celebrated; undefined for all others. */
export function celebrationMs(stake: bigint, payout: bigint): number | undefined {
  return findLarge(stake, payout)?.ms;
}

export function celebrate(stake: bigint, payout: bigint): void {
  if (payout <= stake) return;
  endCelebration();
  const { ms, petals } = findLarge(stake, payout) ?? { ms: SHORT_MS, petals: FEW };
  document.body.classList.add('gain');
  lit = setTimeout(() => document.body.classList.remove('gain'), ms);
  if (!isMotionReduced()) setTimeout(() => void shed(petals, (ms - FALL_MS) / (petals / AT_A_TIME)), AFTER_MS);
}

/** Ends light and petals, because the player continues. */
export function endCelebration(): void {
  clearTimeout(lit);
  document.body.classList.remove('gain');
  for (const shower of document.querySelectorAll('.shower')) shower.remove();
}

function findLarge(stake: bigint, payout: bigint): (typeof LARGE)[number] | undefined {
  return stake > 0n ? LARGE.find(({ fromStakes }) => payout >= stake * BigInt(fromStakes)) : undefined;
}

async function shed(count: number, apartMs: number): Promise<void> {
  const shower = el('div', { class: 'shower', 'aria-hidden': 'true' });
  document.body.append(shower);
  const falls: Animation[] = [];
  while (falls.length < count) {
    for (let few = 0; few < AT_A_TIME; few += 1) falls.push(fall(shower));
    await pause(Math.max(APART_MS, apartMs));
    if (!shower.isConnected) return;
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
