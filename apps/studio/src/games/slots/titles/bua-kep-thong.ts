// Slot title bua-kep-thong: ten lines with hold-and-spin and free spins.

import type { SlotTitle } from '#studio/games/slots/title';

export const buaKepThong: SlotTitle = {
  gameCode: 'bua-kep-thong',
  provider: 'bua-thong',
  revision: 1,
  since: '2026-12-15',
  grid: { reels: 5, rows: 3 },
  wild: 'W',
  look: {
    world: 'lotus-pond',
    palette: 'amber',
    frame: 'jade',
    sound: 'water',
    symbols: { L: 'lotus', W: 'krathong', N: 'butterfly', D: 'dragonfly', P: 'pearl', F: 'fish', H: 'shell', A: 'numeral-1', S: 'lantern', C: 'coin' },
  },
  base: {
    times: [1],
    strips: [
      'PNPHFASACDHFPNDNADLHLHFCCFALFPDAHAH',
      'FCSAWALDNFHFHFCCDPDHAHAFAPAPHDNLHNP',
      'PFHAHFHDHLAPFDFAFHWCCPHSNCLNPCANADAD',
      'PAPFPHFHAHCDPAFACCNASHNHAWLFNDLDHFD',
      'DADPCNPNPALDFLHLFDCCNHFSFAHFHAHAHAP',
    ],
  },
  free: { times: [3] },
  pays: {
    kind: 'lines',
    lines: 'ten',
    table: {
      L: [770, 3100, 15000],
      N: [520, 1810, 7200],
      D: [385, 1160, 4350],
      P: [260, 820, 2850],
      F: [210, 570, 1810],
      H: [125, 360, 1160],
      A: [100, 285, 900],
    },
  },
  features: [
    { kind: 'freeSpins', letter: 'S', grants: { 3: 7, 4: 10, 5: 15 }, pays: { 3: 200, 4: 1000, 5: 5000 } },
    {
      kind: 'holdAndSpin',
      letter: 'C',
      from: 6,
      respins: 3,
      chance: [1, 14],
      full: 150000,
      values: { 50: 45, 100: 30, 200: 14, 400: 7, 1000: 3, 5000: 1 },
    },
  ],
};
