// Slot title ruea-tamnan: ten lines with a book and free spins.

import type { SlotTitle } from '#studio/games/slots/title';

export const rueaTamnan: SlotTitle = {
  gameCode: 'ruea-tamnan',
  provider: 'ruea-rung',
  revision: 1,
  since: '2026-12-01',
  grid: { reels: 5, rows: 3 },
  wild: 'B',
  look: {
    world: 'river',
    palette: 'teal',
    frame: 'teak',
    sound: 'strings',
    symbols: {
      B: 'book',
      N: 'naga',
      R: 'boat',
      K: 'krathong',
      F: 'fish',
      L: 'lotus',
      C: 'numeral-5',
      T: 'numeral-3',
      A: 'numeral-1',
    },
  },
  base: {
    times: [1],
    strips: [
      'FLCTACFLAKFTAKTLCANKRLTNARBTAC',
      'FTCATCRFNKLFCLRAKCTBTACKLATNAL',
      'FLTNKAFTLATABALNCFCRAKCTLKTCAR',
      'TBTCKRNLRCANTLCLACAKTAKCAFTFLF',
      'ALTAKBTALKTCLTAKLNFCFRACFCTNCR',
    ],
  },
  pays: {
    kind: 'lines',
    lines: 'ten',
    table: {
      N: [290, 2400, 28500],
      R: [240, 1150, 7500],
      K: [145, 480, 1900],
      F: [135, 450, 1800],
      L: [115, 290, 910],
      C: [100, 190, 480],
      T: [48, 145, 380],
      A: [37, 115, 290],
    },
  },
  features: [
    { kind: 'freeSpins', letter: 'B', grants: { 3: 10, 4: 10, 5: 10 }, pays: { 3: 200, 4: 2000, 5: 20000 } },
    { kind: 'book', special: { N: 2, R: 2, K: 2, F: 2, L: 3, C: 3, T: 3, A: 3 } },
  ],
};
