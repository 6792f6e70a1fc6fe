// Slot title suan-mamuang: letters anywhere with cascades, drops that multiply, and free spins.

import type { SlotTitle } from '#studio/games/slots/title';

export const suanMamuang: SlotTitle = {
  gameCode: 'suan-mamuang',
  provider: 'mamuang-man',
  revision: 1,
  since: '2026-12-01',
  grid: { reels: 6, rows: 5 },
  look: {
    world: 'orchard',
    palette: 'jade',
    frame: 'teak',
    sound: 'strings',
    symbols: { M: 'mango', E: 'elephant', H: 'hibiscus', B: 'bell', J: 'jasmine', G: 'leaf', X: 'basket', S: 'tuktuk' },
  },
  base: {
    times: [1],
    strips: ['EBJSJJMGEMGHBHG', 'GGJJGJBEBMMEHHH', 'EBJGGJXMSHEHBBG', 'JBEJGHGEHGMSBBM', 'EMBJSHGBJGHJMGE', 'EHGHBBGEHGSJBJMJ'],
  },
  free: { times: [2] },
  pays: {
    kind: 'anywhere',
    sizes: [8, 10, 12],
    table: {
      M: [30, 90, 300],
      E: [15, 41, 150],
      H: [9, 24, 90],
      B: [6, 12, 41],
      J: [4, 9, 24],
      G: [3, 7, 18],
    },
  },
  features: [{ kind: 'cascade' }, { kind: 'drops', letter: 'X', values: { 2: 61, 3: 19, 5: 11, 10: 5, 25: 3, 100: 1 } }, { kind: 'freeSpins', letter: 'S', grants: { 5: 10 } }],
};
