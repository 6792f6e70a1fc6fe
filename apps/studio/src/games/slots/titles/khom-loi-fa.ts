// Slot title khom-loi-fa: 3,125 ways on five rows with cascades and free spins.

import type { SlotTitle } from '#studio/games/slots/title';

export const khomLoiFa: SlotTitle = {
  gameCode: 'khom-loi-fa',
  provider: 'khom-loi',
  revision: 1,
  since: '2026-12-15',
  grid: { reels: 5, rows: 5 },
  wild: 'W',
  look: {
    world: 'lanterns',
    palette: 'teal',
    frame: 'silver',
    sound: 'bells',
    symbols: { L: 'lantern', E: 'elephant', K: 'krathong', U: 'umbrella', F: 'fan', H: 'cloud', J: 'jasmine', B: 'numeral-2', A: 'numeral-1', W: 'star', S: 'full-moon' },
  },
  base: {
    times: [1, 2, 3, 5],
    strips: ['LBABFKFAEJHBEHUABUASKJHJF', 'EASBKJFJHEJUHFABHKUAFABL', 'EFEJABKJHBHUKJFLUAWSABAHF', 'HAFKBKHJBFUABAJAEHBLEJUF', 'BEHJHAFAJHKALFUBEKBUBFJA'],
  },
  free: { times: [2, 4, 6, 10] },
  pays: {
    kind: 'ways',
    table: {
      L: [19, 43, 125],
      E: [12, 27, 78],
      K: [0, 23, 61],
      U: [0, 14, 36],
      F: [0, 0, 27],
      H: [0, 8, 17],
      J: [0, 6, 14],
      B: [0, 0, 10],
      A: [0, 0, 9],
    },
  },
  features: [{ kind: 'cascade' }, { kind: 'freeSpins', letter: 'S', grants: { 3: 8, 4: 12, 5: 16 } }],
};
