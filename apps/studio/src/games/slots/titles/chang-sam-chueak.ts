// Slot title chang-sam-chueak: three reels with wilds that cover the outer reels.

import type { SlotTitle } from '#studio/games/slots/title';

export const changSamChueak: SlotTitle = {
  gameCode: 'chang-sam-chueak',
  provider: 'chang-muang',
  revision: 1,
  since: '2026-12-15',
  grid: { reels: 3, rows: 3 },
  wild: 'W',
  look: {
    world: 'elephant-forest',
    palette: 'violet',
    frame: 'lacquer',
    sound: 'wood',
    symbols: { E: 'elephant', W: 'drum', B: 'bell', U: 'umbrella', C: 'coconut', N: 'banana', G: 'leaf', F: 'numeral-5' },
  },
  base: {
    times: [1],
    strips: ['GEGNFUFNFWFGFBCUCBFECNBUGNCGNGF', 'NBNGNFNCWGUGBEGFUFGCFBCNCGFEFUF', 'GNGFNCFCFGCNFGFWFCFBGBUNGBUENUE'],
  },
  pays: {
    kind: 'lines',
    lines: 'five',
    table: {
      W: [4150],
      E: [2100],
      B: [930],
      U: [520],
      C: [270],
      N: [155],
      G: [93],
      F: [61],
    },
  },
  features: [{ kind: 'expandingWild', reels: [0, 2] }],
};
