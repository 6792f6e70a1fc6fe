// Slot title talat-nam: letters anywhere on four rows with rising factors and free spins.

import type { SlotTitle } from '#studio/games/slots/title';

export const talatNam: SlotTitle = {
  gameCode: 'talat-nam',
  provider: 'ruea-thong',
  revision: 1,
  since: '2026-12-15',
  grid: { reels: 6, rows: 4 },
  look: {
    world: 'river',
    palette: 'amber',
    frame: 'teak',
    sound: 'wood',
    symbols: { R: 'boat', B: 'bowl', C: 'coconut', G: 'mangosteen', M: 'mango', N: 'banana', L: 'lotus', S: 'paddle' },
  },
  base: {
    times: [1, 2, 3, 4],
    strips: ['CCLLGGNNSNMMBBR', 'SLLRCCMMLGGNNBB', 'MGGMMSLLCCNNRBB', 'GGNNBBNSRCCMMLL', 'CCMMGGRLLNNLSBB', 'SLLNNCCRGGBBMM'],
  },
  free: { times: [2, 4, 6, 8] },
  pays: {
    kind: 'anywhere',
    sizes: [7, 8, 10, 12],
    table: {
      R: [69, 125, 350, 1250],
      B: [53, 94, 250, 810],
      C: [41, 72, 185, 560],
      G: [32, 56, 145, 405],
      M: [25, 44, 115, 300],
      N: [20, 35, 87, 230],
      L: [18, 30, 72, 185],
    },
  },
  features: [{ kind: 'cascade' }, { kind: 'freeSpins', letter: 'S', grants: { 5: 10, 6: 20 } }],
};
