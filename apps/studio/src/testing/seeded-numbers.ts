// Seeded random numbers for statistical tests, so that a test cannot fail by chance.

/** Returns whole numbers from 0 to size - 1. */
export function seededNumbers(seed: number): (size: number) => number {
  let state = seed;
  return (size) => {
    state = (state + 0x6d2b79f5) | 0;
    let word = Math.imul(state ^ (state >>> 15), 1 | state);
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
    return Math.floor((((word ^ (word >>> 14)) >>> 0) / 0x1_0000_0000) * size);
  };
}
