// Slot title wao-kep-dao: 1,024 ways with hold-and-spin and free spins.

import type { SlotTitle } from '#studio/games/slots/title';

export const waoKepDao: SlotTitle = {
  gameCode: 'wao-kep-dao',
  provider: 'wao-muang',
  revision: 1,
  since: '2026-12-15',
  grid: { reels: 5, rows: 4 },
  wild: 'W',
  look: {
    world: 'kite-field',
    palette: 'violet',
    frame: 'lacquer',
    sound: 'glass',
    symbols: { K: 'kite', W: 'comet', U: 'umbrella', N: 'butterfly', F: 'fan', O: 'owl', H: 'cloud', T: 'numeral-3', A: 'numeral-1', S: 'moon', C: 'star' },
  },
  base: {
    times: [1],
    strips: [
      'FUFTNTAOCHAFOFHONATUTNCTKOANAOHAKHAHSHTUTCC',
      'HOFTAKATATNUHCHFOHOUATFATHTFAOCTKUWANONHCCS',
      'HANTFHTHTSTUTFOCCAFWANCHAKOUHANCATOUOKOTHFA',
      'AHCAFTKTNTHKHSFHTATAWAFCCFOHATONONCUOHOAUTU',
      'TFNCCNKNKHAHUCSHCTUONOFTATATFTHTAHOAHOAFUOA',
    ],
  },
  free: { times: [2] },
  pays: {
    kind: 'ways',
    table: {
      K: [60, 190, 730],
      U: [44, 120, 435],
      N: [31, 87, 290],
      F: [22, 60, 190],
      O: [17, 49, 145],
      H: [9, 27, 82],
      T: [0, 24, 63],
      A: [0, 22, 53],
    },
  },
  features: [
    { kind: 'freeSpins', letter: 'S', grants: { 3: 8, 4: 12, 5: 16 }, pays: { 3: 100, 4: 500, 5: 2500 } },
    {
      kind: 'holdAndSpin',
      letter: 'C',
      from: 6,
      respins: 3,
      chance: [1, 25],
      full: 200000,
      values: { 50: 50, 100: 28, 200: 12, 500: 6, 1500: 3, 8000: 1 },
    },
  ],
};
