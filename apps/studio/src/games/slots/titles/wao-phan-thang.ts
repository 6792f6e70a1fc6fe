// Slot title wao-phan-thang: variable ways up to 46,656 with free spins.

import type { SlotTitle } from '#studio/games/slots/title';

export const waoPhanThang: SlotTitle = {
  gameCode: 'wao-phan-thang',
  provider: 'wao-lom',
  revision: 1,
  since: '2026-12-01',
  grid: { reels: 6, rows: 6 },
  wild: 'W',
  look: {
    world: 'kite-field',
    palette: 'teal',
    frame: 'silver',
    sound: 'strings',
    symbols: {
      W: 'star',
      K: 'kite',
      F: 'fan',
      D: 'drum',
      B: 'bell',
      G: 'leaf',
      C: 'numeral-3',
      A: 'numeral-1',
      S: 'cloud',
    },
  },
  base: {
    times: [1],
    heights: { 2: 5, 3: 7, 4: 6, 5: 4, 6: 2 },
    strips: [
      'BDGCGAGDCGDCGFASADACACBFCAKCABGFASBK',
      'DCBCAKAGACFACDKGADBCAFGFCBWCBGAGDAS',
      'KGCACGCSDADADGKBCGADACAFABABGFSBCFWCB',
      'CKCSFCGCGCDFDAGABGFKBADACAGABABCDGAW',
      'CFBCGAGADCKDKFASGWGABCSBADGAFACDCBCBA',
      'BDGCACGADCGSACAGWFGBABFCADKACACBKDF',
    ],
  },
  free: { times: [4] },
  pays: {
    kind: 'ways',
    table: {
      K: [50, 155, 465, 1800],
      F: [25, 65, 190, 630],
      D: [13, 31, 90, 310],
      B: [9, 25, 74, 250],
      G: [5, 12, 44, 125],
      C: [0, 8, 22, 65],
      A: [0, 6, 16, 50],
    },
  },
  features: [{ kind: 'freeSpins', letter: 'S', grants: { 4: 8, 5: 12, 6: 20 }, pays: { 4: 300, 5: 1000, 6: 10000 } }],
};
