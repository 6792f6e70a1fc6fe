// Slot title ruea-sam-lam: three reels with a wild that covers the middle, and free spins.

import type { SlotTitle } from '#studio/games/slots/title';

export const rueaSamLam: SlotTitle = {
  gameCode: 'ruea-sam-lam',
  provider: 'ruea-daeng',
  revision: 1,
  since: '2026-12-01',
  grid: { reels: 3, rows: 3 },
  wild: 'W',
  look: {
    world: 'river',
    palette: 'ruby',
    frame: 'lacquer',
    sound: 'water',
    symbols: {
      W: 'naga',
      R: 'boat',
      K: 'krathong',
      F: 'fish',
      L: 'lotus',
      H: 'shell',
      A: 'numeral-1',
      S: 'lantern',
    },
  },
  base: {
    times: [1],
    strips: ['AHSRHFAKHAHRAKLALAFHALKALFLHF', 'ALRWASHAKALHRFAFHAKFLAHLHKWFLH', 'ALRAFSFLAHFLARKHKAFALAHLHAHKH'],
  },
  free: { times: [3] },
  pays: {
    kind: 'lines',
    lines: 'five',
    table: {
      R: [3800],
      K: [1150],
      F: [570],
      L: [300],
      H: [150],
      A: [57],
    },
  },
  features: [
    { kind: 'expandingWild', reels: [1] },
    { kind: 'freeSpins', letter: 'S', grants: { 3: 10 }, pays: { 3: 500 } },
  ],
};
