// Slot title sam-lo-sam-khan: three reels with wilds that multiply.

import type { SlotTitle } from '#studio/games/slots/title';

export const samLoSamKhan: SlotTitle = {
  gameCode: 'sam-lo-sam-khan',
  provider: 'sam-lo',
  revision: 1,
  since: '2026-12-01',
  grid: { reels: 3, rows: 3 },
  wild: 'W',
  look: {
    world: 'city',
    palette: 'indigo',
    frame: 'silver',
    sound: 'bells',
    symbols: { W: 'wheel', T: 'tuktuk', L: 'lantern', U: 'umbrella', B: 'bell', F: 'numeral-5', A: 'numeral-1' },
  },
  base: {
    times: [1],
    strips: ['WATFAFBFBUWLBTAFBAUBFULULBAFA', 'AFWFLAFWABUABULAFTUBTFUBABFBL', 'AWUTBLUBWFTAFATAFLBUFABLFBFAU'],
  },
  pays: {
    kind: 'lines',
    lines: 'five',
    table: {
      W: [115],
      T: [310],
      L: [155],
      U: [95],
      B: [80],
      F: [30],
      A: [23],
    },
  },
  features: [{ kind: 'wildTimes', values: { 2: 60, 3: 25, 5: 10, 10: 5 } }],
};
