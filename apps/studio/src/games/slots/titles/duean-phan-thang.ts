// Slot title duean-phan-thang: variable ways with free spins.

import type { SlotTitle } from '#studio/games/slots/title';

export const dueanPhanThang: SlotTitle = {
  gameCode: 'duean-phan-thang',
  provider: 'duean-ngai',
  revision: 1,
  since: '2026-12-01',
  grid: { reels: 6, rows: 7 },
  wild: 'W',
  look: {
    world: 'night-sky',
    palette: 'indigo',
    frame: 'silver',
    sound: 'glass',
    symbols: {
      W: 'moon',
      N: 'rabbit',
      R: 'owl',
      K: 'star',
      G: 'comet',
      B: 'cloud',
      L: 'kite',
      T: 'numeral-3',
      M: 'numeral-1',
      S: 'eclipse',
    },
  },
  base: {
    times: [1],
    heights: { 2: 4, 3: 6, 4: 6, 5: 5, 6: 3, 7: 2 },
    strips: [
      'LBKRTLGMTLGNTLBMSLTGKMTBRGMRBNSTKBMMTLKM',
      'LTMNGLWBTMLKNBGTMBTMRKMLTBGRMLTGTBRMLMSK',
      'NMTKLMTLMBLGTMRGMTKTBWGMTNBSKLBMGBLMTGRL',
      'TSMGLKWGLMRGLBTMTRTMRBKMNTTGLMTKBMLKBMLN',
      'SLMMTRLTMBWLKMBTMBLGLTRKGMTKNTBGLMBTKRMG',
      'MNKMLRGKMTKGBLMTBMLRTGSTRBNTBLMBLSTKMTLG',
    ],
  },
  free: {
    times: [3],
    heights: { 4: 4, 5: 5, 6: 4, 7: 3 },
  },
  pays: {
    kind: 'ways',
    table: {
      N: [50, 120, 400, 1500],
      R: [25, 60, 200, 600],
      K: [15, 40, 120, 400],
      G: [15, 30, 80, 250],
      B: [0, 20, 50, 150],
      L: [0, 10, 30, 80],
      T: [0, 0, 15, 40],
      M: [0, 0, 12, 30],
    },
  },
  features: [{ kind: 'freeSpins', letter: 'S', grants: { 4: 10, 5: 14, 6: 20 } }],
};
