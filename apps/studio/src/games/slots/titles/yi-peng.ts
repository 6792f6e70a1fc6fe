// Slot title yi-peng: lines with free spins and hold-and-spin.

import type { SlotTitle } from '#studio/games/slots/title';

export const yiPeng: SlotTitle = {
  gameCode: 'yi-peng',
  provider: 'khom-daeng',
  revision: 1,
  since: '2026-12-01',
  grid: { reels: 5, rows: 3 },
  wild: 'W',
  look: {
    world: 'lanterns',
    palette: 'ruby',
    frame: 'bamboo',
    sound: 'bells',
    symbols: { W: 'lantern', E: 'elephant', B: 'bell', T: 'krathong', L: 'lotus', F: 'fan', M: 'mango', A: 'jasmine', S: 'full-moon', C: 'coin' },
  },
  base: {
    times: [1],
    strips: [
      'WALMFETMFMLABCCCFTAMEMFLABFTALBSAMLT',
      'LTBFEALTFACCCLAMFAWMELAMBWSFMTAMTFBA',
      'MTECCCMTAFWBATFMLBALAMSLFETMWFMABLFA',
      'BFEWMLFTAMALSMETMBAMFLCCCTAFLBTAMFLW',
      'FCCCBLTEMALFBMTFAWEFBALMTASMLAFTMFML',
    ],
  },
  free: { times: [2] },
  pays: {
    kind: 'lines',
    lines: 'twenty',
    table: {
      W: [300, 1500, 10_000],
      E: [200, 800, 4000],
      B: [150, 400, 1500],
      T: [75, 250, 1000],
      L: [60, 150, 600],
      F: [40, 100, 400],
      M: [25, 75, 250],
      A: [25, 60, 200],
    },
  },
  features: [
    { kind: 'freeSpins', letter: 'S', grants: { 3: 10, 4: 15, 5: 25 }, pays: { 3: 200, 4: 1000, 5: 5000 } },
    {
      kind: 'holdAndSpin',
      letter: 'C',
      from: 6,
      respins: 3,
      chance: [3, 50],
      full: 100_000,
      values: { 50: 40, 100: 30, 200: 15, 300: 8, 500: 4, 1000: 2, 2500: 1 },
    },
  ],
};
