// Slot title chan-tamra: ten lines with a rare book and free spins.

import type { SlotTitle } from '#studio/games/slots/title';

export const chanTamra: SlotTitle = {
  gameCode: 'chan-tamra',
  provider: 'chan-raem',
  revision: 1,
  since: '2026-12-01',
  grid: { reels: 5, rows: 3 },
  wild: 'B',
  look: {
    world: 'night-sky',
    palette: 'violet',
    frame: 'lacquer',
    sound: 'glass',
    symbols: {
      B: 'book',
      M: 'moon',
      R: 'rabbit',
      O: 'owl',
      K: 'star',
      C: 'cloud',
      F: 'numeral-5',
      T: 'numeral-2',
      A: 'numeral-1',
    },
  },
  base: {
    times: [1],
    strips: ['KCBTKCARKTCATFOAFTAOFTOFAMR', 'RACTCTKCOBAFMTRTMFCAOTKAFAFK', 'ATAKABFOFKTRTCOCFRFMTACMTAOK', 'FKMFTKATMFAKOCTATCARACRFCABO', 'TFCFAOFMTATCKBFTARFATAKCORKO'],
  },
  pays: {
    kind: 'lines',
    lines: 'ten',
    table: {
      M: [450, 4500, 45000],
      R: [270, 1330, 8600],
      O: [180, 540, 2250],
      K: [130, 360, 1330],
      C: [105, 270, 900],
      F: [100, 180, 540],
      T: [54, 105, 270],
      A: [45, 90, 220],
    },
  },
  features: [
    { kind: 'freeSpins', letter: 'B', grants: { 3: 8, 4: 8, 5: 8 }, pays: { 3: 200, 4: 2000, 5: 20000 } },
    { kind: 'book', special: { M: 4, R: 3, O: 2, K: 2, C: 1, F: 1, T: 1, A: 1 } },
  ],
};
