// Slot title lo-phan-thang: variable ways on five reels up to 16,807 with free spins.

import type { SlotTitle } from '#studio/games/slots/title';

export const loPhanThang: SlotTitle = {
  gameCode: 'lo-phan-thang',
  provider: 'lo-thong',
  revision: 1,
  since: '2026-12-15',
  grid: { reels: 5, rows: 7 },
  wild: 'W',
  look: {
    world: 'city',
    palette: 'amber',
    frame: 'teak',
    sound: 'strings',
    symbols: { T: 'tuktuk', W: 'wheel', E: 'elephant', N: 'bowl', K: 'lantern', U: 'umbrella', M: 'mango', H: 'hibiscus', C: 'numeral-3', A: 'numeral-1', S: 'coin' },
  },
  base: {
    times: [1],
    heights: { 2: 5, 3: 6, 4: 6, 5: 4, 6: 2, 7: 1 },
    strips: [
      'KAUKMATHAKAMUHAKEMEHACNECHNHCACMSUTNUCMHUCHCMAC',
      'TCTHMAUSAUCNHMHMEMCKCHCAMKAKNCKNAHAUAUCAEWCH',
      'HWHMKNCENAEUAMAMNACTCHCKACTAKHCAHCUCUKUHMSMA',
      'AMTHSWAHACNANCUCMHUCAUECEMCMCKNCKHKHKAMUATAH',
      'AHMHTKAKNHNUCECHCUMUCACMCTKCHCEMEUKAHAUMAMAHASN',
    ],
  },
  free: { times: [3], heights: { 3: 1, 4: 4, 5: 5, 6: 4, 7: 2 } },
  pays: {
    kind: 'ways',
    table: {
      T: [92, 325, 1380],
      E: [58, 185, 690],
      N: [42, 125, 460],
      K: [30, 92, 325],
      U: [21, 60, 210],
      M: [14, 37, 115],
      H: [9, 28, 83],
      C: [7, 19, 60],
      A: [7, 16, 51],
    },
  },
  features: [{ kind: 'freeSpins', letter: 'S', grants: { 3: 8, 4: 12, 5: 20 }, pays: { 3: 100, 4: 500, 5: 5000 } }],
};
