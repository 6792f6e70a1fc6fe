// Slot title lo-banthuek: ten lines with a rare book that fills reels with high letters.

import type { SlotTitle } from '#studio/games/slots/title';

export const loBanthuek: SlotTitle = {
  gameCode: 'lo-banthuek',
  provider: 'lo-daeng',
  revision: 1,
  since: '2026-12-15',
  grid: { reels: 5, rows: 3 },
  wild: 'B',
  look: {
    world: 'city',
    palette: 'ruby',
    frame: 'gold',
    sound: 'bells',
    symbols: { B: 'book', T: 'tuktuk', E: 'elephant', W: 'wheel', N: 'bowl', M: 'mango', F: 'numeral-5', D: 'numeral-3', A: 'numeral-1' },
  },
  base: {
    times: [1],
    strips: [
      'DWAWMNATADFEFBFMAFDFNDMDMTETWEAN',
      'DWDMDETEFNFNATAFAMTMEFANDMWDWBFA',
      'MEFTMFWENTNFDAFMAMDATAFDNWDEWABD',
      'NADFETNTWTAFMNEWBAMFMWAEADFDMDFD',
      'FABDWTNFANEDFDADMFMTFMWNWTMEAEDA',
    ],
  },
  pays: {
    kind: 'lines',
    lines: 'ten',
    table: {
      T: [170, 1150, 41500],
      E: [150, 690, 6900],
      W: [140, 345, 1720],
      N: [130, 255, 920],
      M: [120, 205, 520],
      F: [120, 160, 300],
      D: [120, 150, 275],
      A: [120, 150, 265],
    },
  },
  features: [
    { kind: 'freeSpins', letter: 'B', grants: { 3: 8, 4: 10, 5: 12 }, pays: { 3: 200, 4: 2000, 5: 20000 } },
    { kind: 'book', special: { T: 4, E: 4, W: 3, N: 2, M: 2, F: 1, D: 1, A: 1 } },
  ],
};
