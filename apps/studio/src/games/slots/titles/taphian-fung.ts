// Slot title taphian-fung: clusters on six rows with cascades, rising factors and free spins.

import type { SlotTitle } from '#studio/games/slots/title';

export const taphianFung: SlotTitle = {
  gameCode: 'taphian-fung',
  provider: 'taphian-nam',
  revision: 1,
  since: '2026-12-15',
  grid: { reels: 5, rows: 6 },
  look: {
    world: 'woven-carps',
    palette: 'teal',
    frame: 'jade',
    sound: 'water',
    symbols: { T: 'fish', P: 'pearl', N: 'naga', L: 'lotus', H: 'shell', V: 'wave', G: 'leaf', S: 'krathong' },
  },
  base: {
    times: [1, 1, 2, 4, 6],
    strips: ['VVPPNSNNGGVVGGLHHLLTTHH', 'SGGVVNHHNNGGVVLPPLLTTHH', 'NNGGHHNPPLSVVHHTTLLVVGG', 'VVHHTTLSLLPPGGVVNNGGNHH', 'LLGGNGGVVHHVVHHTTNNPPLS'],
  },
  free: { times: [2, 3, 5, 8, 12] },
  pays: {
    kind: 'cluster',
    sizes: [5, 6, 7, 9, 12],
    table: {
      T: [270, 455, 760, 1960, 8700],
      P: [165, 270, 455, 1200, 4900],
      N: [120, 195, 325, 820, 3250],
      L: [82, 130, 220, 540, 1960],
      H: [60, 98, 165, 415, 1420],
      V: [46, 74, 125, 305, 980],
      G: [37, 61, 105, 250, 820],
    },
  },
  features: [{ kind: 'cascade' }, { kind: 'freeSpins', letter: 'S', grants: { 4: 8, 5: 12 } }],
};
