// Slot title mamuang-sam-luk: three reels with hold-and-spin.

import type { SlotTitle } from '#studio/games/slots/title';

export const mamuangSamLuk: SlotTitle = {
  gameCode: 'mamuang-sam-luk',
  provider: 'mamuang-dip',
  revision: 1,
  since: '2026-12-15',
  grid: { reels: 3, rows: 3 },
  look: {
    world: 'orchard',
    palette: 'slate',
    frame: 'teak',
    sound: 'wood',
    symbols: { M: 'mango', N: 'mangosteen', P: 'coconut', B: 'banana', G: 'leaf', T: 'numeral-2', C: 'basket' },
  },
  base: {
    times: [1],
    strips: ['NMCCBGTBTBMPTPGTGTGTGTBTGTBPCGNG', 'GBTGTPNTGBGBMTGTBTCCGBPGMCNTGTPT', 'CBTGTBGBTBNGTNTPTGTMGTGTGMGPBCCP'],
  },
  pays: {
    kind: 'lines',
    lines: 'five',
    table: {
      M: [1770],
      N: [780],
      P: [435],
      B: [355],
      G: [170],
      T: [110],
    },
  },
  features: [
    {
      kind: 'holdAndSpin',
      letter: 'C',
      from: 4,
      respins: 3,
      chance: [2, 25],
      full: 50000,
      values: { 100: 50, 200: 28, 300: 12, 500: 7, 1000: 2, 5000: 1 },
    },
  ],
};
