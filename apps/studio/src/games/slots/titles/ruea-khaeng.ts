// Slot title ruea-khaeng: twenty lines with few free spins at five times.

import type { SlotTitle } from '#studio/games/slots/title';

export const rueaKhaeng: SlotTitle = {
  gameCode: 'ruea-khaeng',
  provider: 'ruea-khram',
  revision: 1,
  since: '2026-12-15',
  grid: { reels: 5, rows: 3 },
  wild: 'W',
  look: {
    world: 'river',
    palette: 'indigo',
    frame: 'silver',
    sound: 'strings',
    symbols: { R: 'boat', P: 'paddle', D: 'drum', G: 'garland', F: 'fan', C: 'coconut', L: 'lotus', V: 'wave', W: 'naga', S: 'coin' },
  },
  base: {
    times: [1],
    strips: [
      'DVDCWCGCRCPRVCPVDFSLGLRVFLFGFLPVLVG',
      'FDCVCFLSDGPGVLRLFLDWLGCFCVPVLRPVFCG',
      'RLCGSCPDVDLVRPCVCWDFVFVLCPVGFGLDLWF',
      'WCLCLCVDVFPDVDGVGFCFLPVPFVRLRCGSGCL',
      'GVLCFPRDLCLRVFDRLGSVLFLFGPCGCVCFDVW',
    ],
  },
  free: { times: [5] },
  pays: {
    kind: 'lines',
    lines: 'twenty',
    table: {
      W: [900, 4500, 36000],
      R: [360, 1610, 8950],
      P: [215, 810, 3950],
      D: [165, 540, 2350],
      G: [105, 360, 1430],
      F: [81, 235, 900],
      C: [54, 160, 540],
      L: [45, 125, 430],
      V: [36, 105, 360],
    },
  },
  features: [{ kind: 'freeSpins', letter: 'S', grants: { 3: 5, 4: 7, 5: 10 }, pays: { 3: 200, 4: 1500, 5: 10000 } }],
};
