// Slot title chang-khabuan: forty lines on four rows with wilds that multiply their line, and free spins.

import type { SlotTitle } from '#studio/games/slots/title';

export const changKhabuan: SlotTitle = {
  gameCode: 'chang-khabuan',
  provider: 'chang-ngam',
  revision: 1,
  since: '2026-12-15',
  grid: { reels: 5, rows: 4 },
  wild: 'W',
  look: {
    world: 'elephant-forest',
    palette: 'ruby',
    frame: 'gold',
    sound: 'bells',
    symbols: { E: 'elephant', W: 'garland', D: 'drum', U: 'umbrella', B: 'bell', H: 'hibiscus', J: 'jasmine', T: 'numeral-3', A: 'numeral-1', S: 'lantern' },
  },
  base: {
    times: [1],
    strips: [
      'AUATEABABUTBTASEHBHAHTUTHEJAJDJDJHJDJTU',
      'UJADATABAWEBJBUJABHTHSJEATEHUHTDUJTJTWAD',
      'EJBJAJHJTAUBATUETHDABETUTDWTAJHASBHWTAHD',
      'UAJTJUDEABJHWUBAJTEBAHUDJTBTWASEDJHTATAH',
      'HAUTJUTJTSADJETDBHABAJTHUWJHJHABTBAEDEAU',
    ],
  },
  free: { times: [2] },
  pays: {
    kind: 'lines',
    lines: 'forty',
    table: {
      E: [60, 215, 1070],
      D: [42, 145, 600],
      U: [33, 105, 380],
      B: [24, 72, 260],
      H: [18, 54, 180],
      J: [12, 33, 105],
      T: [10, 26, 83],
      A: [10, 21, 72],
    },
  },
  features: [
    { kind: 'wildTimes', values: { 2: 70, 3: 25, 5: 5 } },
    { kind: 'freeSpins', letter: 'S', grants: { 3: 8, 4: 12, 5: 20 }, pays: { 3: 200, 4: 1000, 5: 5000 } },
  ],
};
