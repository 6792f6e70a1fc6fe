// Interface of a show: how a table presents what a round draws.
//
// Always true: a show receives the numbers after the betting window only; it animates and has no effect on the round.

import { isMotionReduced, pause } from '#studio/page/motion';
import type { Sound } from '#studio/page/sound';

export type Reveal = {
  /** Time for the whole reveal; 0: at once. */
  readonly ms: number;
  readonly sound: Sound | undefined;
  /** Whether this round is still shown. */
  isCurrent(): boolean;
};

export type Show = {
  readonly root: HTMLElement;
  /** A new round: nothing is drawn yet. */
  rest(): void;
  /** Presents the result. */
  reveal(numbers: readonly number[], how: Reveal): Promise<void>;
};

/** Waits a share of the reveal; answers whether to go on. */
export async function step(how: Reveal, share: number): Promise<boolean> {
  if (how.ms > 0) await pause(how.ms * share);
  return how.isCurrent();
}

/** Moves an element, or puts it at the end of the motion at once. */
export async function animate(
  element: Element,
  frames: Keyframe[],
  { ms, easing = 'ease-in-out' }: { readonly ms: number; readonly easing?: string },
): Promise<void> {
  const duration = isMotionReduced() ? 0 : ms;
  const motion = element.animate(frames, { duration, easing, fill: 'forwards' });
  // A hidden page may throttle animations: the time passes all the same.
  await Promise.race([motion.finished.catch(() => undefined), pause(duration + 50)]);
}
