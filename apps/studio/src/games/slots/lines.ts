// The rows that each pay line crosses, by number of reels and lines.

import { LINE_COUNTS, type LineSet } from './title.ts';

/** Rows from 0 on top, on five reels of three rows. */
const FIVE_REELS = [
  '11111 00000 22222 01210 21012 00100 22122 10001 12221 01110',
  '21112 10101 12121 01010 21212 11011 11211 02020 20202 00200',
];
/** On five reels of four rows. */
const FOUR_ROWS = [
  '00000 11111 22222 33333 01210 12321 21012 32123 00100 11011',
  '11211 22122 22322 33233 01110 12221 23332 10001 21112 32223',
  '01010 10101 12121 21212 23232 32323 00111 11100 11222 22211',
  '22333 33322 01233 32100 00122 33211 12210 21123 01221 32112',
];
const THREE_REELS = ['111 000 222 012 210'];

/** The rows of each line, reel by reel. */
export function linesOf(set: LineSet, { reels, rows }: { readonly reels: number; readonly rows: number }): number[][] {
  const known = reels === 3 ? THREE_REELS : rows === 4 ? FOUR_ROWS : FIVE_REELS;
  const lines = known
    .flatMap((row) => row.split(' '))
    .slice(0, LINE_COUNTS[set])
    .map((line) => [...line].map(Number));
  const isFitting = lines.every((line) => line.length === reels && line.every((row) => row < rows));
  if (lines.length < LINE_COUNTS[set] || !isFitting) {
    throw new RangeError(`no ${set} lines on ${reels} × ${rows} cells`);
  }
  return lines;
}
