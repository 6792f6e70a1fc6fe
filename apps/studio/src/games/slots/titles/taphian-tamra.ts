// Slot title taphian-tamra: twenty lines on four rows with a book and free spins.

import type { SlotTitle } from '#studio/games/slots/title';

export const taphianTamra: SlotTitle = {
  gameCode: 'taphian-tamra',
  provider: 'taphian-daeng',
  revision: 1,
  since: '2026-12-15',
  grid: { reels: 5, rows: 4 },
  wild: 'B',
  look: {
    world: 'woven-carps',
    palette: 'ruby',
    frame: 'teak',
    sound: 'wood',
    symbols: { B: 'book', T: 'fish', P: 'pearl', D: 'dragonfly', L: 'lotus', H: 'shell', C: 'numeral-3', F: 'numeral-2', A: 'numeral-1' },
  },
  base: {
    times: [1],
    strips: [
      'PCHLFLCALHCFPAHFABAFPFTFDFADADHLATCDCHC',
      'AFHFAFAFHLCPDLCHAHLDCPACADFBTCHCPFTFLAD',
      'LCPHCFTFAFCFLFLPAFLFHAHCADCDCHAPABADHDT',
      'BFPFAFALAFCPFDFCHCFCHCTALDATALPHAHDLHDC',
      'CDPHADFALAFCFCDTPAHPHDHALCALBAFCFCFTFLH',
    ],
  },
  pays: {
    kind: 'lines',
    lines: 'twenty',
    table: {
      T: [195, 1180, 10500],
      P: [135, 590, 3250],
      D: [105, 315, 1310],
      L: [78, 235, 920],
      H: [59, 155, 520],
      C: [39, 105, 315],
      F: [29, 78, 220],
      A: [26, 72, 195],
    },
  },
  features: [
    { kind: 'freeSpins', letter: 'B', grants: { 3: 6, 4: 8, 5: 10 }, pays: { 3: 200, 4: 1500, 5: 10000 } },
    { kind: 'book', special: { T: 2, P: 2, D: 2, L: 2, H: 2, C: 3, F: 3, A: 3 } },
  ],
};
