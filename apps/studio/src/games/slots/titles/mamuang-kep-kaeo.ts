// Slot title mamuang-kep-kaeo: twenty lines on four rows with rare, large hold-and-spin.

import type { SlotTitle } from '#studio/games/slots/title';

export const mamuangKepKaeo: SlotTitle = {
  gameCode: 'mamuang-kep-kaeo',
  provider: 'mamuang-kaeo',
  revision: 1,
  since: '2026-12-15',
  grid: { reels: 5, rows: 4 },
  wild: 'W',
  look: {
    world: 'orchard',
    palette: 'indigo',
    frame: 'jade',
    sound: 'glass',
    symbols: { M: 'mango', W: 'butterfly', N: 'mangosteen', P: 'coconut', B: 'banana', H: 'hibiscus', J: 'jasmine', T: 'numeral-2', A: 'numeral-1', C: 'gem' },
  },
  base: {
    times: [1],
    strips: [
      'BJHANHATPHBJCCTBTNJHJPJBCNMAJTPMPAMTATHA',
      'JHMTJHCPTAHBNAJACCBANHAPJTJBJNTPTBATWAPHM',
      'JPBPHBHCHJMJAJPTBCCHJAJPNABTNTNTATATAWAHM',
      'HBJMPJPANABCBHTATNTNMPJHTBAJHTATJCCHWPAJA',
      'BJHJCCTNAMACBPJAHPHJHJATMANTPHNTBJPTAMBT',
    ],
  },
  pays: {
    kind: 'lines',
    lines: 'twenty',
    table: {
      M: [410, 1820, 10500],
      N: [245, 920, 4100],
      P: [180, 620, 2650],
      B: [125, 410, 1640],
      H: [92, 285, 1030],
      J: [62, 185, 620],
      T: [45, 125, 410],
      A: [41, 115, 370],
    },
  },
  features: [
    {
      kind: 'holdAndSpin',
      letter: 'C',
      from: 6,
      respins: 3,
      chance: [2, 35],
      full: 400000,
      values: { 100: 50, 200: 27, 500: 12, 1000: 6, 2500: 3, 10000: 2 },
    },
  ],
};
