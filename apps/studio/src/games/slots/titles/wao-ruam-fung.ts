// Slot title wao-ruam-fung: clusters on five rows with cascades and free spins.

import type { SlotTitle } from '#studio/games/slots/title';

export const waoRuamFung: SlotTitle = {
  gameCode: 'wao-ruam-fung',
  provider: 'wao-sai',
  revision: 1,
  since: '2026-12-01',
  grid: { reels: 6, rows: 5 },
  look: {
    world: 'kite-field',
    palette: 'sand',
    frame: 'bamboo',
    sound: 'wood',
    symbols: { K: 'kite', F: 'fan', D: 'drum', B: 'bell', G: 'leaf', C: 'cloud', S: 'star' },
  },
  base: {
    times: [1, 1, 2, 3, 5],
    strips: ['SFFGGBDDKDBBCC', 'KKGGDDFFCCGBBD', 'BBBSDDFFKGGCCG', 'DFFDDBBKKGCGGS', 'GGDDDFFBBSKBCC', 'GGBBKKBCCSFFDDG'],
  },
  free: { times: [2, 3, 5, 8, 10] },
  pays: {
    kind: 'cluster',
    sizes: [5, 6, 8, 10, 12],
    table: {
      K: [260, 425, 1040, 2600, 8250],
      F: [140, 210, 520, 1360, 4250],
      D: [52, 84, 210, 520, 1500],
      B: [42, 70, 175, 425, 1190],
      G: [34, 60, 140, 350, 850],
      C: [70, 105, 260, 690, 2050],
    },
  },
  features: [{ kind: 'cascade' }, { kind: 'freeSpins', letter: 'S', grants: { 5: 8 } }],
};
