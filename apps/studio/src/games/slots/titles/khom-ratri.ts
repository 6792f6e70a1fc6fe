// Slot title khom-ratri: ten lines with wilds that cover their reels, and free spins.

import type { SlotTitle } from '#studio/games/slots/title';

export const khomRatri: SlotTitle = {
  gameCode: 'khom-ratri',
  provider: 'khom-nuan',
  revision: 1,
  since: '2026-12-01',
  grid: { reels: 5, rows: 3 },
  wild: 'W',
  look: {
    world: 'lanterns',
    palette: 'amber',
    frame: 'lacquer',
    sound: 'strings',
    symbols: {
      W: 'lantern',
      E: 'elephant',
      U: 'umbrella',
      B: 'bell',
      F: 'fan',
      K: 'krathong',
      J: 'jasmine',
      T: 'numeral-3',
      A: 'numeral-1',
      S: 'full-moon',
    },
  },
  base: {
    times: [1],
    strips: [
      'BTJTUJTAEAEKJFTEAFJTJKAFUAFAJTBKUBKBAS',
      'TAKATFKJTSTFKUBFAEBJUWATBJAKJUBKEJFTJA',
      'KASATEBFAFTJTATJUATABJFUFTKJKJEBWKJKAU',
      'TFUBTAFBTKJKFKFAJEJAKBETAUTAJTKSTJUAWJ',
      'JTBJEKBJSAJATAUETFKJTFBAKTFAUTKETBJAUF',
    ],
  },
  free: { times: [2] },
  pays: {
    kind: 'lines',
    lines: 'ten',
    table: {
      E: [700, 2800, 14000],
      U: [420, 1400, 5500],
      B: [280, 980, 3500],
      F: [210, 700, 2100],
      K: [140, 420, 1400],
      J: [70, 210, 700],
      T: [56, 170, 560],
      A: [56, 140, 420],
    },
  },
  features: [
    { kind: 'expandingWild', reels: [1, 2, 3] },
    { kind: 'freeSpins', letter: 'S', grants: { 3: 12, 4: 16, 5: 20 }, pays: { 3: 200, 4: 2000, 5: 10000 } },
  ],
};
