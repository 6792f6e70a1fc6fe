// Slot title naga-river: ways with cascades and free spins.

import type { SlotTitle } from '#studio/games/slots/title';

export const nagaRiver: SlotTitle = {
  gameCode: 'naga-river',
  provider: 'chaba-studio',
  revision: 1,
  since: '2026-11-01',
  grid: { reels: 5, rows: 3 },
  wild: 'P',
  look: {
    world: 'river',
    palette: 'slate',
    frame: 'gold',
    sound: 'water',
    symbols: {
      N: 'naga',
      K: 'krathong',
      F: 'fish',
      B: 'boat',
      G: 'bell',
      T: 'lantern',
      L: 'lotus',
      S: 'shell',
      P: 'pearl',
      O: 'fireball',
    },
  },
  base: {
    times: [1, 2, 3, 5],
    strips: ['TKOFTSLNSGTBKFGLBGSL', 'GSBKTLGKLBGTFNTPFSLT', 'OTLBGSNLTFSKGTBFGPKS', 'SLTGSTFSLGBKLNBSPFKG', 'NTLFTGOSGLBFKLBSTGKS'],
  },
  free: { times: [2, 4, 6, 10] },
  pays: {
    kind: 'ways',
    table: {
      N: [40, 160, 750],
      K: [22, 75, 300],
      F: [16, 40, 180],
      B: [14, 35, 140],
      G: [7, 24, 70],
      T: [6, 20, 55],
      L: [4, 14, 40],
      S: [4, 11, 30],
    },
  },
  features: [{ kind: 'cascade' }, { kind: 'freeSpins', letter: 'O', grants: { 3: 10 } }],
};
