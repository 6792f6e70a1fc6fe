// The exact pay of a title with cascades: each window that the stops can show is played to its end.
//
// Always true: sums stay below 2^53, so they are exact. Windows depend only on the strips: the sums are kept by step
// and number of drops, and the factors of a mode are applied afterwards. The number of windows is bounded
// (read-title.ts).

import { Board } from './board.ts';
import type { Compiled, CompiledMode, WeightedTable } from './compile.ts';
import { fraction, type Fraction, meanOf, ONE, plus, times } from './fraction.ts';
import { WINDOWS_MAX } from './title.ts';

export type CascadeCount = Readonly<ReturnType<typeof countCascades>>;

export function countCascades(compiled: Compiled, mode: CompiledMode) {
  const board = new Board(compiled);
  board.use(mode);
  const last = compiled.reels - 1;
  const drop = compiled.drops?.letter ?? -1;
  /** Pay of all windows without factors, by step and number of drops. */
  const sums = Array.from({ length: WINDOWS_MAX }, () => new Float64Array(compiled.cells + 1));
  const stops = mode.strips.map((strip) => strip.length);
  const current = new Int32Array(compiled.reels);
  const paid = new Float64Array(WINDOWS_MAX);
  let windowsMax = 1;

  const playOut = (): void => {
    let steps = 0;
    for (let pay = board.evaluate(1); pay > 0; pay = board.evaluate(1)) {
      if (steps + 1 >= WINDOWS_MAX) throw new RangeError(`expected cascades of less than ${WINDOWS_MAX} windows`);
      paid[steps] = pay;
      steps += 1;
      board.slide();
    }
    if (steps === 0) return;
    const drops = drop < 0 ? 0 : board.count(drop);
    for (let step = 0; step < steps; step += 1) {
      const sum = sums[step];
      if (sum) sum[drops] = (sum[drops] ?? 0) + (paid[step] ?? 0);
    }
    if (steps + 1 > windowsMax) windowsMax = steps + 1;
    // Sliding has changed all reels.
    for (let reel = 0; reel <= last; reel += 1) board.fill(reel, current[reel] ?? 0);
  };
  const visit = (reel: number): void => {
    for (let stop = 0; stop < (stops[reel] ?? 0); stop += 1) {
      current[reel] = stop;
      board.fill(reel, stop);
      if (reel === last) playOut();
      else visit(reel + 1);
    }
  };
  visit(0);
  return { windows: countWindows(mode), windowsMax, sums };
}

/** Number of windows that the stops of a mode can show. */
export function countWindows(mode: { readonly strips: readonly { readonly length: number }[] }): number {
  return mode.strips.reduce((product, strip) => product * strip.length, 1);
}

/** Expected pay of a spin in hundredths of the stake, with the factors of a mode and the mean of drops. */
export function cascadePay(
  { windows, sums }: CascadeCount,
  factors: readonly number[],
  drops: WeightedTable<number> | undefined,
): Fraction {
  const mean = drops ? meanOf(drops) : ONE;
  const terms = sums.flatMap((byDrops, step) => {
    const factor = fraction(factors[Math.min(step, factors.length - 1)] ?? 1);
    return Array.from(byDrops).flatMap((sum, count) => {
      if (!Number.isSafeInteger(sum)) throw new RangeError('expected sums below 2^53');
      if (sum === 0) return [];
      const multiplied = count === 0 ? factor : times(factor, times(mean, fraction(count)));
      return [times(fraction(sum, windows), multiplied)];
    });
  });
  return plus(...terms);
}
