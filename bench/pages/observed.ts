// Observations of a page by its own scripts: paints, layout shift, long tasks, presses; the slow line of measurements.

import type { Page } from 'playwright-core';

export type Observed = { lcp: number; cls: number; longest: number; longestPress: number };

/** Slow 4G: milliseconds, and bytes a second. */
export const SLOW_LINE = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 93_750 };
/** How many times a processor is slowed for presses. */
export const SLOWER = 4;

/** Runs in the page before its scripts. */
export const WATCH = `(() => {
  const seen = (window.seen = { lcp: 0, cls: 0, longest: 0, longestPress: 0 });
  const watch = (type, note, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...more });
  watch('largest-contentful-paint', ({ startTime }) => (seen.lcp = startTime));
  watch('layout-shift', ({ value, hadRecentInput }) => (seen.cls += hadRecentInput ? 0 : value));
  watch('longtask', ({ duration }) => (seen.longest = Math.max(seen.longest, duration)));
  const recordPress = ({ interactionId, duration }) => {
    if (interactionId > 0) seen.longestPress = Math.max(seen.longestPress, duration);
  };
  watch('event', recordPress, { durationThreshold: 16 });
})()`;

export const getObserved = (page: Page): Promise<Observed> =>
  page.evaluate(() => (globalThis as unknown as { seen: Observed }).seen);

/** Clears the observations before an action. */
export const resetObserved = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    Object.assign((globalThis as unknown as { seen: Observed }).seen, { longest: 0, longestPress: 0 }),
  );

export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
