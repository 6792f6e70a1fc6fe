// Slot title taphian-riang: five lines with wilds that cover their reels, and free spins.

import type { SlotTitle } from '#studio/games/slots/title';

export const taphianRiang: SlotTitle = {
  gameCode: 'taphian-riang',
  provider: 'taphian-ngoen',
  revision: 1,
  since: '2026-12-15',
  grid: { reels: 5, rows: 3 },
  wild: 'W',
  look: {
    world: 'woven-carps',
    palette: 'slate',
    frame: 'silver',
    sound: 'glass',
    symbols: { T: 'fish', W: 'pearl', N: 'butterfly', L: 'lotus', D: 'dragonfly', H: 'shell', V: 'wave', B: 'numeral-2', A: 'numeral-1', S: 'bell' },
  },
  base: {
    times: [1],
    strips: [
      'NATHBHVHLTVANBDLBVBAVADADAHBLSLTVNHDBV',
      'DABHVANLNVHTDBALAVAVLDVHBHBSBDBVTAWBNH',
      'ASBDBVBVWDAHALAVBHLHAHNLNBDATATVNVBDLH',
      'AVBATSLNBDVBVABABHDWHVHBLTAHAHVNVDBLDN',
      'LDLAHBHADBVBABDBNATHNVSBLANVDHTVTAVLVA',
    ],
  },
  free: { times: [2] },
  pays: {
    kind: 'lines',
    lines: 'five',
    table: {
      T: [1330, 5600, 30500],
      N: [820, 2450, 11000],
      L: [550, 1730, 6650],
      D: [430, 1220, 4300],
      H: [295, 710, 2450],
      V: [195, 460, 1430],
      B: [145, 305, 920],
      A: [135, 265, 820],
    },
  },
  features: [
    { kind: 'expandingWild', reels: [1, 2, 3] },
    { kind: 'freeSpins', letter: 'S', grants: { 3: 8, 4: 12, 5: 20 }, pays: { 3: 300, 4: 2000, 5: 10000 } },
  ],
};
