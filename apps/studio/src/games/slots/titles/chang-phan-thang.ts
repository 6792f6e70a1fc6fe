// Slot title chang-phan-thang: variable ways with free spins.

import type { SlotTitle } from '#studio/games/slots/title';

export const changPhanThang: SlotTitle = {
  gameCode: 'chang-phan-thang',
  provider: 'chang-thao',
  revision: 1,
  since: '2026-12-01',
  grid: { reels: 6, rows: 7 },
  wild: 'W',
  look: {
    world: 'elephant-forest',
    palette: 'slate',
    frame: 'bamboo',
    sound: 'bells',
    symbols: {
      W: 'bell',
      E: 'elephant',
      D: 'drum',
      U: 'umbrella',
      M: 'mango',
      G: 'leaf',
      J: 'jasmine',
      F: 'numeral-5',
      B: 'numeral-2',
      S: 'lotus',
    },
  },
  base: {
    times: [1],
    heights: { 2: 3, 3: 6, 4: 7, 5: 5, 6: 3, 7: 1 },
    strips: [
      'BUFSFBMGFJBFMUJGJMBMUGJDBGDEDFBFBEFJGBJM',
      'BEBDFBEJFJBGJFJGMGSJBUMWMBDUFGUDFBJMSFGBF',
      'UBMWFGBDJBJFGJBUMEUBGMJFSJUFBFDJFBGBGDEM',
      'BEDMBWUDEJFSJBFJFBMGJGUGJFGBUDGMFJBFSMBMF',
      'GFBFGUFBUEWFBUJSJMFJDGBMBFGJMBGFDEJBDMJB',
      'JGMBDFEFUFBGDBJFMFMJEUJGFBGUJBSUDBJBFMBG',
    ],
  },
  free: { times: [2], heights: { 4: 2, 5: 5, 6: 5, 7: 4 } },
  pays: {
    kind: 'ways',
    table: {
      E: [50, 135, 410, 1550],
      D: [25, 65, 210, 660],
      U: [17, 41, 125, 410],
      M: [5, 25, 75, 250],
      G: [0, 17, 50, 150],
      J: [0, 8, 29, 85],
      F: [0, 7, 17, 50],
      B: [0, 5, 12, 33],
    },
  },
  features: [{ kind: 'freeSpins', letter: 'S', grants: { 4: 10, 5: 15, 6: 25 } }],
};
