// Slot title chaba-proi: letters anywhere on five reels with cascades, drops that multiply, and free spins.

import type { SlotTitle } from '#studio/games/slots/title';

export const chabaProi: SlotTitle = {
  gameCode: 'chaba-proi',
  provider: 'chaba-thong',
  revision: 1,
  since: '2026-12-15',
  grid: { reels: 5, rows: 5 },
  look: {
    world: 'blossom-market',
    palette: 'amber',
    frame: 'bamboo',
    sound: 'strings',
    symbols: { H: 'hibiscus', N: 'butterfly', G: 'mangosteen', U: 'umbrella', K: 'banana', J: 'jasmine', L: 'leaf', X: 'lantern', S: 'garland' },
  },
  base: {
    times: [1],
    strips: ['LLUKKUUNJJNNGSHHJJGGLLKK', 'UJJKKNHHKKUUJJNNGLLGGLLS', 'UJJUULLGGJJSXNGLLKKHHKKNN', 'GKKJJLLSHHGGNNUKKUUJJNLL', 'JJGGLLUUKKULLNJJSKKHHNNG'],
  },
  free: { times: [3] },
  pays: {
    kind: 'anywhere',
    sizes: [7, 9, 11],
    table: {
      H: [100, 300, 1000],
      N: [60, 165, 560],
      G: [43, 115, 365],
      U: [30, 76, 230],
      K: [22, 53, 160],
      J: [14, 36, 105],
      L: [12, 28, 83],
    },
  },
  features: [{ kind: 'cascade' }, { kind: 'drops', letter: 'X', values: { 2: 50, 3: 30, 5: 14, 8: 5, 20: 1 } }, { kind: 'freeSpins', letter: 'S', grants: { 4: 8, 5: 16 } }],
};
