// Slot title bua-sai-nam: 1,024 ways with cascades and free spins.

import type { SlotTitle } from '#studio/games/slots/title';

export const buaSaiNam: SlotTitle = {
  gameCode: 'bua-sai-nam',
  provider: 'bua-khram',
  revision: 1,
  since: '2026-12-01',
  grid: { reels: 5, rows: 4 },
  wild: 'W',
  look: {
    world: 'lotus-pond',
    palette: 'indigo',
    frame: 'silver',
    sound: 'glass',
    symbols: {
      L: 'lotus',
      D: 'dragonfly',
      F: 'fish',
      H: 'shell',
      G: 'leaf',
      J: 'jasmine',
      B: 'numeral-2',
      A: 'numeral-1',
      W: 'pearl',
      S: 'full-moon',
    },
  },
  base: {
    times: [1, 1, 2, 3, 5],
    strips: ['AGBHLGHLFAJGSBJFHDAJDB', 'ABHALHJGFBAGLFHDJBDGJ', 'AGLHFJBLGADBHJBWDGJSAFH', 'JAGFBLFJDHFJBLHGABDHAG', 'GBHABJSALJDFLJGHBAGHDF'],
  },
  free: { times: [2, 3, 5, 8, 12] },
  pays: {
    kind: 'ways',
    table: {
      L: [23, 55, 185],
      D: [16, 37, 115],
      F: [10, 25, 70],
      H: [0, 26, 55],
      G: [0, 16, 27],
      J: [0, 13, 21],
      B: [0, 7, 14],
      A: [0, 5, 11],
    },
  },
  features: [{ kind: 'cascade' }, { kind: 'freeSpins', letter: 'S', grants: { 3: 10 } }],
};
