// Slot title mamuang-phuang: clusters with cascades and drops that multiply.

import type { SlotTitle } from '#studio/games/slots/title';

export const mamuangPhuang: SlotTitle = {
  gameCode: 'mamuang-phuang',
  provider: 'mamuang-wan',
  revision: 1,
  since: '2026-12-15',
  grid: { reels: 6, rows: 5 },
  look: {
    world: 'orchard',
    palette: 'violet',
    frame: 'bamboo',
    sound: 'water',
    symbols: { M: 'mango', N: 'mangosteen', B: 'banana', C: 'coconut', H: 'hibiscus', G: 'leaf', X: 'basket', S: 'butterfly' },
  },
  base: {
    times: [1],
    strips: ['HGNNGGCCHHMMBBS', 'NNGHHGGCCMMBBHS', 'GCCHHCMMXGGNNBB', 'SGCCBBNNHHGGMMH', 'SGGHGMMBBNNCCHH', 'HHNNHBBSGGCCMMC'],
  },
  free: { times: [2] },
  pays: {
    kind: 'cluster',
    sizes: [5, 6, 8, 10, 12],
    table: {
      M: [150, 260, 650, 1700, 6000],
      N: [90, 145, 380, 950, 3200],
      B: [60, 100, 250, 600, 2000],
      C: [41, 70, 170, 420, 1300],
      H: [30, 50, 120, 300, 900],
      G: [23, 40, 95, 240, 700],
    },
  },
  features: [{ kind: 'cascade' }, { kind: 'drops', letter: 'X', values: { 2: 55, 3: 25, 5: 13, 10: 6, 30: 1 } }, { kind: 'freeSpins', letter: 'S', grants: { 5: 10 } }],
};
