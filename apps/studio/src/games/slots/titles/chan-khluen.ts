// Slot title chan-khluen: 729 ways on six reels with cascades and free spins.

import type { SlotTitle } from '#studio/games/slots/title';

export const chanKhluen: SlotTitle = {
  gameCode: 'chan-khluen',
  provider: 'chan-mok',
  revision: 1,
  since: '2026-12-15',
  grid: { reels: 6, rows: 3 },
  wild: 'W',
  look: {
    world: 'night-sky',
    palette: 'slate',
    frame: 'silver',
    sound: 'water',
    symbols: { M: 'moon', V: 'wave', P: 'pearl', R: 'rabbit', H: 'shell', C: 'cloud', K: 'star', B: 'numeral-5', A: 'numeral-2', W: 'comet', S: 'eclipse' },
  },
  base: {
    times: [1, 1, 2, 3, 4],
    strips: ['APMBRCVBAHKSKHCR', 'HVBKASACKPBHMRC', 'CACHRBKSKPABVRMW', 'ARAHKMHBCVCPSKB', 'HBHVKAKWRACPRMB', 'KSBRVCBPKHAHACM'],
  },
  free: { times: [2, 3, 4, 5, 6] },
  pays: {
    kind: 'ways',
    table: {
      M: [205, 550, 1710, 6150],
      V: [135, 340, 960, 3100],
      P: [96, 235, 620, 1920],
      R: [68, 165, 410, 1230],
      H: [48, 110, 275, 820],
      C: [34, 82, 190, 550],
      K: [27, 68, 150, 410],
      B: [0, 55, 125, 340],
      A: [0, 48, 110, 310],
    },
  },
  features: [{ kind: 'cascade' }, { kind: 'freeSpins', letter: 'S', grants: { 4: 10, 5: 16 } }],
};
