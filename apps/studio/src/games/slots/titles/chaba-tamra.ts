// Slot title chaba-tamra: twenty lines with a book and free spins.

import type { SlotTitle } from '#studio/games/slots/title';

export const chabaTamra: SlotTitle = {
  gameCode: 'chaba-tamra',
  provider: 'chaba-khram',
  revision: 1,
  since: '2026-12-15',
  grid: { reels: 5, rows: 3 },
  wild: 'B',
  look: {
    world: 'blossom-market',
    palette: 'indigo',
    frame: 'lacquer',
    sound: 'strings',
    symbols: { B: 'book', H: 'hibiscus', N: 'butterfly', G: 'garland', U: 'umbrella', J: 'jasmine', F: 'numeral-5', C: 'numeral-2', A: 'numeral-1' },
  },
  base: {
    times: [1],
    strips: [
      'AJCBFAFGFJAHUCNUCGHGCFAUFCJNAJ',
      'FCACABCJAFGNGHFNFHCUJUGAJCUAFJ',
      'NFACHCACHJFJGJAFGJCBAUFUGANCFU',
      'NCAUJGFHFCJCJFAJGFBCHUANACFAGU',
      'ACFJABFNAUANCAHGJFJFCHJUGCFCUG',
    ],
  },
  pays: {
    kind: 'lines',
    lines: 'twenty',
    table: {
      H: [170, 900, 7350],
      N: [115, 560, 3400],
      G: [90, 270, 1130],
      U: [68, 205, 790],
      J: [54, 135, 450],
      F: [41, 90, 270],
      C: [32, 68, 180],
      A: [31, 62, 160],
    },
  },
  features: [
    { kind: 'freeSpins', letter: 'B', grants: { 3: 10, 4: 12, 5: 15 }, pays: { 3: 200, 4: 2000, 5: 20000 } },
    { kind: 'book', special: { H: 1, N: 2, G: 2, U: 2, J: 3, F: 3, C: 3, A: 3 } },
  ],
};
