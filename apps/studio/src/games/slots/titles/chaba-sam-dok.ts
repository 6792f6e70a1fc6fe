// Slot title chaba-sam-dok: three reels with wilds that triple their line, and free spins.

import type { SlotTitle } from '#studio/games/slots/title';

export const chabaSamDok: SlotTitle = {
  gameCode: 'chaba-sam-dok',
  provider: 'chaba-ngoen',
  revision: 1,
  since: '2026-12-15',
  grid: { reels: 3, rows: 3 },
  wild: 'W',
  look: {
    world: 'blossom-market',
    palette: 'slate',
    frame: 'silver',
    sound: 'bells',
    symbols: { W: 'hibiscus', G: 'garland', N: 'butterfly', J: 'jasmine', L: 'leaf', K: 'lantern', T: 'numeral-3', S: 'full-moon' },
  },
  base: {
    times: [1],
    strips: ['GKJSLTNTNTLKLKWTJGLTLTSTKJKNKJ', 'JTKTLTKLSLKTJGJNWGKSKTNLNJKTLT', 'NLTKTNKGKTLTLTSKWKLGLJSTJNJTJK'],
  },
  free: { times: [2] },
  pays: {
    kind: 'lines',
    lines: 'five',
    table: {
      W: [485],
      G: [880],
      N: [485],
      J: [290],
      L: [160],
      K: [105],
      T: [58],
    },
  },
  features: [
    { kind: 'wildTimes', values: { 2: 1, 3: 2 } },
    { kind: 'freeSpins', letter: 'S', grants: { 3: 10 }, pays: { 3: 300 } },
  ],
};
