// Slot title chan-proi: letters anywhere on six reels with rising factors, rare drops and free spins.

import type { SlotTitle } from '#studio/games/slots/title';

export const chanProi: SlotTitle = {
  gameCode: 'chan-proi',
  provider: 'chan-thale',
  revision: 1,
  since: '2026-12-15',
  grid: { reels: 6, rows: 5 },
  look: {
    world: 'night-sky',
    palette: 'teal',
    frame: 'gold',
    sound: 'bells',
    symbols: { M: 'moon', R: 'rabbit', O: 'owl', P: 'pearl', V: 'wave', K: 'star', C: 'cloud', X: 'comet', S: 'shell' },
  },
  base: {
    times: [1, 1, 2, 3],
    strips: ['PPKKOOMVVCCSKRR', 'CCKKMCSVVPPOORR', 'XMRRPPVVKKCCVOO', 'CCPPKKMKOORRVVS', 'SOOKKVVCCRRCPPM', 'RRVVSCCKKPPMOO'],
  },
  free: { times: [2, 2, 4, 6] },
  pays: {
    kind: 'anywhere',
    sizes: [8, 10, 12],
    table: {
      M: [20, 59, 230],
      R: [11, 31, 105],
      O: [8, 20, 66],
      P: [5, 13, 41],
      V: [4, 9, 26],
      K: [3, 6, 16],
      C: [2, 4, 13],
    },
  },
  features: [{ kind: 'cascade' }, { kind: 'drops', letter: 'X', values: { 2: 40, 4: 30, 6: 18, 12: 9, 50: 3 } }, { kind: 'freeSpins', letter: 'S', grants: { 5: 10 } }],
};
