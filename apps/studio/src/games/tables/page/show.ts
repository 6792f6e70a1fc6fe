// Interface of a show: the presentation of a table's draw.
//
// Always true: a show receives the numbers after the betting window and does not affect them.

import { isMotionReduced, pause } from '#studio/page-kit/motion';
import type { Sound } from '#studio/page-kit/sound';

export type Reveal = {
  /** Time for the whole reveal; 0: at once. */
  readonly ms: number;
  readonly sound: Sound | undefined;
  /** Whether this round is still the shown one. */
  isCurrent(): boolean;
};

export type Show = {
  readonly root: HTMLElement;
  /** Resets the show for a new round. */
  rest(): void;
  /** Presents the result. */
  reveal(numbers: readonly number[], how: Reveal): Promise<void>;
};

/** Waits for a share of the reveal; returns whether to continue. */
export async function step(how: Reveal, share: number): Promise<boolean> {
  if (how.ms > 0) await pause(how.ms * share);
  return how.isCurrent();
}

/** Animates an element, or moves it to the end of the motion at once. */
export async function animate(
  element: Element,
  frames: Keyframe[],
  { ms, easing = 'ease-in-out' }: { readonly ms: number; readonly easing?: string },
): Promise<void> {
  const duration = isMotionReduced() ? 0 : ms;
  const motion = element.animate(frames, { duration, easing, fill: 'forwards' });
  // A hidden page may throttle animations, so the wait is bounded by time.
  await Promise.race([motion.finished.catch(() => undefined), pause(duration + 50)]);
}
