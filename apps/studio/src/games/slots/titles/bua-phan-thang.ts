// Slot title bua-phan-thang: variable ways up to 46,656 with free spins.

import type { SlotTitle } from '#studio/games/slots/title';

export const buaPhanThang: SlotTitle = {
  gameCode: 'bua-phan-thang',
  provider: 'bua-nam',
  revision: 1,
  since: '2026-12-15',
  grid: { reels: 6, rows: 6 },
  wild: 'W',
  look: {
    world: 'lotus-pond',
    palette: 'teal',
    frame: 'bamboo',
    sound: 'strings',
    symbols: { L: 'lotus', W: 'pearl', N: 'naga', F: 'fish', D: 'dragonfly', H: 'shell', G: 'leaf', C: 'numeral-5', A: 'numeral-2', S: 'full-moon' },
  },
  base: {
    times: [1],
    heights: { 2: 4, 3: 6, 4: 6, 5: 4, 6: 2 },
    strips: [
      'CACHCHCGCDGHNDADALDHCGNAGAGSAFLAHFSNGCF',
      'AFNSHFALGCDNDGLDHGHCDGCACFNAWAHCSCAGHGAC',
      'ALCLGNAGHDGCNACFSHCNFHGHAHDCAGCDACADWGF',
      'CGAHNCFDWGSHGLGHACNCGHNLDHDCACFCADAFAGA',
      'LDCLCHADADHCDHGHANANAFGCGFACHACGNSFWGCG',
      'AFAGAHADLDGAGDGFNGCSHGHCHCSNFCACACNCLDH',
    ],
  },
  free: { times: [2], heights: { 3: 2, 4: 5, 5: 6, 6: 4 } },
  pays: {
    kind: 'ways',
    table: {
      L: [82, 220, 680, 2700],
      N: [48, 120, 355, 1220],
      F: [30, 75, 220, 680],
      D: [22, 52, 150, 465],
      H: [12, 27, 82, 245],
      G: [0, 16, 46, 135],
      C: [0, 11, 30, 82],
      A: [0, 8, 24, 68],
    },
  },
  features: [{ kind: 'freeSpins', letter: 'S', grants: { 4: 8, 5: 12, 6: 20 }, pays: { 4: 200, 5: 1000, 6: 5000 } }],
};
