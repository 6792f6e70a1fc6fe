// Slot title chang-khon-thong: forty lines on four rows with hold-and-spin and free spins.

import type { SlotTitle } from '#studio/games/slots/title';

export const changKhonThong: SlotTitle = {
  gameCode: 'chang-khon-thong',
  provider: 'chang-noi',
  revision: 1,
  since: '2026-12-01',
  grid: { reels: 5, rows: 4 },
  wild: 'W',
  look: {
    world: 'elephant-forest',
    palette: 'jade',
    frame: 'teak',
    sound: 'wood',
    symbols: { W: 'elephant', D: 'drum', B: 'bell', U: 'umbrella', M: 'mango', G: 'leaf', T: 'numeral-3', A: 'numeral-1', S: 'full-moon', C: 'coin' },
  },
  base: {
    times: [1],
    strips: [
      'TBTGMWCCMUGAUMSAUDBTAUAMTMCTABGTAGDCADTG',
      'MTGCMGACTDAGABDAMBGTDMATGTUAWUAUBUSCBMCT',
      'MBTCWATUABMCWDATBAGTGUGMUADTDCSCGMTUMCAGA',
      'SMGTAGMDCMUBUWATCGTAGBDGCBTAUCATMGTAUDMA',
      'AGSMTGADWUAGDCBGDTUCMTACACGBTUMTABGAMBTU',
    ],
  },
  free: { times: [3] },
  pays: {
    kind: 'lines',
    lines: 'forty',
    table: {
      W: [180, 750, 4650],
      D: [100, 360, 1400],
      B: [90, 270, 1050],
      U: [70, 180, 750],
      M: [45, 105, 450],
      G: [36, 90, 360],
      T: [28, 62, 210],
      A: [28, 56, 180],
    },
  },
  features: [
    { kind: 'freeSpins', letter: 'S', grants: { 3: 8, 4: 12, 5: 20 }, pays: { 3: 100, 4: 500, 5: 2500 } },
    {
      kind: 'holdAndSpin',
      letter: 'C',
      from: 6,
      respins: 3,
      chance: [1, 25],
      full: 200000,
      values: { 50: 54, 100: 26, 200: 11, 500: 5, 1000: 3, 10000: 1 },
    },
  ],
};
