// Slot title chaba-blossom: twenty lines with free spins.

import type { SlotTitle } from '#studio/games/slots/title';

export const chabaBlossom: SlotTitle = {
  gameCode: 'chaba-blossom',
  provider: 'chaba-studio',
  revision: 1,
  since: '2026-11-01',
  grid: { reels: 5, rows: 3 },
  wild: 'W',
  look: {
    world: 'blossom-market',
    palette: 'plum',
    frame: 'gold',
    sound: 'wood',
    symbols: {
      W: 'hibiscus',
      E: 'elephant',
      B: 'boat',
      T: 'tuktuk',
      L: 'lotus',
      F: 'fan',
      M: 'mango',
      S: 'lantern',
    },
  },
  base: {
    times: [1],
    strips: [
      'EBMFLTFLMFTBMLEFTMLSTMBELFMLWMFT',
      'MFTEFLMSBMLFTMEFTLBFTMLBMFTLMEWB',
      'TFMETMFLTFMBLFMBSLTBFTMLFMEBMLEW',
      'BFLMFTBEMFLTBWMFLMSBMTLEFLTFETWM',
      'LFBMELFBMFTWBMTLMBTFMSLFTBWLMTEM',
    ],
  },
  free: { times: [2] },
  pays: {
    kind: 'lines',
    lines: 'twenty',
    table: {
      W: [300, 1500, 10_000],
      E: [200, 750, 3000],
      B: [125, 400, 1500],
      T: [60, 225, 900],
      L: [50, 150, 600],
      F: [30, 80, 300],
      M: [25, 60, 250],
    },
  },
  features: [{ kind: 'freeSpins', letter: 'S', grants: { 3: 8, 4: 12, 5: 20 }, pays: { 3: 200, 4: 1000, 5: 5000 } }],
};
