// Slot title taphian-proi: letters anywhere on five reels with rising factors and free spins.

import type { SlotTitle } from '#studio/games/slots/title';

export const taphianProi: SlotTitle = {
  gameCode: 'taphian-proi',
  provider: 'taphian-san',
  revision: 1,
  since: '2026-12-01',
  grid: { reels: 5, rows: 5 },
  look: {
    world: 'woven-carps',
    palette: 'amber',
    frame: 'gold',
    sound: 'bells',
    symbols: { T: 'fish', N: 'pearl', L: 'lotus', F: 'fan', H: 'shell', J: 'jasmine', G: 'leaf', S: 'bell' },
  },
  base: {
    times: [1, 2, 3, 5, 8],
    strips: ['GLGNGGTFLLFSGHTJJHFJHJNH', 'LJNSHNFJJHNGGTGHHLLJGFFT', 'GTJJJHLFGFLSGHHLNNJJFTFG', 'HGLHFGGJTFSJHLJNHJNNLFJG', 'SLFHNGHFHGFLFJGLJTGHJNJT'],
  },
  free: { times: [2, 3, 4, 6, 9] },
  pays: {
    kind: 'anywhere',
    sizes: [7, 9, 11, 13],
    table: {
      T: [185, 370, 930, 4650],
      N: [140, 280, 700, 2350],
      L: [95, 185, 470, 1400],
      F: [60, 110, 280, 930],
      H: [47, 85, 210, 700],
      J: [28, 56, 140, 470],
      G: [23, 47, 115, 370],
    },
  },
  features: [{ kind: 'cascade' }, { kind: 'freeSpins', letter: 'S', grants: { 4: 10, 5: 20 } }],
};
