// Slot title lo-rop-krung: twenty lines with wilds that cover the second and fourth reel, and free spins.

import type { SlotTitle } from '#studio/games/slots/title';

export const loRopKrung: SlotTitle = {
  gameCode: 'lo-rop-krung',
  provider: 'lo-khiao',
  revision: 1,
  since: '2026-12-15',
  grid: { reels: 5, rows: 3 },
  wild: 'W',
  look: {
    world: 'city',
    palette: 'jade',
    frame: 'bamboo',
    sound: 'wood',
    symbols: { W: 'wheel', T: 'tuktuk', E: 'elephant', B: 'bowl', U: 'umbrella', F: 'fan', M: 'mango', G: 'leaf', C: 'numeral-2', S: 'full-moon' },
  },
  base: {
    times: [1],
    strips: [
      'GMGEGMCBUTCGFMCTCECFCBUMFBFGBUEMGUSMFT',
      'WTMUGBTEBFCESGCBUCUMCMCFCFMFBFGCGEMGMUG',
      'FEUEBGCFCECMUTMCGUGFMSMBMBTBGFGCMCUCFT',
      'TMGMBGEUBFCUMGTFGFGCWCMBUMFECUMCFESBCGC',
      'TEFCGCBMUBCUFMEUTCGCMCFGMGFGMUSBEGFBTM',
    ],
  },
  free: { times: [3] },
  pays: {
    kind: 'lines',
    lines: 'twenty',
    table: {
      T: [415, 1650, 8250],
      E: [310, 1030, 4150],
      B: [205, 620, 2500],
      U: [145, 415, 1650],
      F: [105, 310, 1030],
      M: [72, 205, 720],
      G: [58, 165, 540],
      C: [52, 125, 415],
    },
  },
  features: [
    { kind: 'expandingWild', reels: [1, 3] },
    { kind: 'freeSpins', letter: 'S', grants: { 3: 10, 4: 12, 5: 15 }, pays: { 3: 200, 4: 1000, 5: 5000 } },
  ],
};
