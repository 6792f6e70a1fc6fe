// Slot title khom-klum: clusters on five reels with cascades, rising factors and free spins.

import type { SlotTitle } from '#studio/games/slots/title';

export const khomKlum: SlotTitle = {
  gameCode: 'khom-klum',
  provider: 'khom-khram',
  revision: 1,
  since: '2026-12-15',
  grid: { reels: 5, rows: 5 },
  look: {
    world: 'lanterns',
    palette: 'indigo',
    frame: 'gold',
    sound: 'glass',
    symbols: { L: 'lantern', E: 'elephant', K: 'krathong', U: 'umbrella', D: 'drum', J: 'jasmine', F: 'fan', S: 'full-moon' },
  },
  base: {
    times: [1, 2, 3, 4, 5],
    strips: ['KKUDDUULLDDJJEESJJFFKFF', 'FFKKEEUDDLLSKUUJJFFDDJJ', 'JJKKDDFFLLUUDDSKEEUJJFF', 'LLDDUDDFFJJSKKUUFFKEEJJ', 'FFKUUEELLSJJDDJJDDFFKKU'],
  },
  free: { times: [2, 4, 6, 8, 10] },
  pays: {
    kind: 'cluster',
    sizes: [5, 6, 7, 9, 12],
    table: {
      L: [480, 840, 1430, 3600, 14500],
      E: [285, 480, 840, 2150, 8350],
      K: [215, 360, 600, 1430, 5250],
      U: [145, 235, 405, 960, 3350],
      D: [105, 180, 310, 720, 2400],
      J: [81, 135, 220, 530, 1670],
      F: [67, 110, 185, 430, 1310],
    },
  },
  features: [{ kind: 'cascade' }, { kind: 'freeSpins', letter: 'S', grants: { 4: 8, 5: 15 } }],
};
