// Slot title wao-riang-lom: 243 ways with cascades, steeply rising factors and free spins.

import type { SlotTitle } from '#studio/games/slots/title';

export const waoRiangLom: SlotTitle = {
  gameCode: 'wao-riang-lom',
  provider: 'wao-chomphu',
  revision: 1,
  since: '2026-12-15',
  grid: { reels: 5, rows: 3 },
  wild: 'W',
  look: {
    world: 'kite-field',
    palette: 'plum',
    frame: 'gold',
    sound: 'wood',
    symbols: { K: 'kite', N: 'butterfly', U: 'umbrella', D: 'dragonfly', O: 'owl', F: 'fan', H: 'cloud', J: 'jasmine', W: 'star', S: 'garland' },
  },
  base: {
    times: [1, 2, 4, 8],
    strips: ['JOJUHOKDHDUDKHNUJFJFHFSNO', 'NHDFUHFJHJSWJODFDJKNHUOUO', 'UFONDJSFKJHWHUDODJKJNHFHO', 'JUJFUOHSHFHOHOWNKJDNDJDFU', 'JFJHODNDFDNHSKJUOHKHUFOJU'],
  },
  free: { times: [3, 6, 9, 15] },
  pays: {
    kind: 'ways',
    table: {
      K: [69, 260, 1200],
      N: [41, 130, 520],
      U: [29, 77, 310],
      D: [22, 58, 225],
      O: [15, 41, 135],
      F: [12, 31, 94],
      H: [9, 23, 69],
      J: [7, 21, 55],
    },
  },
  features: [{ kind: 'cascade' }, { kind: 'freeSpins', letter: 'S', grants: { 3: 8, 4: 15, 5: 30 } }],
};
