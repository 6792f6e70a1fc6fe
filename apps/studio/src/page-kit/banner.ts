// Temporary announcement over the game: free rounds granted, free rounds over, a large gain.
//
// Always true: it does not receive input; the line under the game has the same content for
// screen readers. It is not shown with reduced motion.

import { formatBaht, type Money, money } from '@chaba/money';

import { el } from './dom.ts';
import { isMotionReduced } from './motion.ts';
import { text } from './page.text.ts';

export type Announcement = {
  /** The address of a picture. */
  readonly picture: string;
  readonly words: string;
  /** Counts up from zero. */
  readonly amount?: Money;
  readonly ms?: number;
};

export const SHOWN_MS = 2_000;
const COUNT_MS = 900;

export function announce(over: HTMLElement, { picture, words, amount, ms = SHOWN_MS }: Announcement): void {
  if (isMotionReduced()) return;
  const figure = el('strong', { class: 'banner-amount' });
  const banner = el(
    'div',
    { class: 'banner', 'aria-hidden': 'true' },
    el('img', { src: picture, alt: '', width: 72, height: 72 }),
    el('p', {}, words),
    amount === undefined ? undefined : el('p', {}, figure, ` ${text.baht}`),
  );
  endAnnouncement(over);
  over.append(banner);
  if (amount !== undefined) countUp(figure, amount);
  const shown = banner.animate(
    [
      { opacity: 0, transform: 'scale(0.86)' },
      { opacity: 1, transform: 'none', offset: 0.12, easing: 'linear' },
      { opacity: 1, transform: 'none', offset: 0.86, easing: 'ease-in' },
      { opacity: 0, transform: 'scale(0.96)' },
    ],
    { duration: ms, easing: 'cubic-bezier(0.2, 0.8, 0.3, 1)', fill: 'both' },
  );
  // A hidden page may pause animations indefinitely; the next announcement then replaces this one.
  void shown.finished.then(
    () => banner.remove(),
    () => undefined,
  );
}

/** Removes the announcement, because the player continues. */
export function endAnnouncement(over: HTMLElement): void {
  over.querySelector('.banner')?.remove();
}

function countUp(figure: HTMLElement, amount: Money): void {
  const startedAt = performance.now();
  const step = (now: number): void => {
    const share = Math.min(1, Math.max(0, (now - startedAt) / COUNT_MS));
    const eased = BigInt(Math.round((1 - (1 - share) ** 3) * 1_000));
    figure.textContent = formatBaht(money((amount * eased) / 1_000n));
    if (share < 1 && figure.isConnected) requestAnimationFrame(step);
  };
  step(startedAt);
}
