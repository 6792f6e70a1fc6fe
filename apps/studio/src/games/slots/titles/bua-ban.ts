// Slot title bua-ban: clusters with cascades and free spins.

import type { SlotTitle } from '#studio/games/slots/title';

export const buaBan: SlotTitle = {
  gameCode: 'bua-ban',
  provider: 'bua-chomphu',
  revision: 1,
  since: '2026-12-01',
  grid: { reels: 6, rows: 6 },
  look: {
    world: 'lotus-pond',
    palette: 'plum',
    frame: 'jade',
    sound: 'water',
    symbols: {
      L: 'lotus',
      D: 'dragonfly',
      P: 'pearl',
      H: 'hibiscus',
      J: 'jasmine',
      G: 'leaf',
      C: 'shell',
      S: 'krathong',
    },
  },
  base: {
    times: [1, 2, 3, 4, 5],
    strips: ['HHCCGGJJPPSDLL', 'LDDHHPPJJSCCGG', 'PPSDLLCCGGHHJJ', 'SGGJJLLCCPHHDD', 'CCJJDDHHSLGGPP', 'LLJJSPPHHCCGGD'],
  },
  free: { times: [3, 5, 7, 9, 12] },
  pays: {
    kind: 'cluster',
    sizes: [5, 6, 7, 9, 12],
    table: {
      L: [320, 500, 830, 1950, 8500],
      D: [200, 300, 500, 1300, 4950],
      P: [165, 230, 400, 990, 3300],
      H: [100, 150, 260, 660, 1950],
      J: [85, 115, 200, 500, 1650],
      G: [63, 100, 165, 400, 1300],
      C: [65, 100, 165, 330, 990],
    },
  },
  features: [{ kind: 'cascade' }, { kind: 'freeSpins', letter: 'S', grants: { 6: 10 } }],
};
